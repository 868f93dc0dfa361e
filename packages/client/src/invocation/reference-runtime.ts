import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import type { CallRuntime } from "../failover/call-runtime.ts";
import type { AvoidedKeys } from "../resolution/avoided-keys.ts";
import type { EndpointHealthBook } from "../resolution/endpoint-health-book.ts";
import type { EndpointRegistry } from "../resolution/endpoint-registry.ts";
import type { Membership } from "../resolution/membership.ts";
import type { AnsweredOperations } from "./answered-operations.ts";
import type { CallContexts } from "./call-context.ts";

/** What invoking a reference needs of its Orb. */
export interface ReferenceRuntime extends CallRuntime {
  readonly registry: EndpointRegistry;
  readonly health: EndpointHealthBook;
  readonly membership: Membership;
  readonly avoided: AvoidedKeys;
  readonly answered: AnsweredOperations;
  /** Java classes, and what references in values become. */
  readonly contexts: CallContexts;
  /** A connection was lost or refused: the view may be out of date. */
  onTrouble(endpoint: RemoteEndpoint): void;
}
