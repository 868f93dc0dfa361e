import { ObjectReference } from "../invocation/object-reference.ts";
import { isStub } from "../invocation/stub.ts";
import type { ContextWorkload } from "../resolution/context-pin.ts";

/**
 * The result of a lookup that made a context for itself. When it fails, or gives a value, nobody has that context: its
 * work has ended then, and not only when its memory is taken back.
 */
export async function workOfLookup(
  work: ContextWorkload,
  lookup: Promise<unknown>,
): Promise<unknown> {
  let isHeld = false;
  try {
    const found = await lookup;
    isHeld = isStub(found) || found instanceof ObjectReference;
    return found;
  } finally {
    if (!isHeld) work.end();
  }
}
