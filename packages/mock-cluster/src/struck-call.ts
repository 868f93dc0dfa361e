// The way of a call that a scripted fault strikes: the same steps as any call, with what the script wants in between.
import type { RequestMessage } from "@remora/protocol/internal";
import {
  type Answer,
  addressingAnswer,
  forwardAnswer,
  systemExceptionAnswer,
  userExceptionAnswer,
} from "./answer.ts";
import type { ScriptedFault } from "./fault-script.ts";
import type { Fault } from "./faults.ts";
import type { IncomingCall } from "./incoming-call.ts";

function dispositionOf(request: RequestMessage): number {
  if ("objectKey" in request.target) return 0;
  return "profile" in request.target ? 1 : 2;
}

// The answer that the script gives instead of the servant's, or undefined.
function scriptedAnswer(call: IncomingCall, fault: Fault): Answer | undefined {
  if (fault.systemException !== undefined) return systemExceptionAnswer(fault.systemException);
  if (fault.userException !== undefined) {
    return userExceptionAnswer(fault.userException, call.streamFormat);
  }
  if (fault.forward !== undefined) {
    const reference = call.host.forwardReference(call.target, fault.forward);
    return forwardAnswer(reference, fault.permanent);
  }
  const { addressingMode } = fault;
  if (addressingMode !== undefined && addressingMode !== dispositionOf(call.request)) {
    return addressingAnswer(addressingMode);
  }
  return undefined;
}

function execution(call: IncomingCall): Promise<Answer> {
  return new Promise((resolve) => call.execute(resolve));
}

function released(scripted: ScriptedFault<Fault>): Promise<void> {
  return new Promise((resolve) => scripted.wait(resolve));
}

// Ends the way here when the fault says so; gives whether it did.
function endsAt(call: IncomingCall, fault: Fault, phase: "beforeExecute" | "beforeReply"): boolean {
  if (fault.crash === phase) {
    call.settle("withheld");
    call.host.crash();
    return true;
  }
  if (fault.close === phase) {
    call.settle("withheld");
    call.connection.end(fault.closeManner ?? "fin");
    return true;
  }
  if (fault.silence === phase) {
    call.settle("withheld");
    return true;
  }
  return false;
}

/** Leads a call past a fault. `refusal` is what the member would have answered without asking a servant. */
export async function passThroughFault(
  call: IncomingCall,
  scripted: ScriptedFault<Fault>,
  refusal: Answer | undefined,
): Promise<void> {
  const { fault } = scripted;
  if (fault.hold === "beforeExecute") await released(scripted);
  if (endsAt(call, fault, "beforeExecute")) return;
  const instead = scriptedAnswer(call, fault);
  const runs = refusal === undefined && (instead === undefined || fault.execute === true);
  const own = runs ? await execution(call) : refusal;
  // One of the two is there: without a scripted answer the servant ran, or the member refused.
  const answer = instead ?? (own as Answer);
  const { delayMs } = fault;
  if (delayMs !== undefined) await new Promise<void>((go) => call.host.after(delayMs, go));
  if (fault.hold === "beforeReply") await released(scripted);
  if (endsAt(call, fault, "beforeReply")) return;
  call.reply(answer, scripted);
  if (fault.close === "afterReply") call.connection.end(fault.closeManner ?? "fin");
  if (fault.crash === "afterReply") call.host.crash();
}
