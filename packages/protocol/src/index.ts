export {
  type CompletionStatus,
  LocalProtocolError,
  type LocalProtocolErrorOptions,
  OrbError,
  type OrbErrorOptions,
  RemoteProtocolError,
  type RemoteProtocolErrorOptions,
} from "./errors.ts";
export { defaultLimits, type ProtocolLimits } from "./limits.ts";
