/** What a word of the command line means; the table is the Java command's, with two words of our own. */
export type OptionRule =
  /** Takes the next word (or what follows `=`) as its value. */
  | { readonly kind: "value"; readonly as: ValueOption; readonly form: string }
  | { readonly kind: "switch"; readonly as: SwitchOption }
  /** Accepted, so that old command lines keep working; the note says why nothing happens. */
  | { readonly kind: "ignored"; readonly takesValue: boolean; readonly note: string }
  /** Not accepted, because silence would mislead. */
  | { readonly kind: "refused"; readonly reason: string };

/** Options with a value that the runner acts on. */
export type ValueOption =
  | "client"
  | "xml"
  | "configXml"
  | "targetServers"
  | "user"
  | "password"
  | "passwordFile"
  | "name";

/** Options without a value that the runner acts on. */
export type SwitchOption = "verbose" | "help" | "version" | "local" | "noAppInvoke";

function value(as: ValueOption, form: string): OptionRule {
  return { kind: "value", as, form };
}

function ignored(note: string, takesValue = false): OptionRule {
  return { kind: "ignored", takesValue, note };
}

const modules =
  "Node.js finds the imports of a module by itself; install packages beside the module";

/** Every option by its name without dashes. */
export const optionRules: Readonly<Record<string, OptionRule>> = {
  client: value("client", "-client client.mjs"),
  jar: value("client", "-client client.mjs"),
  xml: value("xml", "-xml sun-acc.xml"),
  configxml: value("configXml", "-configxml glassfish-acc.xml"),
  targetserver: value("targetServers", "-targetserver host:port,host:port"),
  user: value("user", "-user name"),
  password: value("password", "-password text"),
  passwordfile: value("passwordFile", "-passwordfile file"),
  name: value("name", "-name export"),
  mainclass: ignored("a module has no main class; its default export is called", true),
  verbose: { kind: "switch", as: "verbose" },
  help: { kind: "switch", as: "help" },
  usage: { kind: "switch", as: "help" },
  version: { kind: "switch", as: "version" },
  local: { kind: "switch", as: "local" },
  noappinvoke: { kind: "switch", as: "noAppInvoke" },
  textauth: ignored("nothing is ever asked for on the terminal; use -passwordfile"),
  jspath: ignored("it belongs to Java Web Start", true),
  classpath: { kind: "refused", reason: modules },
  cp: { kind: "refused", reason: modules },
};

/** Options of a Java virtual machine: command lines that were written for Java may keep them. */
export function isJvmOption(word: string): boolean {
  return /^--?(?:X[a-z:]|XX:|ea\b|da\b|esa\b|dsa\b|enableassertions|disableassertions|server$|agentlib:|agentpath:|javaagent:|splash:|showversion$|verbose:|add-(?:opens|exports|reads|modules)\b|enable-native-access)/.test(
    word,
  );
}

/** Of those, the ones that take the next word when they have no `=`. */
export function jvmOptionTakesValue(word: string): boolean {
  return /^--add-(?:opens|exports|reads|modules)$/.test(word);
}

/** What `-help` prints. */
export const usage = `Usage: appclient [options] -client FILE [arguments of the client]
       appclient [options] FILE [arguments of the client]

FILE is a module (.mjs, .js or .ts) whose default export is called as
  export default async (context, args) => { … }
It may return its exit status, a number from 0 to 255.

Options, with one dash or two:
  -client FILE           the client module
  -xml FILE              sun-acc.xml or glassfish-acc.xml
  -configxml FILE        the same, used when there is no -xml
  -targetserver LIST     host[:port][,host[:port]…], instead of the file's target-server elements
  -local                 the same as -targetserver localhost:3700
  -user NAME             user name
  -password TEXT         password; other users of this machine can see it, prefer -passwordfile
  -passwordfile FILE     a file with the line PASSWORD=…
  -name EXPORT           call this export of the module instead of the default one
  -Dname=value           a property, for instance -Dcom.sun.appserv.iiop.loadbalancingpolicy=ic-based-weighted
  -verbose               show which setting came from where
  -noappinvoke           load everything, call nothing
  -textauth, -mainclass  accepted, without effect
  -help, -usage          this text
  -version               the version
  --                     what follows is the client, then its arguments

Environment: REMORA_ENDPOINTS, REMORA_POLICY, REMORA_DEBUG, VMARGS (-Dname=value …)
Strongest first: environment, -D, VMARGS, -targetserver, the XML file.

Exit status: the client's; 1 when it failed; 2 when it was not started.
`;
