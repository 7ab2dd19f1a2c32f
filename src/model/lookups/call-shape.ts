import type { Call } from '../types/model.ts';
import { attributeCalled, folded } from './call-query.ts';
import type { EntitySchema } from './schema.ts';

/** One name of a body as it is written: `"due": dueOn`, `title`, `"lines": [ … ]`. */
export interface ShapePart {
  readonly key: string;
  /** What stands behind the colon, without brackets around it; empty where there is none. */
  readonly value: string;
  /** Of `{ … }` behind the colon, in `[ ]` or not. */
  readonly inside: readonly ShapePart[] | null;
  /** It stands in `[ ]`. */
  readonly several: boolean;
  readonly from: number;
  readonly to: number;
}

export interface Shape {
  /** `[{ … }]`. */
  readonly several: boolean;
  readonly parts: readonly ShapePart[];
}

/**
 * What stands under a name of a body: a field, lines with names of their own, the record with all of its fields, or such names
 * again. `several`: in brackets, so that a list stands there, of one where there is no more.
 */
export type ShapeEntry =
  | { readonly kind: 'field'; readonly key: string; readonly field: string; readonly several?: true }
  | { readonly kind: 'lines'; readonly key: string; readonly field: string; readonly entries: readonly ShapeEntry[] }
  | { readonly kind: 'record'; readonly key: string; readonly several?: true }
  | { readonly kind: 'inside'; readonly key: string; readonly entries: readonly ShapeEntry[]; readonly several?: true };

/** What a record is given as: names with their fields, the value of one field, or (null) all that is read of it. */
export type ItemShape = { readonly entries: readonly ShapeEntry[] } | { readonly field: string } | null;

/** What stands under a name of a page. */
export type PageEntry =
  | { readonly kind: 'items'; readonly key: string; readonly each: ItemShape }
  | { readonly kind: 'total' | 'next'; readonly key: string };

/** The answer of a call that states a shape. `list`: the records alone; `several`: one record, in brackets. */
export type AnswerShape =
  | { readonly kind: 'record'; readonly each: ItemShape; readonly several: boolean }
  | { readonly kind: 'list'; readonly each: ItemShape }
  | { readonly kind: 'page'; readonly entries: readonly PageEntry[] };

/** A name of which nothing tells what stands under it, and the entity that has no such field. */
export interface Unknown extends ShapePart {
  readonly of: EntitySchema;
}

/** By name: where the entity of lines is looked up. */
export type Entities = ReadonlyMap<string, EntitySchema>;

export interface Resolved<T> {
  readonly shape: T;
  readonly unknown: readonly Unknown[];
}

/** The shape that a text begins with, `{ … }` or `[{ … }]`; null where it begins otherwise or does not end. */
export function readShape(text: string): Shape | null {
  const start = text.search(/\S/);
  const several = text[start] === '[';
  const open = several ? start + 1 + text.slice(start + 1).search(/\S/) : start;
  if (text[open] !== '{') return null;
  const read = partsFrom(text, open + 1, 0);
  return read === null ? null : { several, parts: read.parts };
}

/** More levels than these are none that anybody means. */
const MOST_DEEP = 8;

function partsFrom(
  text: string,
  from: number,
  depth: number,
): { readonly parts: ShapePart[]; readonly end: number } | null {
  const parts: ShapePart[] = [];
  let at = from;
  while (depth < MOST_DEEP) {
    at = past(text, at, /[\s,]/);
    if (text[at] === '}') return { parts, end: at + 1 };
    const key = keyAt(text, at);
    if (key === null) return null;
    let end = past(text, key.end, /[\s?]/);
    let value = '';
    let inside: ShapePart[] | null = null;
    let several = false;
    if (text[end] === ':') {
      end = past(text, end + 1, /\s/);
      several = text[end] === '[';
      const nested = several ? past(text, end + 1, /\s/) : end;
      const below = text[nested] === '{' ? partsFrom(text, nested + 1, depth + 1) : null;
      const stop = valueEnd(text, below?.end ?? end);
      if (below === null) value = bare(text.slice(end, stop));
      inside = below?.parts ?? null;
      end = stop;
    }
    parts.push({ key: key.name, value, inside, several, from: at, to: end });
    at = past(text, end, /\s/);
    if (text[at] !== ',' && text[at] !== '}') return null;
  }
  return null;
}

/** The first place from there on that does not hold such a character. */
function past(text: string, from: number, skipped: RegExp): number {
  let at = from;
  while (at < text.length && skipped.test(text[at] ?? '')) at += 1;
  return at;
}

function keyAt(text: string, from: number): { readonly name: string; readonly end: number } | null {
  const rest = text.slice(from, from + 120);
  const found = /^(?:"([^"\n]{1,80})"|'([^'\n]{1,80})'|([\p{L}_$][\p{L}\p{N}_$.-]{0,80}))/u.exec(rest);
  const name = found?.[1] ?? found?.[2] ?? found?.[3];
  return found === null || name === undefined ? null : { name, end: from + found[0].length };
}

/** Where a value ends: at a comma or brace outside of quotes and brackets. */
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

/** `Task[]`, `[Task]`, `title?` and `this.title` without what stands around the name. */
function bare(value: string): string {
  const inner = /^\[\s*([^\][]*?)\s*\]$/.exec(value.trim())?.[1] ?? value.trim();
  return inner.replace(/(?:\[\]|\?)$/, '').trim();
}

/** What is sent to a call by name: fields of its entity. Null: it states no shape. */
export function takenBy(
  { does, sendsShape }: Call,
  entity: EntitySchema,
  entities: Entities,
): Resolved<readonly ShapeEntry[]> | null {
  const shape = sendsShape === null || does.kind === 'outside' ? null : readShape(sendsShape.text);
  return shape === null ? null : entriesOf(shape.parts, entity, { entities, isAnswer: false });
}

/** What a call answers. Null: it states no shape. */
export function givenBy({ does, gets }: Call, entity: EntitySchema, entities: Entities): Resolved<AnswerShape> | null {
  if (does.kind === 'outside' || does.kind === 'delete') return null;
  const within = { entities, isAnswer: true };
  const [, isPage, text = ''] = /^\s*((?:a\s+)?page\s+of\s+)?([\s\S]*)$/i.exec(gets) ?? [];
  const shape = readShape(text);
  const isList = does.kind === 'list';
  if (shape !== null && isList && !shape.several && isPage === undefined) return pageOf(shape.parts, entity, within);
  const item = shape === null ? itemNamed(text, entity) : itemOf(shape, entity, within);
  if (item === null) return null;
  const { each, several, unknown } = item;
  if (!isList) return { shape: { kind: 'record', each, several }, unknown };
  if (several && isPage === undefined) return { shape: { kind: 'list', each }, unknown };
  return { shape: { kind: 'page', entries: [{ kind: 'items', key: 'items', each }, ...REST_OF_PAGE] }, unknown };
}

const REST_OF_PAGE: readonly PageEntry[] = [
  { kind: 'next', key: 'next' },
  { kind: 'total', key: 'total' },
];

interface Item {
  readonly each: ItemShape;
  readonly several: boolean;
  readonly unknown: readonly Unknown[];
}

function itemOf({ parts, several }: Shape, entity: EntitySchema, within: Around): Item {
  const { shape: entries, unknown } = entriesOf(parts, entity, within);
  return { each: { entries }, several, unknown };
}

/** `[Parcel]`, `[label]`, or fields by name, `label, weight`. Null: a text that states no shape, such as `Parcel`. */
function itemNamed(text: string, entity: EntitySchema): Item | null {
  const listed = /^\s*\[\s*([^\][]+)\]\s*$/.exec(text)?.[1];
  const names = (listed ?? text).split(',').map((name) => name.trim());
  const [only = ''] = names;
  // The name of the entity means the whole record, also where one of its fields has the same name.
  if (names.length === 1 && folded(only) === folded(entity.entity.name))
    return listed === undefined ? null : { each: null, several: true, unknown: [] };
  if (!names.every((name) => entity.attributes.has(name))) return null;
  if (listed === undefined)
    return {
      each: { entries: names.map((name) => ({ kind: 'field', key: name, field: name })) },
      several: false,
      unknown: [],
    };
  const part = { key: text.trim(), value: '', inside: null, several: true, from: 0, to: text.length };
  const unknown = names.length === 1 ? [] : [{ ...part, of: entity }];
  return { each: { field: only }, several: true, unknown };
}

function pageOf(parts: readonly ShapePart[], entity: EntitySchema, within: Around): Resolved<AnswerShape> {
  const entries: PageEntry[] = [];
  const unknown: Unknown[] = [];
  for (const part of parts) {
    const kind = placeOnPage(part, entity);
    if (kind === null) unknown.push({ ...part, of: entity });
    else if (kind !== 'items') entries.push({ kind, key: part.key });
    else {
      const inside = part.inside === null ? null : entriesOf(part.inside, entity, within);
      const field = part.value !== '' && entity.attributes.has(part.value) ? part.value : null;
      const each = inside === null ? (field === null ? null : { field }) : { entries: inside.shape };
      entries.push({ kind, key: part.key, each });
      unknown.push(...(inside?.unknown ?? []));
    }
  }
  return { shape: { kind: 'page', entries }, unknown };
}

function placeOnPage({ key, value, inside, several }: ShapePart, of: EntitySchema): PageEntry['kind'] | null {
  const { entity } = of;
  const names = [entity.name, entity.label, entity.plural ?? '', `${entity.name}s`].map(folded);
  const name = folded(key);
  if (['items', 'data', 'results', 'rows', 'records'].includes(name)) return 'items';
  if (several && of.attributes.has(value)) return 'items';
  if (inside !== null || names.includes(name) || (value !== '' && names.includes(folded(value)))) return 'items';
  if (['total', 'count', 'totalcount'].includes(name)) return 'total';
  return ['next', 'nextpage', 'cursor', 'nextcursor', 'page'].includes(name) ? 'next' : null;
}

interface Around {
  readonly entities: Entities;
  readonly isAnswer: boolean;
}

function entriesOf(parts: readonly ShapePart[], entity: EntitySchema, around: Around): Resolved<readonly ShapeEntry[]> {
  const unknown: Unknown[] = [];
  const shape = parts.flatMap((part): ShapeEntry[] => {
    const { key, value, inside } = part;
    const several = part.several ? ({ several: true } as const) : {};
    const field = fieldOf(part, entity);
    const type = field === null ? undefined : entity.attributes.get(field)?.type;
    const lines = type?.kind === 'list' ? around.entities.get(type.entity) : undefined;
    if (field !== null && (inside === null || (type?.kind === 'list' && lines === undefined)))
      return [{ kind: 'field', key, field, ...several }];
    // A shape behind what leads to other records would be of those: nothing gives them.
    if (inside !== null && type?.kind !== 'references') {
      const below = entriesOf(inside, lines ?? entity, around);
      unknown.push(...below.unknown);
      if (field !== null && lines !== undefined) return [{ kind: 'lines', key, field, entries: below.shape }];
      return [{ kind: 'inside', key, entries: below.shape, ...several }];
    }
    const isRecord = [key, value].some((name) => folded(name) === folded(entity.entity.name));
    if (around.isAnswer && isRecord) return [{ kind: 'record', key, ...several }];
    unknown.push({ ...part, of: entity });
    return [];
  });
  return { shape, unknown };
}

/** The field that the value names, `"due": dueOn`; else the one of that name, whatever stands behind the colon. */
function fieldOf({ key, value }: ShapePart, entity: EntitySchema): string | null {
  const named = /^this(?:\.|\["?)(.*?)(?:"?\])?$/.exec(value)?.[1] ?? value;
  if (entity.attributes.has(named)) return named;
  if (entity.attributes.has(key)) return key;
  return attributeCalled(named, entity)?.name ?? attributeCalled(key, entity)?.name ?? null;
}

/** The fields that a shape speaks of, each once. */
export function fieldsOf(entries: readonly ShapeEntry[]): string[] {
  const all = entries.flatMap((entry) =>
    entry.kind === 'inside' ? fieldsOf(entry.entries) : entry.kind === 'record' ? [] : entry.field,
  );
  return [...new Set(all)];
}

/** By list: the fields that a shape speaks of in its lines. A list that is not among them is spoken of as a whole. */
export function lineFieldsOf(entries: readonly ShapeEntry[]): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, ReadonlySet<string>>();
  for (const entry of entries) {
    if (entry.kind === 'lines') all.set(entry.field, new Set(fieldsOf(entry.entries)));
    else if (entry.kind === 'inside') for (const [list, names] of lineFieldsOf(entry.entries)) all.set(list, names);
  }
  return all;
}
