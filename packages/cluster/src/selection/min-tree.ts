/**
 * A row of numbers that never changes, and knows its lowest: another number at a place gives a new row, in a few steps
 * however long it is.
 */
export interface MinTree {
  /** How many levels there are below the root. */
  readonly depth: number;
  /** The root. */
  readonly root: MinNode;
}

/** A step of up to 32 numbers, or of up to 32 nodes. */
interface MinNode {
  /** The lowest below. */
  readonly lowest: number;
  /** The numbers, or the lowest of each child. */
  readonly values: Float64Array;
  /** None at the lowest level. */
  readonly children: readonly MinNode[];
}

const BITS = 5;
const WIDTH = 1 << BITS;

function nodeOf(values: Float64Array, children: readonly MinNode[]): MinNode {
  let lowest = Number.POSITIVE_INFINITY;
  for (const value of values) if (value < lowest) lowest = value;
  return { lowest, values, children };
}

/** A row of numbers; infinity stands for none. */
export function minTree(values: readonly number[]): MinTree {
  let nodes: MinNode[] = [];
  for (let from = 0; from < values.length; from += WIDTH) {
    nodes.push(nodeOf(Float64Array.from(values.slice(from, from + WIDTH)), []));
  }
  let depth = 0;
  while (nodes.length > 1) {
    const above: MinNode[] = [];
    for (let from = 0; from < nodes.length; from += WIDTH) {
      const children = nodes.slice(from, from + WIDTH);
      above.push(
        nodeOf(
          Float64Array.from(children, ({ lowest }) => lowest),
          children,
        ),
      );
    }
    nodes = above;
    depth += 1;
  }
  return { depth, root: nodes[0] ?? nodeOf(new Float64Array(0), []) };
}

/** The first place of the lowest number; -1 when there are none. */
export function lowestPlace({ depth, root }: MinTree): number {
  if (root.lowest === Number.POSITIVE_INFINITY) return -1;
  let [node, place] = [root, 0];
  for (let level = depth; ; level -= 1) {
    const index = node.values.indexOf(node.lowest);
    place = place * WIDTH + index;
    if (level === 0) return place;
    node = node.children[index] as MinNode;
  }
}

/** The row with another number at a place. */
export function withNumber({ depth, root }: MinTree, place: number, value: number): MinTree {
  return { depth, root: nodeWith(root, depth, place, value) };
}

function nodeWith(node: MinNode, level: number, place: number, value: number): MinNode {
  const index = (place >>> (level * BITS)) & (WIDTH - 1);
  let { children } = node;
  let own = value;
  if (level > 0) {
    const child = nodeWith(children[index] as MinNode, level - 1, place, value);
    own = child.lowest;
    const copied = children.slice();
    copied[index] = child;
    children = copied;
  }
  const values = node.values.slice();
  values[index] = own;
  return nodeOf(values, children);
}
