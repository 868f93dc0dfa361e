/**
 * The name that a policy knows an object of Secure Global Desktop by: the last `cn=` of
 * `.../_ens/o=Example/cn=paris`, the host of `.../_dns/paris.example.com`; any other text stands for itself.
 */
export function sgdObjectName(text: string): string {
  const name = /(?:^|\/)(?:cn=|\.{3}\/_dns\/)([^/]+)$/i.exec(text)?.[1];
  return name ?? text;
}
