import type { Model } from '../../src/model/types/model.ts';

/** What a document states, typed by hand from its text alone. Every item carries the line that it stands on. */
export interface Key {
  readonly document: string;
  readonly entities: readonly EntityKey[];
  readonly fields: readonly FieldKey[];
  readonly screens: readonly ScreenKey[];
  readonly states: readonly StateKey[];
  readonly transitions: readonly TransitionKey[];
  readonly calls: readonly CallKey[];
  /** Codes that every call may answer; a call may list them or not. */
  readonly commonErrors: readonly string[];
  readonly errors: readonly ErrorKey[];
  readonly roles: readonly RoleKey[];
  readonly constants: readonly ConstantKey[];
  /** `KIND NAME`: stated in passing, or a fair way to hold something else; neither right nor wrong. */
  readonly harmless: readonly string[];
  /** A field without a word on it may be read as required: of type declarations, where `?` marks the others. */
  readonly requiredUnlessMarked: boolean;
  readonly unknowns: readonly UnknownKey[];
  readonly contradictions: readonly ContradictionKey[];
  readonly facts: readonly Fact[];
  /** What the document denies or leaves conditional: a Model that holds one of them is wrong. */
  readonly traps: readonly Fact[];
}

/** Where an item stands: a line, or several. */
export interface Lines {
  readonly line: number;
  /** The last one. */
  readonly until: number;
}

/** `names`: the acceptable spellings, compared folded. */
interface Item extends Lines {
  readonly names: readonly string[];
}

export interface EntityKey extends Item {
  readonly belongsTo: string | null;
}

/** One way to put a type into our terms. `parts`: the choices, or the entity that it leads to, or the endings. */
export interface TypeKey {
  readonly kind: string;
  readonly parts: readonly string[];
}

export interface FieldKey extends Item {
  readonly entity: string;
  readonly types: readonly TypeKey[];
  readonly attributes: readonly AttributeKey[];
}

export interface AttributeKey extends Lines {
  readonly name: string;
  readonly value: string;
}

export interface ScreenKey extends Item {
  readonly route: string;
  /** Null: not stated. */
  readonly roles: readonly string[] | null;
  /** Where the roles follow from a guard: as fair as none. */
  readonly fairRoles: readonly string[];
}

export interface StateKey extends Item {
  readonly entity: string;
  readonly initial: boolean;
  /** Null: either is fair. */
  readonly final: boolean | null;
}

export interface TransitionKey extends Lines {
  readonly entity: string;
  /** `(new)` for a creation. */
  readonly from: string;
  readonly to: string;
  /** Null: the document leaves it open whether somebody or the product does it. */
  readonly itself: boolean | null;
  /** The event's names where the document gives them. */
  readonly event: string | null;
  /** Who: each a list of spellings `a|b`. Null: not stated. */
  readonly who: readonly string[] | null;
  /** A condition is stated: without one, the Model permits more than the document. */
  readonly guarded: boolean;
  /** Of whom the condition holds, where the others have none; null: of all. */
  readonly guardedFor: string | null;
}

export interface CallKey extends Lines {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly body: readonly string[];
  /** `ERR-03?` may be listed or not: the document names it for a group of calls. */
  readonly errors: readonly string[];
  /** Acceptable deeds, `list Ticket`; unknown is always one. Empty: any. */
  readonly does: readonly string[];
}

export interface ErrorKey extends Lines {
  /** Null: the row has none of its own. */
  readonly code: string | null;
  readonly status: number | null;
  /** Null: any, for a row that tells what happens and shows no text. */
  readonly message: string | null;
}

export interface RoleKey extends Item {
  readonly includes: readonly string[];
}

export interface ConstantKey extends Lines {
  /** A name in code, or the words of the phrase, one of which the name in the Model holds. */
  readonly name: string;
  readonly values: readonly string[];
}

export interface UnknownKey {
  readonly id: string;
  readonly line: number;
}

export interface ContradictionKey {
  readonly id: string;
  readonly lines: readonly number[];
  /** Words that a finding about it holds, each a list of spellings. */
  readonly words: readonly string[];
}

export interface Fact {
  readonly number: number;
  readonly lines: readonly number[];
  readonly says: string;
  readonly holds: (model: Model) => boolean;
}

export type Written = {
  readonly [K in
    | 'entities'
    | 'fields'
    | 'screens'
    | 'states'
    | 'transitions'
    | 'calls'
    | 'errors'
    | 'roles'
    | 'constants']: string;
} & Omit<
  Key,
  'entities' | 'fields' | 'screens' | 'states' | 'transitions' | 'calls' | 'errors' | 'roles' | 'constants'
>;

/**
 * A key from its short form: a line an item, its number in the document first. An alternative spelling stands behind
 * `~`, attributes behind `;`, and the line of an attribute that stands elsewhere behind `@`.
 */
export function keyOf(written: Written): Key {
  return {
    ...written,
    entities: items(written.entities, entityOf),
    fields: items(written.fields, fieldOf),
    screens: items(written.screens, screenOf),
    states: items(written.states, statesOf).flat(),
    transitions: items(written.transitions, transitionsOf).flat(),
    calls: items(written.calls, callOf),
    errors: items(written.errors, errorOf),
    roles: items(written.roles, roleOf),
    constants: items(written.constants, constantOf),
  };
}

function items<T>(text: string, read: (at: Lines, rest: string) => T): T[] {
  const found: T[] = [];
  for (const row of text.split('\n')) {
    if (row.trim() === '') continue;
    const parts = /^\s*(\d+)(?:-(\d+))?\s+(.*)$/u.exec(row);
    if (parts === null) throw new Error(`The key's line has no number: ${row}`);
    const line = Number(parts[1]);
    found.push(read({ line, until: Number(parts[2] ?? line) }, (parts[3] ?? '').trim()));
  }
  return found;
}

const spellings = (text: string) => text.split('~').map((each) => each.trim());
const list = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
const clauses = (text: string) => text.split(/;\s+/u).map((each) => each.trim());

function entityOf(at: Lines, rest: string): EntityKey {
  const [name = '', ...others] = clauses(rest);
  return { ...at, names: spellings(name), belongsTo: clause(others, 'belongs to') };
}

const clause = (all: readonly string[], word: string): string | null =>
  all
    .find((each) => each === word || each.startsWith(`${word} `))
    ?.slice(word.length)
    .trim() ?? null;

function fieldOf(at: Lines, rest: string): FieldKey {
  const parts = /^([^.]+)\.(.+?): (.*)$/u.exec(rest);
  if (parts === null) throw new Error(`No field: ${rest}`);
  const [types = '', ...attributes] = clauses(parts[3] ?? '');
  return {
    ...at,
    entity: (parts[1] ?? '').trim(),
    names: spellings(parts[2] ?? ''),
    types: typesOf(types),
    attributes: attributes.map((each) => attributeOf(at, each)),
  };
}

function typesOf(text: string): TypeKey[] {
  return [...text.matchAll(/([a-z][a-z ]*)(?:\(([^)]*)\))?(?:\||$)/gu)].flatMap(([, kind = '', parts]): TypeKey[] => {
    const own = { kind: kind.trim(), parts: list(parts ?? '') };
    if (own.kind === 'text') return [own, { ...own, kind: 'long text' }];
    if (own.kind === 'instant') return [{ ...own, kind: 'date and time' }];
    return [own];
  });
}

function attributeOf(at: Lines, text: string): AttributeKey {
  const parts = /^([a-z]+\??)(?: (.*?))?(?:@(\d+))?$/iu.exec(text);
  if (parts === null) throw new Error(`No attribute: ${text}`);
  return {
    name: parts[1] ?? '',
    value: (parts[2] ?? '').trim(),
    ...(parts[3] === undefined ? at : { line: Number(parts[3]), until: Number(parts[3]) }),
  };
}

function screenOf(at: Lines, rest: string): ScreenKey {
  const [head = '', ...others] = clauses(rest);
  const [route = '', ...name] = head.split(' ');
  const roles = clause(others, 'for');
  const fairRoles = list(clause(others, 'fairly') ?? '');
  return { ...at, route, names: spellings(name.join(' ')), roles: roles === null ? null : list(roles), fairRoles };
}

/** `Ticket: New*, Assigned, Closed!`: `*` is the initial one, `!` a final one, `?` either. */
function statesOf(at: Lines, rest: string): StateKey[] {
  const colon = rest.indexOf(': ');
  const entity = rest.slice(0, colon).trim();
  return list(rest.slice(colon + 1)).map((each) => ({
    ...at,
    entity,
    names: spellings(each.replace(/[*!?]+$/u, '')),
    initial: /\*[!?]*$/u.test(each),
    final: each.endsWith('?') ? null : each.endsWith('!'),
  }));
}

/** `Ticket: A, B -> C; by Lead, owner|requester; if; itself; on close`. */
function transitionsOf(at: Lines, rest: string): TransitionKey[] {
  const [head = '', ...others] = clauses(rest);
  const parts = /^(.+?): (.+) -> (.+)$/u.exec(head);
  if (parts === null) throw new Error(`No transition: ${rest}`);
  const who = clause(others, 'by');
  return list(parts[2] ?? '').flatMap((from) =>
    list(parts[3] ?? '').map((to) => ({
      ...at,
      entity: (parts[1] ?? '').trim(),
      from,
      to,
      itself: others.includes('either') ? null : others.includes('itself'),
      event: clause(others, 'on'),
      who: who === null ? null : list(who),
      guarded: clause(others, 'if') !== null,
      guardedFor: others.includes('if') ? null : clause(others, 'if'),
    })),
  );
}

function callOf(at: Lines, rest: string): CallKey {
  const [head = '', ...others] = clauses(rest);
  const [method = '', path = ''] = head.split(' ');
  const part = (word: string) => list(clause(others, word) ?? '');
  return { ...at, method, path, query: part('query'), body: part('body'), errors: part('errors'), does: part('does') };
}

/** `E01 401 "Text"`; `-` for what the row does not have. */
function errorOf(at: Lines, rest: string): ErrorKey {
  const parts = /^(\S+) (\S+)(?: "(.*)")?$/u.exec(rest);
  if (parts === null) throw new Error(`No error: ${rest}`);
  const status = Number(parts[2]);
  return {
    ...at,
    code: parts[1] === '-' ? null : (parts[1] ?? ''),
    status: Number.isFinite(status) ? status : null,
    message: parts[3] ?? null,
  };
}

function roleOf(at: Lines, rest: string): RoleKey {
  const [name = '', ...others] = clauses(rest);
  return { ...at, names: spellings(name), includes: list(clause(others, 'includes') ?? '') };
}

/** `page size: 25`; several fair values with ` or ` between them. */
function constantOf(at: Lines, rest: string): ConstantKey {
  const colon = rest.indexOf(': ');
  return { ...at, name: rest.slice(0, colon), values: rest.slice(colon + 2).split(' or ') };
}
