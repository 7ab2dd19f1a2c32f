import { effectiveOptions } from '../../model/lookups/call-options.ts';
import { normalizeName } from '../../model/lookups/call-query.ts';
import { PAGE_WORDS } from '../../model/lookups/page-words.ts';
import { readShape, type Shape, type ShapePart } from '../../model/lookups/read-shape.ts';
import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { Call, CallParameter } from '../../model/types/model.ts';
import { ANSWER_MEMBERS } from './answer-members.ts';
import { entriesOf, membersOfShape, type ShapeContext, shapeNamed } from './resolve-member.ts';
import type {
  AnswerShape,
  ItemShape,
  PageEntry,
  Resolved,
  ShapeEntry,
  ShapeWord,
  UnresolvedPart,
} from './shape-types.ts';
import { valuesShapeOf } from './values-shape.ts';
import { styledFields, wholeRecord } from './whole-record.ts';

export type * from './shape-types.ts';

/** Returns the members of a call's request body as fields of its entity. Null if the call states no shape. */
export function requestShapeOf(
  { does, sendsShape, sends }: Call,
  entity: EntitySchema,
  schema: Schema,
): Resolved<readonly ShapeEntry[]> | null {
  const isChange = does.kind === 'account' && does.act === 'change password';
  const context: ShapeContext = { schema, answer: null, within: [], takesCurrentPassword: isChange };
  const [only, ...more] = sends ?? [];
  const named = only === undefined || more.length > 0 ? null : shapeNamed(schema, only.name, entity);
  if (named !== null) return membersOfShape(named, entity, context);
  const shape = sendsShape === null || does.kind === 'outside' ? null : readShape(sendsShape.text);
  if (shape !== null) return entriesOf(shape.parts, entity, context);
  if (isChange) return entriesOf(passwordParts(sends, entity), entity, context);
  if (does.kind === 'list' || does.kind === 'values' || does.kind === 'file' || schema.model.api.names === null)
    return null;
  const fields = sends?.map(({ name }) => name) ?? entity.entity.fields.map(({ name }) => name);
  return { shape: styledFields(fields, schema), unresolved: [] };
}

/** Returns the members of a body that changes the password: the stated ones, or the present password and the new one. */
function passwordParts(sends: Call['sends'], { entity }: EntitySchema): ShapePart[] {
  const fields = entity.fields.filter(({ type }) => type.kind === 'password').map(({ name }) => name);
  const names = sends?.map(({ name }) => name) ?? ['current', ...fields];
  return names.map((key) => ({ key, value: '', inside: null, several: false, from: 0, to: 0 }));
}

/** Returns the shape of a call's answer. Null if the call states none. */
export function answerShapeOf(
  { does, gets, options }: Call,
  entity: EntitySchema,
  schema: Schema,
): Resolved<AnswerShape> | null {
  if (does.kind === 'outside' || (does.kind === 'bulk' && does.act === 'delete all')) return null;
  const isDeletion = does.kind === 'delete' || ('act' in does && (does.act === 'delete' || does.act === 'delete me'));
  if (isDeletion && gets.trim() === '') return null;
  const { times, decimals } = effectiveOptions(schema.model.api.options, options);
  const context: ShapeContext = { schema, answer: ANSWER_MEMBERS, within: [], isPlain: (times ?? decimals) !== null };
  if (does.kind === 'values') return valuesShapeOf(does.field, gets, entity, context);
  const [, isPage, text = ''] = /^\s*((?:a\s+)?page\s+of\s+)?([\s\S]*)$/i.exec(gets) ?? [];
  const shape = readShape(text);
  const isOfList = does.kind === 'list';
  if (shape !== null && isOfList && !shape.several && isPage === undefined) return pageOf(shape.parts, entity, context);
  const item = shape === null ? itemNamed(text, entity, context) : itemOf(shape, entity, context);
  // A deleted record is answered without what can be done with it.
  if (item === null && isDeletion && isNameOf(text, entity))
    return { shape: { kind: 'record', each: null, several: false }, unresolved: [] };
  if (item === null) return null;
  const { each, several, unresolved } = item;
  if (!isOfList) return { shape: { kind: 'record', each, several: several && does.kind !== 'bulk' }, unresolved };
  if (several && isPage === undefined) return { shape: { kind: 'list', each }, unresolved };
  return { shape: { kind: 'page', entries: [{ kind: 'items', key: 'items', each }, ...REST_OF_PAGE] }, unresolved };
}

/** A row of a parameter, and the member that it shows; null if that is unknown. */
export interface ShownMember {
  readonly row: CallParameter;
  readonly entry: ShapeEntry | null;
}

/** Returns the members that rows of the call's parameters show. */
export function shownMembersOf({ parameters }: Call, entity: EntitySchema, schema: Schema): readonly ShownMember[] {
  const context: ShapeContext = { schema, answer: ANSWER_MEMBERS, within: [], isOfShape: true };
  return parameters.flatMap((row): ShownMember[] => {
    if (row.effect.kind !== 'shows') return [];
    const { member: key, value } = row.effect;
    const part: ShapePart = { key, value, inside: null, several: false, from: 0, to: value.length };
    const { shape, unresolved } = entriesOf([part], entity, context);
    return [{ row, entry: unresolved.length > 0 ? null : (shape[0] ?? null) }];
  });
}

const REST_OF_PAGE: readonly PageEntry[] = [
  { kind: 'word', key: 'next', word: 'next' },
  { kind: 'word', key: 'total', word: 'total' },
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
 * Resolves `[Parcel]`, `[label]`, the name of a shape, or fields by name (`label, weight`). Null for a text without a
 * shape, such as `Parcel`.
 */
function itemNamed(text: string, entity: EntitySchema, context: ShapeContext): Item | null {
  const listed = /^\s*\[\s*([^\][]+)\]\s*$/.exec(text)?.[1];
  const names = (listed ?? text).split(',').map((name) => name.trim());
  const [only = ''] = names;
  const several = listed !== undefined;
  const shape = names.length === 1 ? shapeNamed(context.schema, only, entity) : null;
  const members = shape === null ? null : membersOfShape(shape, entity, context);
  if (members !== null) return { each: { entries: members.shape }, several, unresolved: members.unresolved };
  // The name of the entity means the whole record, even if one of its fields has the same name.
  if (text.trim() === '' || isNameOf(only, entity)) {
    const each = wholeRecord(entity, context);
    return several || each !== null ? { each, several, unresolved: [] } : null;
  }
  const part = { key: text.trim(), value: '', inside: null, several: true, from: 0, to: text.length };
  const others = (listed ?? text).trim();
  if (/\S\s+as\s+\S/.test(others)) {
    const member = { key: text.trim(), value: others, inside: null, several: false, from: 0, to: text.length };
    const { shape: found, unresolved } = entriesOf([member], entity, { ...context, isOfShape: true });
    const [alone] = found;
    if (alone !== undefined) return { each: { alone }, several: several && !isList(alone), unresolved };
  }
  if (!names.every((name) => entity.attributes.has(name)))
    return { each: { entries: [] }, several, unresolved: [{ ...part, of: entity }] };
  if (!several)
    return {
      each: { entries: styledFields(names, context.schema) },
      several: false,
      unresolved: [],
    };
  const unresolved = names.length === 1 ? [] : [{ ...part, of: entity }];
  return { each: { field: only }, several: true, unresolved };
}

/** Whether the value of a member is a list. */
const isList = (entry: ShapeEntry): boolean =>
  entry.kind === 'records' || entry.kind === 'lines' || (entry.kind === 'nested' && entry.isList);

const isNameOf = (text: string, { entity }: EntitySchema): boolean =>
  normalizeName(text) === normalizeName(entity.name);

function pageOf(parts: readonly ShapePart[], entity: EntitySchema, context: ShapeContext): Resolved<AnswerShape> {
  const { shape, unresolved } = pageEntries(parts, entity, context);
  return { shape: { kind: 'page', entries: shape }, unresolved };
}

function pageEntries(
  parts: readonly ShapePart[],
  entity: EntitySchema,
  context: ShapeContext,
): Resolved<readonly PageEntry[]> {
  const entries: PageEntry[] = [];
  const unresolved: UnresolvedPart[] = [];
  for (const part of parts) {
    const found = pageEntry(part, entity, context);
    if (found !== null) entries.push(found.shape);
    unresolved.push(...(found?.unresolved ?? [{ ...part, of: entity }]));
  }
  return { shape: entries, unresolved };
}

function pageEntry(part: ShapePart, entity: EntitySchema, context: ShapeContext): Resolved<PageEntry> | null {
  const { key, value, inside, several } = part;
  if (several || isItems(part, entity)) return itemsEntry(part, entity, context);
  const word = wordOfPage(part);
  if (word !== null && inside === null) return { shape: { kind: 'word', key, word }, unresolved: [] };
  if (inside !== null) {
    const below = pageEntries(inside, entity, context);
    return { shape: { kind: 'inside', key, entries: below.shape }, unresolved: below.unresolved };
  }
  const [constant] = entriesOf([part], entity, context).shape;
  return constant?.kind === 'constant' && value !== '' ? { shape: constant, unresolved: [] } : null;
}

function itemsEntry(part: ShapePart, entity: EntitySchema, context: ShapeContext): Resolved<PageEntry> | null {
  const { key, value, inside } = part;
  const items = (each: ItemShape, unresolved: readonly UnresolvedPart[] = []): Resolved<PageEntry> => ({
    shape: { kind: 'items', key, each },
    unresolved,
  });
  if (inside !== null) {
    const below = entriesOf(inside, entity, context);
    return items({ entries: below.shape }, below.unresolved);
  }
  const shape = shapeNamed(context.schema, value, entity);
  const members = shape === null ? null : membersOfShape(shape, entity, context);
  if (members !== null) return items({ entries: members.shape }, members.unresolved);
  if (value === '' || namesOf(entity).includes(normalizeName(value))) return items(wholeRecord(entity, context));
  return entity.attributes.has(value) ? items({ field: value }) : items({ entries: [] }, [{ ...part, of: entity }]);
}

/** Returns the names that stand for whole records of an entity, normalized. */
const namesOf = ({ entity }: EntitySchema): readonly string[] =>
  [entity.name, entity.label, entity.plural ?? '', `${entity.name}s`].map(normalizeName);

/** Whether the member is the list of records without saying so in brackets. */
function isItems({ key, value, inside }: ShapePart, of: EntitySchema): boolean {
  const names = namesOf(of);
  const name = normalizeName(key);
  if (['items', 'data', 'results', 'rows', 'records'].includes(name) && inside === null) return true;
  return names.includes(name) || (value !== '' && names.includes(normalizeName(value)));
}

function wordOfPage({ key, value }: ShapePart): ShapeWord | null {
  const stated = PAGE_WORDS.find((word) => word === value);
  if (stated !== undefined) return stated;
  const name = normalizeName(key);
  if (['total', 'count', 'totalcount'].includes(name)) return 'total';
  return ['next', 'nextpage', 'cursor', 'nextcursor', 'page'].includes(name) ? 'next' : null;
}

/** Returns the fields that a shape names, each once. */
export function fieldsOf(entries: readonly ShapeEntry[]): string[] {
  const all = entries.flatMap((entry) => {
    if (entry.kind === 'inside') return fieldsOf(entry.entries);
    if (entry.kind === 'nested') return entry.path.slice(0, 1);
    return 'field' in entry ? [entry.field] : [];
  });
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
