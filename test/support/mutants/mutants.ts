import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

/** A small fault that somebody might make: this part of a file reads otherwise. */
export interface Mutant {
  /** From the root of the repository. */
  readonly file: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly was: string;
  readonly is: string;
}

/** What the tests of engine, permissions and store must notice a fault in: decisions, the SQL of questions, the gate. */
const FOLDERS = ['src/engine', 'src/store/sql'];
const GATE = [
  'api/read-record',
  'api/write-record',
  'api/latest-version',
  'auth/program-tokens',
  'core/rate-limit',
  'core/sessions',
  'http/cross-site-guard',
  'http/query-parameters',
  'runtime/persons',
  'runtime/request-context',
];
/** Here is no decision: how tables are made, and what another database says. */
const WITHOUT = /\/(?:postgres-dialect|[-\w]*sample[-\w]*)\.ts$/;

/** Every mutant of every file, in an order that is the same each time: first one of each file, then by chance. */
export function allMutants(root: string): readonly Mutant[] {
  const files = [
    ...FOLDERS.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    ),
    ...GATE.map((name) => `src/server/${name}.ts`),
  ].filter((file) => file.endsWith('.ts') && !WITHOUT.test(file));
  const shuffled = files.map((file) => byChance(mutantsOf(file, readFileSync(join(root, file), 'utf8'))));
  return [
    ...byChance(shuffled.flatMap((all) => all.slice(0, 1))),
    ...byChance(shuffled.flatMap((all) => all.slice(1))),
  ];
}

function byChance(mutants: readonly Mutant[]): readonly Mutant[] {
  return mutants
    .map((mutant) => ({ mutant, key: createHash('sha256').update(JSON.stringify(mutant)).digest('hex') }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ mutant }) => mutant);
}

export const mutated = (text: string, { from, to, is }: Mutant): string => text.slice(0, from) + is + text.slice(to);

/** What can be seen of a syntax tree without knowing its kinds. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** All faults that are made of one file. */
export function mutantsOf(file: string, text: string): readonly Mutant[] {
  const found: Mutant[] = [];
  const textOf = ({ start, end }: Node) => text.slice(start, end);
  const lineAt = (at: number) => text.slice(0, at).split('\n').length;
  const visit = (node: Node): void => {
    for (const [at, is] of faultsOf(node, textOf))
      found.push({ file, line: lineAt(at.start), from: at.start, to: at.end, was: textOf(at), is });
    for (const part of partsOf(node)) visit(part);
  };
  visit(parseAst(text, { lang: 'ts' }) as unknown as Node);
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const ONLY_TYPES = /^(?:TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import|ExportAll)/;

function partsOf(node: Node): readonly Node[] {
  const parts = Object.entries(node).flatMap(([key, value]) =>
    key === 'typeAnnotation' || key === 'returnType' ? [] : Array.isArray(value) ? (value as unknown[]) : [value],
  );
  return parts.filter(isNode).filter(({ type }) => !ONLY_TYPES.test(type));
}

const SWAPPED: ReadonlyMap<unknown, string> = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['&&', '||'],
  ['||', '&&'],
]);
const OTHER_METHOD: ReadonlyMap<unknown, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
]);

type Fault = readonly [at: Node, is: string];

/** What may stand in place of a part of a program. */
function faultsOf(node: Node, textOf: (node: Node) => string): readonly Fault[] {
  const part = (key: string): Node => node[key] as Node;
  const here = (is: string): readonly Fault[] => [[node, is]];
  switch (node.type) {
    case 'IfStatement':
      return [
        [part('test'), `!(${textOf(part('test'))})`],
        [part('test'), 'false'],
      ];
    case 'ConditionalExpression':
      return [[part('test'), `!(${textOf(part('test'))})`]];
    case 'LogicalExpression':
    case 'BinaryExpression': {
      const other = SWAPPED.get(node['operator']);
      return other === undefined ? [] : here(`(${textOf(part('left'))}) ${other} (${textOf(part('right'))})`);
    }
    case 'UnaryExpression':
      return node['operator'] === '!' ? here(`(${textOf(part('argument'))})`) : [];
    case 'Literal':
      return typeof node['value'] === 'boolean' ? here(String(!node['value'])) : [];
    case 'ArrayExpression':
      return (node['elements'] as readonly unknown[]).length > 0 ? here('[]') : [];
    case 'ExpressionStatement':
      return here(';');
    case 'ReturnStatement': {
      const value = node['argument'];
      return isNode(value) && value.type !== 'Literal' ? here('return null;') : [];
    }
    case 'CallExpression':
      return callFaults(node, textOf);
    default:
      return [];
  }
}

/** Every instead of some, and all instead of those that fit. */
function callFaults(node: Node, textOf: (node: Node) => string): readonly Fault[] {
  const callee = node['callee'] as Node;
  if (callee.type !== 'MemberExpression') return [];
  const [object, property] = [callee['object'] as Node, callee['property'] as Node];
  const name = textOf(property);
  if (name === 'filter') return [[node, textOf(object)]];
  const other = OTHER_METHOD.get(name);
  return other === undefined ? [] : [[property, other]];
}
