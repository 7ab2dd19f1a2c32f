import { labelOf } from '../../model/lookups/label.ts';
import { PLAIN_FIELD } from '../../model/lookups/plain-field.ts';
import type { Entity, Field } from '../../model/types/model.ts';
import { idOf } from '../../model/types/place.ts';
import type { Type } from '../../model/types/types.ts';
import { entityIn, type Names } from './3-draft.ts';
import type { Many, Related } from './3-relations.ts';
import { nameKey, nameWords } from './phrases/fold.ts';

/** What is known of the entities of point 3 when all of them are read. */
interface All {
  readonly entities: readonly Entity[];
  readonly isTold: (entity: Entity) => boolean;
  readonly names: Names;
  /** Who has a field of this name, by what names have alike. */
  readonly holders: ReadonlyMap<string, readonly { readonly entity: Entity; readonly field: Field }[]>;
}

/** What entities that are said in words mean to one another, once all of them are known. */
export function resolved(
  entities: readonly Entity[],
  isTold: (entity: Entity) => boolean,
  names: Names,
  relations: readonly Related[],
  used: ReadonlySet<string>,
): Entity[] {
  const all: All = { entities, isTold, names, holders: holdersOf(entities) };
  const typed = entities.map((entity) =>
    isTold(entity) ? { ...entity, fields: entity.fields.map((field) => withKnownType(field, entity, all)) } : entity,
  );
  const byName = relationsOf(relations, names);
  const leading = typed.map((entity) => (isTold(entity) ? withTarget(entity, byName.get(entity.name) ?? []) : entity));
  return withLists(withRelated(leading, all, relations, used), isTold, used);
}

function holdersOf(entities: readonly Entity[]): All['holders'] {
  const holders = new Map<string, { entity: Entity; field: Field }[]>();
  for (const entity of entities) {
    for (const field of entity.fields) {
      const key = nameKey(field.name);
      const there = holders.get(key);
      if (there === undefined) holders.set(key, [{ entity, field }]);
      else if (there.length < MOST_HOLDERS) there.push({ entity, field });
    }
  }
  return holders;
}

/** A name that this many entities have says nothing of any of them. */
const MOST_HOLDERS = 50;

/** A type in words that is none stands in the help, so that no reader takes it for one. */
export const opened = (field: Field): Field =>
  field.type.kind === 'unknown' ? { ...field, type: { kind: 'unknown', text: '' } } : field;

/** A field of which nothing but its name is said: a key of another record, or what a field of that name is elsewhere. */
function withKnownType(field: Field, entity: Entity, all: All): Field {
  if (field.type.kind !== 'unknown') return field;
  const indexed = INDEXED.exec(field.type.text);
  if (indexed !== null) return withTypeOf(field, indexed[1] ?? '', indexed[2] ?? '', all);
  if (field.type.text !== '') return field;
  const others = (all.holders.get(nameKey(field.name)) ?? []).filter((each) => each.entity !== entity);
  // How far a record has come is its own matter.
  const alike = /^(?:status|state|stage|phase)$/i.test(field.name) ? null : sameElsewhere(others);
  const type = keyOfOther(others) ?? alike ?? keyByName(field, all);
  return type === null ? field : { ...field, type };
}

/** What a field of another record holds, as developers write it. */
export const INDEXED = /^`?([\p{L}_]\w*)\[['"]([\p{L}_]\w*)['"]\](?:\s*\|\s*(?:null|undefined))?`?$/u;

/** `Bin['zone']`: what that field holds, or the record where it is a key of it. */
function withTypeOf(field: Field, owner: string, key: string, { names, holders }: All): Field {
  const entity = entityIn(owner, names);
  const own = (holders.get(nameKey(key)) ?? []).find((each) => each.entity.name === entity)?.field;
  if (entity === null || own === undefined || own.type.kind === 'unknown') return field;
  return { ...field, type: own.unique ? { kind: 'reference', entity } : own.type };
}

/** `inventoryNo` of a line, where each item has an `inventoryNo` of its own. */
function keyOfOther(others: readonly { readonly entity: Entity; readonly field: Field }[]): Type | null {
  const owners = others.filter(({ field }) => field.unique);
  return owners.length === 1 && owners[0] !== undefined ? { kind: 'reference', entity: owners[0].entity.name } : null;
}

function sameElsewhere(others: readonly { readonly field: Field }[]): Type | null {
  const known = others.map(({ field }) => field.type).filter(({ kind }) => kind === 'reference' || kind === 'choice');
  return new Set(known.map((type) => JSON.stringify(type))).size === 1 ? (known[0] ?? null) : null;
}

/** `loanNumber`, where loans have a `number`. */
function keyByName({ name }: Field, { names, holders }: All): Type | null {
  const words = nameWords(name).slice(0, 6);
  for (let count = words.length - 1; count > 0; count -= 1) {
    const owner = entityIn(words.slice(0, count).join(' '), names);
    const own = (holders.get(nameKey(words.slice(count).join(' '))) ?? []).find(
      ({ entity }) => entity.name === owner,
    )?.field;
    if (owner !== null && own !== undefined && (own.unique || own.type.kind === 'number series'))
      return { kind: 'reference', entity: owner };
  }
  return null;
}

/** By the entity that has one of the other, the others. */
function relationsOf(relations: readonly Related[], names: Names): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (from: string | null, to: string | null) => {
    if (from !== null && to !== null) found.set(from, [...(found.get(from) ?? []), to]);
  };
  for (const { one, other, ofOne, ofOther } of relations) {
    const [first, second] = [entityIn(one.text, names), entityIn(other.text, names)];
    if (ofOne.most === 1) add(second, first);
    if (ofOther.most === 1) add(first, second);
  }
  return found;
}

/** Of "one person has many loans" the loan's only field that can lead to a person does. */
function withTarget(entity: Entity, targets: readonly string[]): Entity {
  let { fields } = entity;
  for (const target of new Set(targets)) {
    if (fields.some(({ type }) => 'entity' in type && type.entity === target)) continue;
    const open = fields.filter(
      ({ name, type }) => /(?:Id|_id|\bid)$/.test(name) && (type.kind === 'unknown' || type.kind === 'text'),
    );
    if (open.length === 1)
      fields = fields.map((field) =>
        field === open[0] ? { ...field, type: { kind: 'reference', entity: target } } : field,
      );
  }
  return fields === entity.fields ? entity : { ...entity, fields };
}

/** What a relation states and no field of either side holds: lines of the one where nothing else leads to them, else a field. */
function withRelated(
  entities: readonly Entity[],
  { isTold, names }: All,
  relations: readonly Related[],
  used: ReadonlySet<string>,
): Entity[] {
  const found = [...entities];
  const at = new Map(entities.map(({ name }, index) => [name, index]));
  const pointed = pointedAt(entities, isRelation);
  for (const { one, other, ofOne, ofOther } of relations) {
    const [first, second] = [entityIn(one.text, names), entityIn(other.text, names)];
    const [owner, owned, many] = ofOther.most === 1 ? [second, first, ofOne] : [first, second, ofOther];
    if ((ofOne.most === 1) === (ofOther.most === 1) || owner === null || owned === null || owner === owned) continue;
    const [from, to] = [at.get(owner) ?? -1, at.get(owned) ?? -1];
    const [whole, part] = [found[from], found[to]];
    if (
      whole === undefined ||
      part === undefined ||
      !isTold(whole) ||
      !isTold(part) ||
      leads(whole, part) ||
      leads(part, whole)
    )
      continue;
    if (pointed.has(owned) || used.has(owned)) {
      found[to] = withField(part, lowered(owner), { kind: 'reference', entity: owner }, 'first');
      pointed.add(owner);
    } else {
      found[from] = withField(whole, linesName(owner, owned), linesOf(owned, many), 'last');
      found[to] = { ...part, belongsTo: { name: owner, at: part.at } };
    }
  }
  return found;
}

const isRelation = ({ kind }: Type) => kind === 'reference' || kind === 'references' || kind === 'list';

function pointedAt(entities: readonly Entity[], counts: (type: Type) => boolean): Set<string> {
  return new Set(
    entities.flatMap(({ fields }) =>
      fields.flatMap(({ type }) => (counts(type) && 'entity' in type ? type.entity : [])),
    ),
  );
}

const leads = (from: Entity, to: Entity) =>
  from.fields.some(({ type }) => 'entity' in type && type.entity === to.name) || from.belongsTo?.name === to.name;

const lowered = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** `Loan line` of `Loan`: its `lines`. */
function linesName(owner: string, owned: string): string {
  const word = owned.startsWith(`${owner} `) ? owned.slice(owner.length + 1) : owned;
  return `${lowered(word)}s`;
}

function linesOf(entity: string, { least, most }: Many): Type {
  const bound = (value: number | null) => (value === null || value === 0 ? null : { value });
  return { kind: 'list', entity, min: bound(least), max: bound(most) };
}

function withField(entity: Entity, name: string, type: Type, where: 'first' | 'last'): Entity {
  if (entity.fields.some((field) => nameKey(field.name) === nameKey(name))) return entity;
  const place = { point: 3, standing: 'stated', at: entity.at, assumption: null, help: '' } as const;
  const called = { name, label: labelOf(name), plural: null, translations: {} };
  const field: Field = { ...place, id: idOf('field', entity.name, name), ...called, ...PLAIN_FIELD, type };
  return { ...entity, fields: where === 'first' ? [field, ...entity.fields] : [...entity.fields, field] };
}

/** `X[]` are lines where X stands in this list alone, nothing else leads to it, and nobody calls for it; else records of their own. */
function withLists(
  entities: readonly Entity[],
  isTold: (entity: Entity) => boolean,
  used: ReadonlySet<string>,
): Entity[] {
  const lists = new Map<string, string[]>();
  for (const entity of entities) {
    for (const { type } of entity.fields) {
      if (type.kind === 'list') lists.set(type.entity, [...(lists.get(type.entity) ?? []).slice(0, 2), entity.name]);
    }
  }
  const pointed = pointedAt(entities, ({ kind }) => kind === 'reference' || kind === 'references');
  const owners = new Map(entities.map(({ name, belongsTo }) => [name, belongsTo?.name ?? null]));
  const isLine = (name: string) => lists.get(name)?.length === 1 && !pointed.has(name) && !used.has(name);
  return entities.map((entity) => {
    if (!isTold(entity)) return entity;
    const fields = entity.fields.map((field): Field => {
      const { type } = field;
      if (type.kind !== 'list' || isLine(type.entity) || owners.get(type.entity) === entity.name) return field;
      return {
        ...field,
        type: { kind: 'references', entity: type.entity, ordered: false, min: type.min, max: type.max },
      };
    });
    const owner = lists.get(entity.name)?.[0];
    const isOwned = entity.belongsTo === null && owner !== undefined && isLine(entity.name);
    return { ...entity, fields, belongsTo: isOwned ? { name: owner, at: entity.at } : entity.belongsTo };
  });
}
