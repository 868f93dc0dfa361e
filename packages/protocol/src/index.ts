export {
  type CompletionStatus,
  LocalProtocolError,
  type LocalProtocolErrorOptions,
  OrbError,
  type OrbErrorOptions,
  RemoteProtocolError,
  type RemoteProtocolErrorOptions,
} from "./errors.ts";
export { describeIor, type IorDescription } from "./ior/describe-ior.ts";
export { type Ior, isNil, type TaggedProfile } from "./ior/ior.ts";
export { parseIor, stringifyIor } from "./ior/stringified.ts";
export { defaultLimits, type ProtocolLimits } from "./limits.ts";
export { formatName, type Name, type NameComponent, parseName } from "./naming/compound-name.ts";
export { idl } from "./rmi/idl-types.ts";
export type { JavaType } from "./rmi/java-type.ts";
export { java } from "./rmi/java-types.ts";
export {
  type BeanType,
  type InterfaceKind,
  type MethodDescriptor,
  type MethodOptions,
  method,
  nonNull,
  type ReferenceType,
  type RemoteInterface,
  type RemoteInterfaceOptions,
  type RemoteMethod,
  remoteInterface,
  type ThrowsDescriptor,
} from "./rmi/remote-interface.ts";
