import type { Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/**
 * Escapes characters beyond Latin 1 in string literals, because a single one doubles the memory of a program in V8.
 * Where the raw characters matter, as in `String.raw`, they stay.
 */
export const oneByte: Plugin = {
  name: 'one-byte',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = withEscapes(file.code, this.parse(file.code) as unknown as Node);
  },
};

/** Returns the program with escaped characters. `program`: its syntax tree in ESTree format. */
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

/**
 * Escapes one character. A backslash with the character after it means that character if the escape has no other
 * meaning.
 */
function escaped(part: string): string {
  const character = part.at(-1) ?? '';
  return character <= '\xff' ? part : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Returns the string literals, regular expressions and template parts; of tagged templates, only those that become a
 * regular expression.
 */
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
