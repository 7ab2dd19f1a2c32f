import { asNode, listAt, type Node, nodeAt, referredName, resolved } from './openapi-node.ts';

/** The members of an object with those of everything it includes by `allOf`. */
export interface ObjectSchema {
  readonly members: ReadonlyMap<string, Node>;
  readonly required: ReadonlySet<string>;
}

/** Returns the members of a schema; null if it is no object with members. */
export function objectSchema(source: Node, schema: Node, depth = 0): ObjectSchema | null {
  const node = resolved(source, schema);
  if (depth > 10) return null;
  const included = listAt(node, 'allOf').map((part) => objectSchema(source, asNode(part), depth + 1));
  const members = new Map(included.flatMap((part) => [...(part?.members ?? [])]));
  const required = new Set(included.flatMap((part) => [...(part?.required ?? [])]));
  for (const [name, value] of Object.entries(nodeAt(node, 'properties'))) members.set(name, asNode(value));
  for (const name of listAt(node, 'required')) if (typeof name === 'string') required.add(name);
  return members.size === 0 ? null : { members, required };
}

/** Returns the name of the component that a schema is; of `allOf` with one reference alone, that one. */
export function componentOf(schema: Node): string {
  const own = referredName(schema);
  const parts = listAt(schema, 'allOf');
  return own !== '' || parts.length !== 1 ? own : referredName(asNode(parts[0]));
}

/** Returns the schema of the items if a schema is a list. */
export function itemsOf(source: Node, schema: Node): Node | null {
  const items = nodeAt(resolved(source, schema), 'items');
  return Object.keys(items).length === 0 ? null : items;
}
