import { pointerStep } from '../diff/first-difference.ts';

/** The subset of JSON Schema (draft 2020-12) that the schema of the Model uses. */
export interface JsonSchema {
  readonly $schema?: string;
  readonly $id?: string;
  readonly title?: string;
  readonly description?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly const?: string | number | boolean;
  readonly enum?: readonly (string | number | null)[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
}

/** What is wrong with a value, and where: `/entities/0/name`. The pointer of the root is empty. */
export interface JsonProblem {
  readonly pointer: string;
  readonly message: string;
}

/**
 * Checks a value against a schema. Returns at most `MOST` problems, none if the value fits. Takes time linear in the
 * value.
 */
export function checkJson(value: unknown, root: JsonSchema): readonly JsonProblem[] {
  const problems: JsonProblem[] = [];
  for (const each of check(value, root, { root, path: [] })) {
    problems.push(each);
    if (problems.length === MOST) break;
  }
  return problems;
}

const MOST = 20;

/** Maximum nesting of a value. */
const DEEPEST = 500;

interface At {
  readonly root: JsonSchema;
  readonly path: readonly string[];
}

type Problems = Generator<JsonProblem>;

function* check(value: unknown, schema: JsonSchema, at: At): Problems {
  const known = resolved(schema, at.root);
  if (known.anyOf !== undefined) yield* checkAnyOf(value, known.anyOf, at);
  else {
    const mistake = at.path.length > DEEPEST ? `nests more than ${DEEPEST} levels deep` : mistakeIn(value, known);
    if (mistake !== null) yield problem(at, mistake);
    else if (Array.isArray(value)) yield* items(value, known, at);
    else if (value !== null && typeof value === 'object') yield* members(value, known, at);
  }
}

/** Returns what is wrong with a value itself, regardless of its members. */
function mistakeIn(value: unknown, schema: JsonSchema): string | null {
  const { const: only, enum: several, type } = schema;
  if (only !== undefined && value !== only) return `must be ${JSON.stringify(only)}, not ${describe(value)}`;
  if (several !== undefined && !several.some((each) => each === value)) {
    return `is ${describe(value)}; it may be ${several.map((each) => JSON.stringify(each)).join(', ')}`;
  }
  const types = type === undefined ? [] : [type].flat();
  const fits = types.length === 0 || types.includes(typeOf(value));
  return fits ? null : `must be ${types.map(named).join(' or ')}, not ${describe(value)}`;
}

function* items(list: readonly unknown[], schema: JsonSchema, at: At): Problems {
  for (const [index, item] of list.entries()) {
    yield* check(item, schema.items ?? {}, { ...at, path: [...at.path, String(index)] });
  }
}

function* members(value: object, schema: JsonSchema, at: At): Problems {
  const members = new Map<string, unknown>(Object.entries(value));
  const stated = new Map(Object.entries(schema.properties ?? {}));
  for (const name of schema.required ?? []) if (!members.has(name)) yield problem(at, `lacks "${name}"`);
  for (const [name, member] of members) {
    const own = stated.get(name) ?? schema.additionalProperties ?? true;
    const within = { ...at, path: [...at.path, name] };
    if (own === false) yield problem(within, `is not known here; known are ${[...stated.keys()].join(', ')}`);
    else if (own !== true) yield* check(member, own, within);
  }
}

/**
 * Checks the branch that the value most likely means: chosen by a member with fixed values in every branch, otherwise
 * by which members it has.
 */
function* checkAnyOf(value: unknown, branches: readonly JsonSchema[], at: At): Problems {
  const known = flat(branches, at.root);
  const fitting = known.filter((branch) => typesOf(branch).has(typeOf(value)));
  const [only, ...more] = fitting;
  if (only === undefined) {
    const types = new Set(known.flatMap((branch) => [...typesOf(branch)].map(named)));
    yield problem(at, `must be ${[...types].join(' or ')}, not ${describe(value)}`);
  } else if (more.length === 0 || value === null || typeof value !== 'object') yield* check(value, only, at);
  else yield* amongObjects(value, fitting, at);
}

function* amongObjects(value: object, branches: readonly JsonSchema[], at: At): Problems {
  const members = new Map<string, unknown>(Object.entries(value));
  const names = Object.keys(branches[0]?.properties ?? {});
  const tag = names.find((name) => branches.every((branch) => tagsOf(branch, name, at).length > 0)) ?? null;
  const isMeant = (branch: JsonSchema) =>
    tag === null || tagsOf(branch, tag, at).some((each) => each === members.get(tag));
  const best = branches
    .filter(isMeant)
    .toSorted((one, other) => missing(one, members) - missing(other, members))
    .at(0);
  if (best !== undefined) yield* check(value, best, at);
  else {
    const tags = branches.flatMap((branch) => tagsOf(branch, tag ?? '', at)).map((each) => JSON.stringify(each));
    const what = members.has(tag ?? '') ? `is ${describe(members.get(tag ?? ''))}` : 'is missing';
    yield problem({ ...at, path: [...at.path, tag ?? ''] }, `${what}; it may be ${tags.join(', ')}`);
  }
}

/** Flattens nested choices. */
function flat(branches: readonly JsonSchema[], root: JsonSchema): JsonSchema[] {
  return branches.flatMap((branch) => {
    const own = resolved(branch, root);
    return own.anyOf === undefined ? [own] : flat(own.anyOf, root);
  });
}

function typesOf({ type, const: only, enum: several }: JsonSchema): ReadonlySet<string> {
  if (type !== undefined) return new Set([type].flat());
  return new Set((only === undefined ? (several ?? []) : [only]).map(typeOf));
}

/** Returns the listed values of a member; empty if they are not listed. */
function tagsOf(branch: JsonSchema, name: string, { root }: At): readonly (string | number | boolean | null)[] {
  const member = new Map(Object.entries(branch.properties ?? {})).get(name);
  if (member === undefined) return [];
  const own = resolved(member, root);
  return own.const === undefined ? (own.enum ?? []) : [own.const];
}

function missing({ required = [], properties = {} }: JsonSchema, members: ReadonlyMap<string, unknown>): number {
  const known = new Set(Object.keys(properties));
  return (
    required.filter((name) => !members.has(name)).length + [...members.keys()].filter((name) => !known.has(name)).length
  );
}

function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = schema.$ref?.replace('#/$defs/', '');
  return name === undefined ? schema : resolved(new Map(Object.entries(root.$defs ?? {})).get(name) ?? {}, root);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
]);

const named = (type: string) => NAMES.get(type) ?? type;

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value !== null && typeof value === 'object') return named(typeOf(value));
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function problem({ path }: At, message: string): JsonProblem {
  return { pointer: path.map((step) => `/${pointerStep(step)}`).join(''), message };
}
