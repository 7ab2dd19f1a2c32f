import type { Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/**
 * A program with one character beyond Latin 1 takes twice the memory. Such characters stand in its texts, where they are
 * escaped; wherever the characters themselves count, as in `String.raw`, they stay.
 */
export const oneByte: Plugin = {
  name: 'one-byte',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = withEscapes(file.code, this.parse(file.code) as unknown as Node);
  },
};

/** The same program; `program`: its syntax tree, in the form of ESTree. */
export function withEscapes(code: string, program: Node): string {
  const texts = textsIn(program).sort((one, other) => one.start - other.start);
  let made = '';
  let at = 0;
  for (const { start, end } of texts) {
    made += code.slice(at, start) + code.slice(start, end).replaceAll(/\\.|[^\0-\xff]/gs, escaped);
    at = end;
  }
  return made + code.slice(at);
}

/** One character, or a backslash with the one behind it, which stands for itself where it means nothing else. */
function escaped(part: string): string {
  const character = part.at(-1) ?? '';
  return character <= '\xff' ? part : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** What stands between quotation marks, patterns, and the pieces of templates. Of those with a tag only what becomes a pattern. */
function textsIn(node: Node, becomesPattern = false): Node[] {
  if (node.type === 'TemplateElement') return [node];
  if (node.type === 'Literal') return typeof node['value'] === 'string' || node['regex'] !== undefined ? [node] : [];
  const isPattern = node.type === 'NewExpression' && (node['callee'] as Node)['name'] === 'RegExp';
  const isTaken = node.type === 'TaggedTemplateExpression' && !becomesPattern;
  const under = isTaken ? expressionsOf(node) : Object.values(node).flat();
  return under.filter(isNode).flatMap((each) => textsIn(each, isPattern));
}

const expressionsOf = ({ tag, quasi }: Node): unknown[] => [tag, ...((quasi as Node)['expressions'] as unknown[])];

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';
