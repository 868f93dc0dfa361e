// What every EJB 2 object and home has beside its own methods (jakarta.ejb.EJBObject and EJBHome), by wire name.
import { firstIiopProfile, type Ior, readIor, writeIor } from "@remora/protocol/internal";
import { javaException, remoteExceptionOf } from "../java-exception.ts";
import { keyText } from "../object-keys.ts";
import { type Operation, withoutArgs, writeVoid } from "../target.ts";
import { readHandle, writeHandle, writeHomeHandle, writeMetaData } from "../values/ejb2-values.ts";

/** An object's own side of them. */
export interface Ejb2Object {
  readonly objectKey: Uint8Array;
  reference(): Ior;
  homeReference(): Ior;
  remove(): void;
}

/** Operations of an EJB 2 object, or undefined for other names. */
export function ejb2ObjectOperation(object: Ejb2Object, name: string): Operation | undefined {
  switch (name) {
    case "remove":
      return withoutArgs(() => object.remove(), writeVoid);
    case "isIdentical":
      return {
        readArgs: (reader) => [readIor(reader)],
        run: ([other]) => {
          const profile = firstIiopProfile(other as Ior);
          return profile !== undefined && keyText(profile.objectKey) === keyText(object.objectKey);
        },
        writeResult: (writer, same) => writer.boolean(same === true),
      };
    case "_get_EJBHome":
      return withoutArgs(
        () => object.homeReference(),
        (writer, home) => writeIor(writer, home as Ior),
      );
    case "_get_handle":
      return withoutArgs(
        () => object.reference(),
        (writer, own) => writeHandle(writer, own as Ior),
      );
    case "_get_primaryKey":
      return withoutArgs(() => {
        throw remoteExceptionOf("Invalid operation for Session EJBs.");
      }, writeVoid);
    default:
      return undefined;
  }
}

/** What a home knows of its bean. */
export interface Ejb2Home {
  readonly stateless: boolean;
  readonly remoteInterface: string;
  readonly homeInterface: string;
  reference(): Ior;
  removeByKey(objectKey: Uint8Array): void;
}

/** Operations of an EJB 2 home, or undefined for other names. */
export function ejb2HomeOperation(home: Ejb2Home, name: string): Operation | undefined {
  switch (name) {
    case "_get_homeHandle":
      return withoutArgs(
        () => home.reference(),
        (writer, own) => writeHomeHandle(writer, own as Ior),
      );
    case "remove__jakarta_ejb_Handle":
      return {
        readArgs: (reader) => [readHandle(reader)],
        run: ([reference]) => {
          const profile = reference === undefined ? undefined : firstIiopProfile(reference as Ior);
          if (profile === undefined) throw remoteExceptionOf("null handle");
          home.removeByKey(profile.objectKey);
        },
        writeResult: writeVoid,
      };
    case "remove__java_lang_Object":
      return withoutArgs(() => {
        throw javaException("jakarta.ejb.RemoveException", "Invalid remove operation.", {
          runtime: false,
          application: true,
        });
      }, writeVoid);
    case "_get_EJBMetaData":
      return withoutArgs(
        () => home.reference(),
        (writer, own) => {
          const { stateless, remoteInterface, homeInterface } = home;
          writeMetaData(writer, { stateless, remoteInterface, homeInterface, home: own as Ior });
        },
      );
    default:
      return undefined;
  }
}
