import { isObject, type Json, member } from '../../fields/text/json.ts';

/** An object of an OpenAPI document. */
export type Node = { readonly [name: string]: Json };

/** Returns the object under a name; an empty one if there is none. */
export const nodeAt = (node: Node, name: string): Node => asNode(member(node, name));

export const asNode = (value: Json | undefined): Node => (value !== undefined && isObject(value) ? value : {});

export const listAt = (node: Node, name: string): readonly Json[] => asList(member(node, name));

export const asList = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

export const textAt = (node: Node, name: string): string => {
  const value = member(node, name);
  return typeof value === 'string' ? value : '';
};

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Returns the name of the component that a node refers to; empty if it refers to none. */
export const referredName = (node: Node): string => textAt(node, '$ref').split('/').at(-1) ?? '';

/** Follows references within the document, up to ten. */
export function resolved(source: Node, node: Node): Node {
  let found = node;
  for (let steps = 0; steps < 10 && textAt(found, '$ref').startsWith('#/'); steps += 1)
    found = textAt(found, '$ref')
      .slice(2)
      .split('/')
      .reduce((at, name) => nodeAt(at, name.replaceAll('~1', '/').replaceAll('~0', '~')), source);
  return found;
}
