// The values of EJB 2 that GlassFish sends: handles and metadata (captures: glassfish/ejb2.jsonl).
import {
  type CdrReader,
  type CdrWriter,
  type ClassLayout,
  type Ior,
  valuesOf,
  valueWriterOf,
} from "@remora/protocol/internal";

interface Handle {
  readonly reference: Ior;
}

/** Handles write their reference by hand, and no field. */
function handleLayout(name: string, numbers: string): ClassLayout {
  return {
    name,
    repositoryId: `RMI:${name}:${numbers}`,
    custom: true,
    noDefaults: true,
    fields: [],
    writeOptional: (values, { reference }: Handle) => values.abstractValue(reference, "reference"),
    readOptional: (values, target) => {
      target["reference"] = values.abstractValue();
    },
  };
}

const handle = handleLayout("com.sun.ejb.portable.HandleImpl", "91028FB7348E2329:226D50998865404E");
const homeHandle = handleLayout(
  "com.sun.ejb.portable.HomeHandleImpl",
  "0F913EA8EFDE194B:CAC2721920586E3C",
);

interface MetaData {
  readonly stateless: boolean;
  readonly remoteInterface: string;
  readonly homeInterface: string;
  readonly home: Ior;
}

const metaData: ClassLayout = {
  name: "com.sun.ejb.portable.EJBMetaDataImpl",
  repositoryId: "RMI:com.sun.ejb.portable.EJBMetaDataImpl:AE837E85D7D3C983:502E5C96F2E76966",
  custom: true,
  noDefaults: true,
  fields: [],
  writeOptional: (values, { stateless, remoteInterface, homeInterface, home }: MetaData) => {
    values.open();
    const { writer } = values;
    // A session bean; what follows is text without identity.
    writer.boolean(true);
    writer.boolean(stateless);
    writer.wstring(remoteInterface, "remote interface");
    writer.wstring(homeInterface, "home interface");
    // The home's handle is an object like any other.
    writer.octet(0);
    values.object(homeHandle, { reference: home }, "home handle");
  },
};

/** Reads a handle that came back; undefined where there is none. */
export function readHandle(reader: CdrReader): Ior | undefined {
  // The class is known by the context alone.
  reader.java = { classes: new Map([[handle.name, handle]]) };
  const received = valuesOf(reader).abstractValue() as Partial<Handle> | null;
  return received?.reference;
}

/** Handles are declared as interfaces of which some implementation might be a remote object: a flag says no. */
export function writeHandle(writer: CdrWriter, reference: Ior): void {
  writer.boolean(false);
  valueWriterOf(writer).object(handle, { reference }, "handle");
}

/** The same for a home. */
export function writeHomeHandle(writer: CdrWriter, reference: Ior): void {
  writer.boolean(false);
  valueWriterOf(writer).object(homeHandle, { reference }, "home handle");
}

/** What a home tells of its bean. */
export function writeMetaData(writer: CdrWriter, data: MetaData): void {
  valueWriterOf(writer).object(metaData, data, "metadata");
}
