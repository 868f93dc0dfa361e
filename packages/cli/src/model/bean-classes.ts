import type { Annotation, AnnotationValue } from "../class-file/annotation.ts";
import { type ClassFile, isInterface } from "../class-file/class-file.ts";
import type { ClassPath } from "../class-path/class-path.ts";
import { byName } from "./java-names.ts";

/** What a bean class in the jar says of its kind and interfaces. */
export interface BeanClass {
  readonly file: ClassFile;
  readonly bean: "stateless" | "stateful" | "singleton" | undefined;
  /** Interfaces that it names in `@Remote`, or that `@Remote` without names means. */
  readonly remotes: readonly string[];
}

const kinds = { Stateless: "stateless", Stateful: "stateful", Singleton: "singleton" } as const;

/** An annotation of the EJB API, of either package. */
export function ejbAnnotation(
  annotations: readonly Annotation[],
  name: string,
): Annotation | undefined {
  return annotations.find(
    ({ type }) => type === `jakarta.ejb.${name}` || type === `javax.ejb.${name}`,
  );
}

/** Whether there is an annotation of a simple name, of any package. */
export function hasAnnotation(annotations: readonly Annotation[], ...names: string[]): boolean {
  return annotations.some(({ type }) => names.includes(type.slice(type.search(/[^.$]*$/))));
}

/** The bean classes among the inputs, by name. */
export function beanClasses(classPath: ClassPath): readonly BeanClass[] {
  const beans: BeanClass[] = [];
  for (const name of [...classPath.own].sort(byName)) {
    const file = classPath.find(name);
    if (file === undefined || isInterface(file)) continue;
    const kind = (Object.keys(kinds) as (keyof typeof kinds)[]).find(
      (one) => ejbAnnotation(file.annotations, one) !== undefined,
    );
    const remote = ejbAnnotation(file.annotations, "Remote");
    if (kind === undefined && remote === undefined) continue;
    beans.push({
      file,
      bean: kind === undefined ? undefined : kinds[kind],
      remotes: remote === undefined ? [] : remotesOf(file, remote),
    });
  }
  return beans;
}

function remotesOf(file: ClassFile, remote: Annotation): readonly string[] {
  const named = classesIn(remote.values.get("value"));
  if (named.length > 0) return named;
  // EJB 3.2, 4.9.7: without names all interfaces are meant, but for these.
  return file.interfaces.filter(
    (name) =>
      !/^(?:java\.io\.(?:Serializable|Externalizable)$|(?:javax|jakarta)\.ejb\.)/.test(name),
  );
}

function classesIn(value: AnnotationValue | undefined): readonly string[] {
  if (value?.kind === "class") return [value.name];
  return value?.kind === "array" ? value.values.flatMap(classesIn) : [];
}
