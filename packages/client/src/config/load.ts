import { open } from "node:fs/promises";
import { ConfigurationError } from "../errors.ts";
import {
  type ClientContainerOptions,
  defaultMaxConfigBytes,
  settingsFromClientContainerXml,
} from "./client-container-xml.ts";
import { settingsFromPropertiesText } from "./properties.ts";
import type { PartialSettings } from "./settings.ts";

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
  return settingsFromClientContainerXml(content, { file: path, ...options });
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
