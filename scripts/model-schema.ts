// Generates the JSON Schema of the Model from its TypeScript types; `npm run index` writes it.
import { join } from 'node:path';
import {
  isArrayTypeNode,
  isIndexedAccessTypeNode,
  isInterfaceDeclaration,
  isLiteralTypeNode,
  isParenthesizedTypeNode,
  isPropertySignatureDeclaration,
  isTypeAliasDeclaration,
  isTypeLiteralNode,
  isTypeOperatorNode,
  isTypeReferenceNode,
  isUnionTypeNode,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import type { JsonSchema } from '../src/model/json/json-schema-check.ts';
import { textFormatKinds } from '../src/model/types/text-formats.ts';

const root = join(import.meta.dirname, '..');
const FILES = [
  'model',
  'error-entry',
  'machine',
  'call',
  'call-parameter',
  'screen',
  'screen-kinds',
  'types',
  'text-formats',
  'element',
  'formula',
  'standard-codes',
  'translation',
  'tone',
].map((name) => `src/model/types/${name}.ts`);

/** Returns the text of `src/model/json/json-schema.ts`. */
export function modelSchemaText(): string {
  const { $defs = {}, ...head } = modelSchema();
  const definitions = Object.entries($defs).map(
    ([name, schema]) => `    ${JSON.stringify(name)}: ${JSON.stringify(schema)},`,
  );
  const members = Object.entries(head).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`);
  return [
    '// Written by `npm run index` from the types of the Model.',
    "import type { JsonSchema } from './json-schema-check.ts';",
    '',
    '/** What the JSON of a Model looks like: JSON Schema, draft 2020-12. */',
    'export const MODEL_SCHEMA: JsonSchema = {',
    ...members,
    '  $defs: {',
    ...definitions,
    '  },',
    '};',
    '',
  ].join('\n');
}

interface Declared {
  readonly node: Node;
  readonly file: SourceFile;
}

/** Returns the schema of `Model`, with a definition for each type that it uses. */
export function modelSchema(): JsonSchema {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProject: join(root, 'tsconfig.json') }).getProjects()[0];
    const files = FILES.flatMap((path) => project?.program.getSourceFile(join(root, path)) ?? []);
    if (files.length !== FILES.length)
      throw new Error(`The types of the Model are not all there: ${FILES.join(', ')}.`);
    return schemaFrom(files);
  } finally {
    api.close();
  }
}

function schemaFrom(files: readonly SourceFile[]): JsonSchema {
  const declared = new Map<string, Declared>();
  for (const file of files) {
    for (const node of file.statements) {
      if (isInterfaceDeclaration(node) || isTypeAliasDeclaration(node)) declared.set(node.name.text, { node, file });
    }
  }
  const definitions = new Map<string, JsonSchema>();
  const walk = walker(declared, definitions);
  walk.reference('Model');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The Model of a specification, format 1',
    $ref: '#/$defs/Model',
    $defs: Object.fromEntries([...definitions].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

type Members = [name: string, schema: JsonSchema, needed: boolean][];

function walker(declared: ReadonlyMap<string, Declared>, definitions: Map<string, JsonSchema>) {
  const reference = (name: string): JsonSchema => {
    // This type lists the keys of a table, which only its module knows.
    if (name === 'TextFormatKind') return { enum: textFormatKinds };
    const found = declared.get(name);
    if (found === undefined) throw new Error(`The type ${name} is stated in none of ${FILES.join(', ')}.`);
    if (!definitions.has(name)) {
      definitions.set(name, {});
      definitions.set(name, described(found, definition(found, new Map())));
    }
    return { $ref: `#/$defs/${name}` };
  };

  const definition = ({ node, file }: Declared, given: ReadonlyMap<string, JsonSchema>): JsonSchema => {
    if (isTypeAliasDeclaration(node)) return schemaOf(node.type, file, given);
    return objectOf(membersOf({ node, file }, given));
  };

  /** Inherited members come first. */
  const membersOf = ({ node, file }: Declared, given: ReadonlyMap<string, JsonSchema>): Members => {
    if (!isInterfaceDeclaration(node)) throw new Error('Only an interface can be extended.');
    const bases = (node.heritageClauses ?? []).flatMap((clause) =>
      clause.types.map((type) => type.expression.getText(file)),
    );
    const inherited = bases.flatMap((name) => {
      const base = declared.get(name);
      if (base === undefined) throw new Error(`${node.name.text} extends ${name}, which is not stated.`);
      return membersOf(base, given);
    });
    return [...inherited, ...ownMembers(node.members, file, given)];
  };

  const ownMembers = (nodes: Iterable<Node>, file: SourceFile, given: ReadonlyMap<string, JsonSchema>): Members =>
    [...nodes].filter(isPropertySignatureDeclaration).map((member) => {
      if (member.type === undefined) throw new Error(`${member.getText(file)} has no type.`);
      const schema = described({ node: member, file }, schemaOf(member.type, file, given));
      return [member.name.getText(file), schema, member.postfixToken === undefined];
    });

  const schemaOf = (node: Node, file: SourceFile, given: ReadonlyMap<string, JsonSchema>): JsonSchema => {
    const within = (part: Node) => schemaOf(part, file, given);
    if (isParenthesizedTypeNode(node)) return within(node.type);
    if (isTypeOperatorNode(node)) return within(node.type);
    if (isArrayTypeNode(node)) return { type: 'array', items: within(node.elementType) };
    if (isTypeLiteralNode(node)) return objectOf(ownMembers(node.members, file, given));
    if (isUnionTypeNode(node)) return unionOf([...node.types].map(within));
    if (isLiteralTypeNode(node)) return literalOf(node.literal, file);
    if (isIndexedAccessTypeNode(node)) return { enum: listed(file, node) };
    if (isTypeReferenceNode(node)) {
      const name = node.typeName.getText(file);
      const args = [...(node.typeArguments ?? [])].map(within);
      if (name === 'Readonly') return args[0] ?? {};
      if (name === 'Record') return { type: 'object', additionalProperties: args[1] ?? true };
      const own = given.get(name);
      if (own !== undefined) return own;
      return args.length === 0 ? reference(name) : instance(name, args);
    }
    const type = PLAIN.get(node.kind);
    if (type === undefined) throw new Error(`There is no schema for ${node.getText(file)}.`);
    return { type };
  };

  /** Returns the definition of a generic type with its arguments, such as `Stated<string>`. */
  const instance = (name: string, args: readonly JsonSchema[]): JsonSchema => {
    const found = declared.get(name);
    if (found === undefined || !isInterfaceDeclaration(found.node)) throw new Error(`There is no interface ${name}.`);
    const names = [...(found.node.typeParameters ?? [])].map((parameter) => parameter.name.text);
    return definition(found, new Map(names.map((each, index) => [each, args[index] ?? {}])));
  };

  return { reference };
}

const PLAIN: ReadonlyMap<SyntaxKind, string> = new Map([
  [SyntaxKind.StringKeyword, 'string'],
  [SyntaxKind.NumberKeyword, 'number'],
  [SyntaxKind.BooleanKeyword, 'boolean'],
]);

function objectOf(members: Members): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, schema]) => [name, schema])),
    required: members.filter(([, , needed]) => needed).map(([name]) => name),
    additionalProperties: false,
  };
}

function literalOf(node: Node, file: SourceFile): JsonSchema {
  const text = node.getText(file);
  if (text === 'null') return { type: 'null' };
  if (text === 'true' || text === 'false') return { const: text === 'true' };
  return { const: text.startsWith("'") ? text.slice(1, -1) : Number(text) };
}

/** A union of literals becomes an enum; a nullable plain type becomes a type of two names. */
function unionOf(parts: readonly JsonSchema[]): JsonSchema {
  const nullable = parts.some(({ type }) => type === 'null');
  const rest = parts.filter(({ type }) => type !== 'null');
  const literals = rest.flatMap((part) =>
    typeof part.const === 'string' || typeof part.const === 'number' ? [part.const] : [],
  );
  const [first] = rest;
  if (literals.length === rest.length) return { enum: [...literals, ...(nullable ? [null] : [])] };
  if (rest.length === 1 && typeof first?.type === 'string' && Object.keys(first).length === 1 && nullable)
    return { type: [first.type, 'null'] };
  return { anyOf: [...rest, ...(nullable ? [{ type: 'null' }] : [])] };
}

/** Returns the values of the list in the file for `(typeof LIST)[number]`; no other indexed access is supported. */
function listed(file: SourceFile, node: Node): string[] {
  const list = /\[\s*((?:'[A-Z_]+',?\s*)+)\]/.exec(file.text)?.[1] ?? '';
  if (list === '') throw new Error(`There is no schema for ${node.getText(file)}.`);
  return [...list.matchAll(/'([A-Z_]+)'/g)].map(([, name = '']) => name);
}

/** The comment before a member becomes its description. */
function described({ node, file }: Declared, schema: JsonSchema): JsonSchema {
  const before = file.text.slice(node.pos, node.getStart(file));
  const comment = /\/\*\*([\s\S]*?)\*\/\s*$/.exec(before)?.[1];
  if (comment === undefined) return schema;
  const description = comment
    .replaceAll(/^[ \t]*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { description, ...schema };
}
