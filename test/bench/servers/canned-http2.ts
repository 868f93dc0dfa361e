// The least that a gRPC client takes for an answer, from Node's own HTTP/2: the counterpart of the canned replies.
import { createServer } from "node:http2";

/** Not compressed, length 0. */
const emptyMessage = Buffer.alloc(5);
const head = { ":status": 200, "content-type": "application/grpc+proto" };
const trailers = { "grpc-status": "0" };

const server = createServer();
server.on("stream", (stream) => {
  stream.respond(head, { waitForTrailers: true });
  stream.on("wantTrailers", () => stream.sendTrailers(trailers));
  stream.resume();
  stream.end(emptyMessage);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" && address !== null ? address.port : 0 });
});
process.on("disconnect", () => process.exit(0));
