import { methodNames } from "@remora/protocol/internal";
import { GenerateError } from "../generate-error.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { type InterfaceMethod, methodLabel } from "./interface-methods.ts";

/** The operation name of every method of an interface. Throws {@link GenerateError} where the ORB would refuse it. */
export function wireNames(
  name: string,
  view: "business" | "rmi",
  all: readonly InterfaceMethod[],
  hierarchy: Hierarchy,
): ReadonlyMap<InterfaceMethod, string> {
  const isKind = (exception: string, above: string): boolean =>
    hierarchy.isSubtype(exception, above) === "yes";
  const described = all.map(({ name: method, descriptor, method: { exceptions } }) => ({
    name: method,
    descriptor,
    throwsChecked: exceptions.some(
      (exception) =>
        !isKind(exception, "java.rmi.RemoteException") &&
        !isKind(exception, "java.lang.RuntimeException") &&
        !isKind(exception, "java.lang.Error") &&
        // Errors of the JDK are in no table here.
        !/^java\.lang\.\w*Error$/.test(exception),
    ),
  }));
  // The interface that GlassFish generates for an EJB 3 view has another simple name, `_Greeter_Remote`.
  const generated = name.replace(/[^.]*$/, (simple) => `_${simple}_Remote`);
  const wire = methodNames(view === "business" ? generated : name, described, {
    attributes: view === "rmi",
    isIdlEntity: (descriptor) =>
      isKind(descriptor.slice(1, -1).replaceAll("/", "."), "org.omg.CORBA.portable.IDLEntity"),
  });
  const names = new Map<InterfaceMethod, string>();
  const owners = new Map<string, InterfaceMethod>();
  for (const [index, method] of all.entries()) {
    const wireName = wire[index] ?? method.name;
    const other = owners.get(wireName);
    if (other !== undefined) {
      const [one, two] = [other, method].map((each) => methodLabel(each.name, each.descriptor));
      throw new GenerateError(
        `${name}: ${one} and ${two} have the same name on the wire, ${wireName}; no ORB serves such an interface: rename one in Java`,
      );
    }
    owners.set(wireName, method);
    names.set(method, wireName);
  }
  return names;
}
