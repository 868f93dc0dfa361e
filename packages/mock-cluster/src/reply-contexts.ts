// Service contexts of a reply: version, CodeBase on a connection's first, IOR update when labels differ, and the rest.
import {
  findContext,
  type RequestMessage,
  SERVICE_CONTEXT,
  type ServiceContext,
} from "@remora/protocol/internal";
import type { CallHost } from "./call-host.ts";
import type { UpdateFault } from "./faults.ts";
import type { MemberConnection } from "./member-connection.ts";
import type { Target } from "./target.ts";
import { foreignUpdate, malformedMembersUpdate, memberlessUpdate } from "./update-faults.ts";

// Version 20 of the Java ORB, in an encapsulation.
const orbVersion: ServiceContext = {
  id: SERVICE_CONTEXT.orbVersion,
  data: Uint8Array.of(0, 20),
};
const onlyVersion: readonly ServiceContext[] = [orbVersion];

function sameOctets(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return true;
}

function updateData(
  host: CallHost,
  target: Target | undefined,
  request: RequestMessage,
  fault: UpdateFault | undefined,
): Uint8Array | undefined {
  if (target === undefined || fault === "never") return undefined;
  if (fault === undefined) {
    if (!target.clustered || !host.clustered) return undefined;
    const label = findContext(request.contexts, SERVICE_CONTEXT.membershipLabel);
    if (label !== undefined && sameOctets(label, host.view.label)) return undefined;
    return host.adapter.update(target);
  }
  if (typeof fault === "object") return fault.data;
  switch (fault) {
    case "always":
      return host.adapter.update(target);
    case "malformed":
      return new Uint8Array(16).fill(0xff);
    case "malformedMembers":
      return malformedMembersUpdate(target.reference());
    case "foreign":
      return foreignUpdate(target.typeId, target.objectKey);
    case "empty":
      return memberlessUpdate(target.reference());
  }
}

/** The contexts of a reply, in GlassFish's order; `own` are those of the answer itself. */
export function replyContexts(
  host: CallHost,
  connection: MemberConnection,
  target: Target | undefined,
  request: RequestMessage,
  own: readonly ServiceContext[],
  fault: UpdateFault | undefined,
): readonly ServiceContext[] {
  const update = updateData(host, target, request, fault);
  if (!connection.firstReply && update === undefined && own.length === 0) return onlyVersion;
  const contexts = [orbVersion];
  if (connection.firstReply) {
    connection.firstReply = false;
    contexts.push(host.codeBaseContext);
  }
  if (update !== undefined) contexts.push({ id: SERVICE_CONTEXT.iorUpdate, data: update });
  contexts.push(...own);
  return contexts;
}
