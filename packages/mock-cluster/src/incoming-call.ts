// One request on its way through a member: decode, journal, servant, reply. Scripted faults: struck-call.ts.
import {
  encodeReply,
  findContext,
  type ReplyStatus,
  type RequestMessage,
  SERVICE_CONTEXT,
} from "@remora/protocol/internal";
import {
  type Answer,
  errorAnswer,
  forwardAnswer,
  resultAnswer,
  stoppedAnswer,
  systemExceptionAnswer,
} from "./answer.ts";
import type { CallHost } from "./call-host.ts";
import { namedCodeSets, UnnegotiatedReader } from "./code-set-negotiation.ts";
import { MockSystemException } from "./errors.ts";
import type { ScriptedFault } from "./fault-script.ts";
import type { Fault } from "./faults.ts";
import type { MutableJournalEntry } from "./journal.ts";
import type { MemberConnection } from "./member-connection.ts";
import { nameServiceKey } from "./object-keys.ts";
import { replyContexts } from "./reply-contexts.ts";
import { joined, shapeReply } from "./reply-shape.ts";
import { passThroughFault } from "./struck-call.ts";
import type { Operation, Target } from "./target.ts";
import type { StreamFormat } from "./values/value-writer.ts";

const noArgs: readonly unknown[] = Object.freeze([]);
const noThrows: readonly { readonly name: string }[] = Object.freeze([]);
const noKey: Uint8Array = new Uint8Array(0);

/** Whether a key is the one that bootstrap URLs name. */
export function isNameServiceKey(key: Uint8Array | undefined): boolean {
  if (key === undefined || key.length !== nameServiceKey.length) return false;
  for (let i = 0; i < key.length; i++) if (key[i] !== nameServiceKey[i]) return false;
  return true;
}

function streamFormatOf(request: RequestMessage): StreamFormat {
  const data = findContext(request.contexts, SERVICE_CONTEXT.rmiCustomMaxStreamFormat);
  // An encapsulated octet; a client that says nothing gets format 1 (Java to IDL 1.4, 1.4.11).
  return (data?.[1] ?? 1) >= 2 ? 2 : 1;
}

/** A request and what is known of it so far. */
export class IncomingCall {
  readonly host: CallHost;
  readonly connection: MemberConnection;
  readonly request: RequestMessage;
  readonly streamFormat: StreamFormat;
  /** What the key led to; undefined for the name service's bootstrap key and unknown ones. */
  target: Target | undefined;
  #operation: Operation | undefined;
  #args: readonly unknown[] = noArgs;
  #entry: MutableJournalEntry | undefined;
  #cameLate = false;

  constructor(host: CallHost, connection: MemberConnection, request: RequestMessage) {
    this.host = host;
    this.connection = connection;
    this.request = request;
    this.streamFormat = streamFormatOf(request);
  }

  /** Its entry in the journal. */
  get entry(): MutableJournalEntry {
    if (this.#entry === undefined) throw new Error("the call is not in the journal yet");
    return this.#entry;
  }

  /** Handles the request; the reply may come at once or much later. */
  begin(): void {
    let refusal: Answer | undefined;
    try {
      refusal = this.#resolve();
      // Late is who arrives late, whenever its servant runs.
      this.#cameLate = this.target?.bean !== undefined && this.host.arrivesLate();
    } catch (error) {
      refusal = errorAnswer(error, this.streamFormat, { throws: noThrows });
    }
    this.#entry = this.#record();
    const { faults } = this.host;
    const scripted = faults.active ? faults.strikeCall(this.#entry) : undefined;
    if (scripted !== undefined) {
      void passThroughFault(this, scripted, refusal);
    } else if (refusal !== undefined) {
      this.reply(refusal);
    } else {
      this.execute((answer) => this.reply(answer));
    }
  }

  /** Runs the servant and hands on what is to be answered. */
  execute(done: (answer: Answer) => void): void {
    const { entry, host, target } = this;
    const operation = this.#operation as Operation;
    if (target?.bean !== undefined) host.enterBeanCall();
    entry.executed = true;
    entry.state = "executing";
    host.journal.changed(entry);
    let result: unknown;
    try {
      result = operation.run(this.#args);
    } catch (error) {
      done(this.#finished(this.#answerOf(error)));
      return;
    }
    if (isPromise(result)) {
      result.then(
        (value) => done(this.#finished(resultAnswer(operation, value, this.streamFormat))),
        (error: unknown) => done(this.#finished(this.#answerOf(error))),
      );
    } else {
      done(this.#finished(resultAnswer(operation, result, this.streamFormat)));
    }
  }

  /** Sends the answer, unless nobody wants one or nobody is there any more. */
  reply(answer: Answer, scripted?: ScriptedFault<Fault>): void {
    this.entry.answer = answer.name;
    if (!this.request.responseExpected) {
      this.settle("notExpected");
      return;
    }
    this.host.whenThawed(() => {
      if (this.connection.open) this.#send(answer, scripted);
      else this.settle("withheld");
    });
  }

  /** Notes in the journal what became of the reply. */
  settle(outcome: MutableJournalEntry["reply"]): void {
    const { entry } = this;
    entry.reply = outcome;
    if (outcome !== "withheld") entry.state = "replied";
    this.host.journal.changed(entry);
  }

  // The servant is done. What came while the member was stopping has run, and gets UNKNOWN all the same.
  #finished(answer: Answer): Answer {
    const { entry, host } = this;
    if (this.target?.bean !== undefined) host.leaveBeanCall();
    entry.state = "finished";
    host.journal.changed(entry);
    if (!this.#cameLate || host.lateAnswer === "result") return answer;
    return host.lateAnswer === "unknown" ? stoppedAnswer() : systemExceptionAnswer(host.lateAnswer);
  }

  // Finds object and operation and reads the arguments; or gives what is answered instead.
  #resolve(): Answer | undefined {
    const { connection, host, request } = this;
    if (connection.codeSets === undefined) {
      const codeSets = namedCodeSets(request);
      if (codeSets !== undefined) {
        connection.useCodeSets(codeSets);
        request.body.charSet = codeSets.char;
        request.body.wcharSet = codeSets.wchar;
      }
    }
    const { objectKey } = request;
    if (isNameServiceKey(objectKey)) return forwardAnswer(host.adapter.rootContext());
    if (objectKey === undefined)
      throw new MockSystemException({ name: "INV_OBJREF", completed: "no" });
    this.target = host.adapter.find(objectKey);
    const operation = this.target.operation(request.operation);
    if (operation === undefined) {
      throw new MockSystemException({ name: "BAD_OPERATION", minor: 0x5355_0003, completed: "no" });
    }
    this.#operation = operation;
    const body =
      connection.codeSets === undefined ? UnnegotiatedReader.of(request.body) : request.body;
    this.#args = operation.readArgs(body);
    return undefined;
  }

  #record(): MutableJournalEntry {
    const { connection, request, target } = this;
    return this.host.journal.add({
      kind: "request",
      member: this.host.name,
      connection: connection.number,
      requestId: request.requestId,
      operation: request.operation,
      args: this.#args,
      bean: target?.bean,
      // The target's own key, for the request's is a view that would keep the whole chunk alive.
      objectKey: target?.objectKey ?? request.objectKey?.slice() ?? noKey,
      contexts: request.contexts.map((context) => context.id),
      giopMinor: request.giopMinor,
      responseExpected: request.responseExpected,
      state: "arrived",
      executed: false,
      reply: "pending",
      answer: undefined,
    });
  }

  #answerOf(error: unknown): Answer {
    return errorAnswer(error, this.streamFormat, {
      businessView: this.target?.businessView === true,
      ejb2View: this.target?.ejb2View === true,
      throws: this.#operation?.throws ?? noThrows,
    });
  }

  #send(answer: Answer, scripted: ScriptedFault<Fault> | undefined): void {
    const { buffer } = this.connection;
    const fault = scripted?.fault;
    const shape = fault?.reply;
    const requestId = (this.request.requestId + (shape?.requestIdDelta ?? 0)) >>> 0;
    const status = (shape?.status ?? answer.status) as ReplyStatus;
    const contexts = replyContexts(
      this.host,
      this.connection,
      this.target,
      this.request,
      answer.contexts,
      fault?.update,
    );
    let bodyStart = 0;
    buffer.begin();
    try {
      const head = { giopMinor: this.request.giopMinor, requestId, status, contexts };
      encodeReply(buffer, head, (writer) => {
        bodyStart = writer.offset;
        answer.writeBody(writer);
      });
    } catch (error) {
      buffer.abandon();
      // The result cannot be written: the servant answered what its descriptor does not allow, or wide text is impossible.
      const instead = this.#answerOf(error);
      this.entry.answer = instead.name;
      if (instead.name !== answer.name) this.#send(instead, scripted);
      else this.settle("withheld");
      return;
    }
    if (shape === undefined && fault?.close !== "midReply") {
      buffer.finish();
      this.connection.flushSoon();
    } else {
      const message = buffer.toBytes();
      buffer.abandon();
      this.#sendShaped(message, bodyStart, scripted as ScriptedFault<Fault>);
    }
    this.settle("sent");
  }

  #sendShaped(message: Uint8Array, bodyStart: number, scripted: ScriptedFault<Fault>): void {
    const { connection, host } = this;
    const { close, closeManner, reply = {} } = scripted.fault;
    if (reply.messageError === true) {
      connection.sendMessageError();
      return;
    }
    const parts = shapeReply(message, bodyStart, reply, host.fragmentBytes);
    if (reply.interleave !== undefined) {
      connection.holdForInterleaving(parts, reply.interleave);
      return;
    }
    const cutAt = reply.cutAt ?? (close === "midReply" ? "half" : undefined);
    if (cutAt === undefined) {
      connection.inject(parts);
      return;
    }
    const octets = joined(parts);
    const end = cutAt === "half" ? octets.length >> 1 : cutAt;
    connection.inject([octets.subarray(0, end)]);
    if (close === "midReply") connection.end(closeManner ?? "fin");
    else scripted.wait(() => connection.inject([octets.subarray(end)]));
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value;
}
