// Answers every GIOP 1.2 request with the shortest reply, or with the octets (hex) of its argument. It does no more than
// frame requests and copy ids, so that what is measured is the client.
import { createServer } from "node:net";

const headOctets = 12;
const requestType = 0;
/** GIOP 1.2, big-endian, Reply: id, NO_EXCEPTION, no contexts, no body. */
const empty = "47494f50010200010000000c000000000000000000000000";
const reply = Buffer.from(process.argv[2] ?? empty, "hex");

const server = createServer((socket) => {
  socket.setNoDelay(true);
  let rest: Buffer | undefined;
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    const data = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    const requests: number[] = [];
    while (data.length - at >= headOctets) {
      const size = data.readUInt32BE(at + 8);
      if (data.length - at < headOctets + size) break;
      if (data[at + 7] === requestType) requests.push(at);
      at += headOctets + size;
    }
    if (requests.length > 0) {
      const out = Buffer.allocUnsafe(requests.length * reply.length);
      let to = 0;
      for (const request of requests) {
        reply.copy(out, to);
        data.copy(out, to + headOctets, request + headOctets, request + headOctets + 4);
        to += reply.length;
      }
      socket.write(out);
    }
    rest = at === data.length ? undefined : data.subarray(at);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" && address !== null ? address.port : 0 });
});
process.on("disconnect", () => process.exit(0));
