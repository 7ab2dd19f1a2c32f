import type { Call } from '../types/model.ts';
import { attributeForName, normalizeName } from './call-query.ts';
import type { EntitySchema } from './schema.ts';

/** One member of a stated body: `"due": dueOn`, `title`, `"lines": [ … ]`. */
export interface ShapePart {
  readonly key: string;
  /** The text after the colon, without brackets around it; empty if there is none. */
  readonly value: string;
  /** The members of `{ … }` after the colon, in `[ ]` or not; null if there are no braces. */
  readonly inside: readonly ShapePart[] | null;
  /** Whether it is in `[ ]`. */
  readonly several: boolean;
  readonly from: number;
  readonly to: number;
}

/** A stated body: `{ … }` or `[{ … }]`. */
export interface Shape {
  /** Whether the body is a list: `[{ … }]`. */
  readonly several: boolean;
  readonly parts: readonly ShapePart[];
}

/**
 * The content of one member of a body: a field, lines with members of their own, the record with all its fields, or
 * nested members. `several`: in brackets, so the content is a list, even for one item.
 */
export type ShapeEntry =
  | { readonly kind: 'field'; readonly key: string; readonly field: string; readonly several?: true }
  | { readonly kind: 'lines'; readonly key: string; readonly field: string; readonly entries: readonly ShapeEntry[] }
  | { readonly kind: 'record'; readonly key: string; readonly several?: true }
  | { readonly kind: 'inside'; readonly key: string; readonly entries: readonly ShapeEntry[]; readonly several?: true };

/** How a record is written: as members, as the value of one field, or (null) with all its readable fields. */
export type ItemShape = { readonly entries: readonly ShapeEntry[] } | { readonly field: string } | null;

/** The content of one member of a page. */
export type PageEntry =
  | { readonly kind: 'items'; readonly key: string; readonly each: ItemShape }
  | { readonly kind: 'total' | 'next'; readonly key: string };

/** The answer of a call that states a shape. `list`: a bare list of records; `several`: one record in brackets. */
export type AnswerShape =
  | { readonly kind: 'record'; readonly each: ItemShape; readonly several: boolean }
  | { readonly kind: 'list'; readonly each: ItemShape }
  | { readonly kind: 'page'; readonly entries: readonly PageEntry[] };

/** A member that cannot be resolved, and the entity that has no such field. */
export interface UnresolvedPart extends ShapePart {
  readonly of: EntitySchema;
}

/** Entities by name, to look up the entity of lines. */
export type Entities = ReadonlyMap<string, EntitySchema>;

export interface Resolved<T> {
  readonly shape: T;
  readonly unresolved: readonly UnresolvedPart[];
}

/** Parses the shape at the start of a text, `{ … }` or `[{ … }]`. Null if there is none or it is incomplete. */
export function readShape(text: string): Shape | null {
  const start = text.search(/\S/);
  const several = text[start] === '[';
  const brace = several ? start + 1 + text.slice(start + 1).search(/\S/) : start;
  if (text[brace] !== '{') return null;
  const read = partsFrom(text, brace + 1, 0);
  return read === null ? null : { several, parts: read.parts };
}

/** Maximum nesting of a shape. */
const MOST_DEEP = 8;

function partsFrom(
  text: string,
  from: number,
  depth: number,
): { readonly parts: ShapePart[]; readonly end: number } | null {
  const parts: ShapePart[] = [];
  let at = from;
  while (depth < MOST_DEEP) {
    at = skip(text, at, /[\s,]/);
    if (text[at] === '}') return { parts, end: at + 1 };
    const key = keyAt(text, at);
    if (key === null) return null;
    let end = skip(text, key.end, /[\s?]/);
    let value = '';
    let inside: ShapePart[] | null = null;
    let several = false;
    if (text[end] === ':') {
      end = skip(text, end + 1, /\s/);
      several = text[end] === '[';
      const nested = several ? skip(text, end + 1, /\s/) : end;
      const below = text[nested] === '{' ? partsFrom(text, nested + 1, depth + 1) : null;
      const stop = valueEnd(text, below?.end ?? end);
      if (below === null) value = withoutBrackets(text.slice(end, stop));
      inside = below?.parts ?? null;
      end = stop;
    }
    parts.push({ key: key.name, value, inside, several, from: at, to: end });
    at = skip(text, end, /\s/);
    if (text[at] !== ',' && text[at] !== '}') return null;
  }
  return null;
}

/** Returns the first offset at or after `from` whose character does not match. */
function skip(text: string, from: number, skipped: RegExp): number {
  let at = from;
  while (at < text.length && skipped.test(text[at] ?? '')) at += 1;
  return at;
}

function keyAt(text: string, from: number): { readonly name: string; readonly end: number } | null {
  const head = text.slice(from, from + 120);
  const match = /^(?:"([^"\n]{1,80})"|'([^'\n]{1,80})'|([\p{L}_$][\p{L}\p{N}_$.-]{0,80}))/u.exec(head);
  const name = match?.[1] ?? match?.[2] ?? match?.[3];
  return match === null || name === undefined ? null : { name, end: from + match[0].length };
}

/** Returns where a value ends: at a comma or brace outside quotes and brackets. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (quote !== '') {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if ('[('.includes(char)) depth += 1;
    else if ('])'.includes(char)) depth -= 1;
    else if (depth <= 0 && (char === ',' || char === '}')) return at;
  }
  return text.length;
}

/** Strips brackets and the question mark from `Task[]`, `[Task]` and `title?`. */
function withoutBrackets(value: string): string {
  const inner = /^\[\s*([^\][]*?)\s*\]$/.exec(value.trim())?.[1] ?? value.trim();
  return inner.replace(/(?:\[\]|\?)$/, '').trim();
}

/** Returns the members of a call's request body as fields of its entity. Null if the call states no shape. */
export function requestShapeOf(
  { does, sendsShape }: Call,
  entity: EntitySchema,
  entities: Entities,
): Resolved<readonly ShapeEntry[]> | null {
  const shape = sendsShape === null || does.kind === 'outside' ? null : readShape(sendsShape.text);
  return shape === null ? null : entriesOf(shape.parts, entity, { entities, isAnswer: false });
}

/** Returns the shape of a call's answer. Null if the call states none. */
export function answerShapeOf(
  { does, gets }: Call,
  entity: EntitySchema,
  entities: Entities,
): Resolved<AnswerShape> | null {
  if (does.kind === 'outside' || does.kind === 'delete') return null;
  const context = { entities, isAnswer: true };
  const [, isPage, text = ''] = /^\s*((?:a\s+)?page\s+of\s+)?([\s\S]*)$/i.exec(gets) ?? [];
  const shape = readShape(text);
  const isList = does.kind === 'list';
  if (shape !== null && isList && !shape.several && isPage === undefined) return pageOf(shape.parts, entity, context);
  const item = shape === null ? itemNamed(text, entity) : itemOf(shape, entity, context);
  if (item === null) return null;
  const { each, several, unresolved } = item;
  if (!isList) return { shape: { kind: 'record', each, several }, unresolved };
  if (several && isPage === undefined) return { shape: { kind: 'list', each }, unresolved };
  return { shape: { kind: 'page', entries: [{ kind: 'items', key: 'items', each }, ...REST_OF_PAGE] }, unresolved };
}

const REST_OF_PAGE: readonly PageEntry[] = [
  { kind: 'next', key: 'next' },
  { kind: 'total', key: 'total' },
];

interface Item {
  readonly each: ItemShape;
  readonly several: boolean;
  readonly unresolved: readonly UnresolvedPart[];
}

function itemOf({ parts, several }: Shape, entity: EntitySchema, context: ShapeContext): Item {
  const { shape: entries, unresolved } = entriesOf(parts, entity, context);
  return { each: { entries }, several, unresolved };
}

/**
 * Resolves `[Parcel]`, `[label]`, or fields by name (`label, weight`). Null for a text without a shape, such as
 * `Parcel`.
 */
function itemNamed(text: string, entity: EntitySchema): Item | null {
  const listed = /^\s*\[\s*([^\][]+)\]\s*$/.exec(text)?.[1];
  const names = (listed ?? text).split(',').map((name) => name.trim());
  const [only = ''] = names;
  // The name of the entity means the whole record, even if one of its fields has the same name.
  if (names.length === 1 && normalizeName(only) === normalizeName(entity.entity.name))
    return listed === undefined ? null : { each: null, several: true, unresolved: [] };
  if (!names.every((name) => entity.attributes.has(name))) return null;
  if (listed === undefined)
    return {
      each: { entries: names.map((name) => ({ kind: 'field', key: name, field: name })) },
      several: false,
      unresolved: [],
    };
  const part = { key: text.trim(), value: '', inside: null, several: true, from: 0, to: text.length };
  const unresolved = names.length === 1 ? [] : [{ ...part, of: entity }];
  return { each: { field: only }, several: true, unresolved };
}

function pageOf(parts: readonly ShapePart[], entity: EntitySchema, context: ShapeContext): Resolved<AnswerShape> {
  const entries: PageEntry[] = [];
  const unresolved: UnresolvedPart[] = [];
  for (const part of parts) {
    const kind = placeOnPage(part, entity);
    if (kind === null) unresolved.push({ ...part, of: entity });
    else if (kind !== 'items') entries.push({ kind, key: part.key });
    else {
      const inside = part.inside === null ? null : entriesOf(part.inside, entity, context);
      const field = part.value !== '' && entity.attributes.has(part.value) ? part.value : null;
      const each = inside === null ? (field === null ? null : { field }) : { entries: inside.shape };
      entries.push({ kind, key: part.key, each });
      unresolved.push(...(inside?.unresolved ?? []));
    }
  }
  return { shape: { kind: 'page', entries }, unresolved };
}

function placeOnPage({ key, value, inside, several }: ShapePart, of: EntitySchema): PageEntry['kind'] | null {
  const { entity } = of;
  const names = [entity.name, entity.label, entity.plural ?? '', `${entity.name}s`].map(normalizeName);
  const name = normalizeName(key);
  if (['items', 'data', 'results', 'rows', 'records'].includes(name)) return 'items';
  if (several && of.attributes.has(value)) return 'items';
  if (inside !== null || names.includes(name) || (value !== '' && names.includes(normalizeName(value)))) return 'items';
  if (['total', 'count', 'totalcount'].includes(name)) return 'total';
  return ['next', 'nextpage', 'cursor', 'nextcursor', 'page'].includes(name) ? 'next' : null;
}

interface ShapeContext {
  readonly entities: Entities;
  readonly isAnswer: boolean;
}

function entriesOf(
  parts: readonly ShapePart[],
  entity: EntitySchema,
  context: ShapeContext,
): Resolved<readonly ShapeEntry[]> {
  const unresolved: UnresolvedPart[] = [];
  const shape = parts.flatMap((part): ShapeEntry[] => {
    const { key, value, inside } = part;
    const several = part.several ? ({ several: true } as const) : {};
    const field = fieldOf(part, entity);
    const type = field === null ? undefined : entity.attributes.get(field)?.type;
    const lines = type?.kind === 'list' ? context.entities.get(type.entity) : undefined;
    if (field !== null && (inside === null || (type?.kind === 'list' && lines === undefined)))
      return [{ kind: 'field', key, field, ...several }];
    // A shape after references would describe the other records, which no call writes or answers.
    if (inside !== null && type?.kind !== 'references') {
      const below = entriesOf(inside, lines ?? entity, context);
      unresolved.push(...below.unresolved);
      if (field !== null && lines !== undefined) return [{ kind: 'lines', key, field, entries: below.shape }];
      return [{ kind: 'inside', key, entries: below.shape, ...several }];
    }
    const isRecord = [key, value].some((name) => normalizeName(name) === normalizeName(entity.entity.name));
    if (context.isAnswer && isRecord) return [{ kind: 'record', key, ...several }];
    unresolved.push({ ...part, of: entity });
    return [];
  });
  return { shape, unresolved };
}

/**
 * Returns the field that the value names (`"due": dueOn`), otherwise the one that the key names. Null if neither is a
 * field.
 */
function fieldOf({ key, value }: ShapePart, entity: EntitySchema): string | null {
  const named = /^this(?:\.|\["?)(.*?)(?:"?\])?$/.exec(value)?.[1] ?? value;
  if (entity.attributes.has(named)) return named;
  if (entity.attributes.has(key)) return key;
  return attributeForName(named, entity)?.name ?? attributeForName(key, entity)?.name ?? null;
}

/** Returns the fields that a shape names, each once. */
export function fieldsOf(entries: readonly ShapeEntry[]): string[] {
  const all = entries.flatMap((entry) =>
    entry.kind === 'inside' ? fieldsOf(entry.entries) : entry.kind === 'record' ? [] : entry.field,
  );
  return [...new Set(all)];
}

/** Returns, by list, the fields of its lines that a shape names. A list without an entry is included as a whole. */
export function lineFieldsOf(entries: readonly ShapeEntry[]): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, ReadonlySet<string>>();
  for (const entry of entries) {
    if (entry.kind === 'lines') all.set(entry.field, new Set(fieldsOf(entry.entries)));
    else if (entry.kind === 'inside') for (const [list, names] of lineFieldsOf(entry.entries)) all.set(list, names);
  }
  return all;
}
