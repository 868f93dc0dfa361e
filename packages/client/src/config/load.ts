import { open } from "node:fs/promises";
import { ConfigurationError } from "../errors.ts";
import {
  type ClientContainerOptions,
  defaultMaxConfigBytes,
  settingsFromClientContainerXml,
} from "./client-container-xml.ts";
import { settingsFromConnectionString, settingsFromTargetServers } from "./connection-string.ts";
import {
  type Environment,
  parseVmArguments,
  settingsFromDefinitions,
  settingsFromEnvironment,
  settingsFromVmArguments,
} from "./environment.ts";
import { settingsFromPropertiesText } from "./properties.ts";
import type { PartialSettings, Settings } from "./setting.ts";
import { mergeSettings } from "./settings.ts";
import { settingsInPrecedence } from "./sources.ts";

/** Everything outside of code that may configure a client; each part may be missing. */
export interface SettingsInput {
  /** Settings given in code, as `new Orb({ … })` sees them. */
  readonly code?: PartialSettings | undefined;
  /** `corbaloc:`, `corbaname:`, `iiop:` or `host:port,…`. */
  readonly connectionString?: string | undefined;
  /** `process.env`, or nothing to keep the environment out. `VMARGS` is not read from here. */
  readonly environment?: Environment | undefined;
  /** `-Dname=value` of a command line. */
  readonly definitions?: readonly { readonly name: string; readonly value: string }[] | undefined;
  /** The text of the environment variable `VMARGS`. */
  readonly vmArguments?: string | undefined;
  /** Path of a Java-style properties file. */
  readonly propertiesFile?: string | undefined;
  /** The list of `-targetserver`. */
  readonly targetServers?: string | undefined;
  /** Path of `sun-acc.xml` or `glassfish-acc.xml`. */
  readonly clientContainerXml?: string | undefined;
  /** See `ClientContainerOptions`. */
  readonly strictGlassFish?: boolean | undefined;
  /** See `ClientContainerOptions`; it limits properties files too. */
  readonly maxConfigBytes?: number | undefined;
}

/**
 * Reads all sources and joins them by the documented precedence. No endpoint is added by default:
 * `withDefaultEndpoint` does that for those who want it.
 *
 * Tokens in the XML file see the properties of the file, of `VMARGS` and of `-D` (the last is the
 * strongest), then the environment.
 *
 * @throws ConfigurationError from whichever source is wrong.
 */
export async function loadSettings(input: SettingsInput): Promise<Settings> {
  const { connectionString, environment, definitions, vmArguments, targetServers } = input;
  const limits = { maxConfigBytes: input.maxConfigBytes };
  const properties =
    input.propertiesFile === undefined
      ? undefined
      : await readPropertiesFile(input.propertiesFile, limits);
  const tokens: Record<string, string> = Object.fromEntries(
    [
      ...(properties?.properties ?? []),
      ...(vmArguments === undefined ? [] : parseVmArguments(vmArguments).definitions),
      ...(definitions ?? []),
    ].map(({ name, value }) => [name, value]),
  );
  const file =
    input.clientContainerXml === undefined
      ? undefined
      : await readClientContainerXml(input.clientContainerXml, {
          ...limits,
          strictGlassFish: input.strictGlassFish,
          properties: tokens,
          environment,
        });
  return mergeSettings(
    settingsInPrecedence({
      code: input.code,
      connectionString:
        connectionString === undefined ? undefined : settingsFromConnectionString(connectionString),
      environment: environment === undefined ? undefined : settingsFromEnvironment(environment),
      commandLine: definitions === undefined ? undefined : settingsFromDefinitions(definitions),
      vmArguments: vmArguments === undefined ? undefined : settingsFromVmArguments(vmArguments),
      properties,
      targetServerOption:
        targetServers === undefined ? undefined : settingsFromTargetServers(targetServers),
      file,
    }),
  );
}

/**
 * Reads a client container file from disk; everything else is `settingsFromClientContainerXml`.
 *
 * @throws ConfigurationError when the file cannot be read, is too large, or is wrong.
 */
export async function readClientContainerXml(
  path: string,
  options: ClientContainerOptions = {},
): Promise<PartialSettings> {
  const limit = options.maxConfigBytes ?? defaultMaxConfigBytes;
  const content = await readAtMost(path, limit);
  return await settingsFromClientContainerXml(content, { file: path, ...options });
}

/**
 * Reads a Java-style properties file from disk. The text is UTF-8, as Java reads it since version 9.
 *
 * @throws ConfigurationError when the file cannot be read, is too large, or is wrong.
 */
export async function readPropertiesFile(
  path: string,
  options: { readonly maxConfigBytes?: number | undefined } = {},
): Promise<PartialSettings> {
  const content = await readAtMost(path, options.maxConfigBytes ?? defaultMaxConfigBytes);
  return settingsFromPropertiesText(new TextDecoder().decode(content), path);
}

/** Reads one octet more than allowed at most: a file that grows, or a device without end, is refused too. */
async function readAtMost(path: string, limit: number): Promise<Uint8Array> {
  try {
    await using file = await open(path, "r");
    const chunks: Uint8Array[] = [];
    let size = 0;
    while (size <= limit) {
      const chunk = new Uint8Array(Math.min(64 * 1024, limit + 1 - size));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) return Buffer.concat(chunks, size);
      chunks.push(chunk.subarray(0, bytesRead));
      size += bytesRead;
    }
  } catch (cause) {
    throw new ConfigurationError(`cannot read ${path}: ${reasonOf(cause)}`, { cause });
  }
  throw new ConfigurationError(
    `${path} has more bytes than maxConfigBytes (${limit}); it was not parsed`,
  );
}

/** Words for the usual reasons; the system's code for the others. */
function reasonOf(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  switch (code) {
    case "ENOENT":
      return "no such file";
    case "EISDIR":
      return "it is a directory";
    case "EACCES":
      return "permission denied";
    default:
      return code ?? String(cause);
  }
}
