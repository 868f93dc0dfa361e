/** OMG IDL keywords, in capitals: they clash in any spelling. */
const keywords: ReadonlySet<string> = new Set(
  (
    "ABSTRACT ANY ATTRIBUTE BOOLEAN CASE CHAR CONST CONTEXT CUSTOM DEFAULT DOUBLE ENUM EXCEPTION FACTORY FALSE FIXED " +
    "FLOAT IN INOUT INTERFACE LONG MODULE NATIVE OBJECT OCTET ONEWAY OUT PRIVATE PUBLIC RAISES READONLY SEQUENCE SHORT " +
    "STRING STRUCT SUPPORTS SWITCH TRUE TRUNCATABLE TYPEDEF UNSIGNED UNION VALUEBASE VALUETYPE VOID WCHAR WSTRING"
  ).split(" "),
);

/** Whether IDL has a name for itself: Java names of that text get an underscore (Java to IDL mapping 1.4, §1.3.2.2). */
export function isIdlKeyword(name: string): boolean {
  return keywords.has(name.toUpperCase());
}
