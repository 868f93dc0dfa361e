// What the package exports of this folder, for tools such as a runner or a doctor command.
export {
  type ClientContainerOptions,
  defaultMaxConfigBytes,
  settingsFromClientContainerXml,
} from "./client-container-xml.ts";
export {
  connectionStringForms,
  type ParsedConnectionString,
  parseConnectionString,
  settingsFromConnectionString,
  settingsFromTargetServers,
} from "./connection-string.ts";
export { describeSettings, formatOrigin } from "./describe-settings.ts";
export {
  type Environment,
  environmentVariables,
  parseDefinition,
  parseVmArguments,
  settingsFromDefinitions,
  settingsFromEnvironment,
  settingsFromVmArguments,
  type VmArguments,
} from "./environment.ts";
export { type PropertyLine, parseJavaProperties } from "./java-properties.ts";
export {
  loadSettings,
  readClientContainerXml,
  readPropertiesFile,
  type SettingsInput,
} from "./load.ts";
export { orbOptionsOf, settingsFromOptions } from "./orb-options.ts";
export {
  settingsFromProperties,
  settingsFromPropertiesText,
  settingsFromTable,
} from "./properties.ts";
export {
  type LogLevel,
  noSettings,
  type OverriddenSetting,
  type PartialSettings,
  type Property,
  type Setting,
  type SettingDescription,
  type SettingName,
  type SettingOrigin,
  type SettingOriginKind,
  type Settings,
  type SettingValues,
  type SettingWarning,
  type TargetServer,
  type TargetServerCertDb,
  type TargetServerSsl,
} from "./setting.ts";
export { mergeSettings, targetName } from "./settings.ts";
export {
  type SettingsSources,
  settingsInPrecedence,
  settingsPrecedence,
  unsupportedDemand,
  unusedCredentials,
  withDefaultEndpoint,
} from "./sources.ts";
export { didYouMean, suggest } from "./suggest.ts";
export type { TokenSources } from "./tokens.ts";
