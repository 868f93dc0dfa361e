import { bench, describe } from "vitest";
import { peekRequestId } from "../giop/giop-message.ts";
import { MessageAssembler } from "../giop/message-assembler.ts";
import { decodeReply, encodeReply } from "../giop/reply.ts";
import { finishRequest, requestTemplate, writeTemplate } from "../giop/request.ts";
import { codeSetsContext, SERVICE_CONTEXT } from "../giop/service-context.ts";
import { stringType, writeStringValue } from "../rmi/string-value.ts";
import { CodeSet } from "./code-sets.ts";
import { OutgoingBuffer } from "./outgoing-buffer.ts";
import { CdrReader } from "./reader.ts";
import { CdrWriter } from "./writer.ts";

// One call of `greet` as GlassFish sees it: a key of 80 octets, code sets and a label.
const template = requestTemplate({
  giopMinor: 2,
  objectKey: new Uint8Array(80).fill(7),
  operation: "greet",
  contexts: [
    codeSetsContext(CodeSet.utf8, CodeSet.utf16),
    { id: SERVICE_CONTEXT.membershipLabel, data: new Uint8Array(40) },
  ],
});

const CALLS = 64;
const outgoing = new OutgoingBuffer();

const replies = new CdrWriter();
encodeReply(
  replies,
  {
    giopMinor: 2,
    requestId: 5,
    status: 0,
    contexts: [{ id: SERVICE_CONTEXT.orbVersion, data: Uint8Array.of(0, 20) }],
  },
  (writer) => writeStringValue(writer, "Hello, Ada Lovelace!"),
);
const chunk = new Uint8Array(Buffer.concat(Array.from({ length: CALLS }, () => replies.toBytes())));
let sum = 0;
const assembler = new MessageAssembler({
  onMessage(message) {
    sum += peekRequestId(message);
    const reply = decodeReply(message);
    if (reply.context(SERVICE_CONTEXT.iorUpdate) !== undefined) sum++;
    sum += stringType.read(reply.body)?.length ?? 0;
  },
});

describe(`${CALLS} calls`, () => {
  bench("requests: template, argument, gathered chunk", () => {
    for (let id = 0; id < CALLS; id++) {
      outgoing.begin();
      writeTemplate(outgoing, template, id);
      stringType.write(outgoing, "Ada Lovelace", "who");
      finishRequest(outgoing, template);
      outgoing.finish();
    }
    sum += outgoing.take().length;
  });
  bench("replies: one chunk to texts", () => {
    assembler.push(chunk);
  });
});

describe.each([12, 60, 1000, 100_000])("texts of %i characters", (length) => {
  const wide = new CdrWriter();
  wide.wstring("x".repeat(length));
  const narrow = new CdrWriter();
  narrow.string("x".repeat(length));
  const [wideOctets, narrowOctets] = [wide.toBytes(), narrow.toBytes()];
  bench("wstring", () => {
    sum += new CdrReader(wideOctets, 0, wideOctets.length).wstring().length;
  });
  bench("string", () => {
    sum += new CdrReader(narrowOctets, 0, narrowOctets.length).string().length;
  });
});
