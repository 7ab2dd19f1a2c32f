import type { Typed } from '../../expressions/types/typed.ts';
import { partsWithin } from '../../expressions/types/walk.ts';
import type { Compiled } from '../compiled/compiled-formula.ts';
import type { PreparedEntity } from '../compiled/compiled-model.ts';

type Entities = ReadonlyMap<string, PreparedEntity>;

/**
 * Returns, for a record of the entity, the ids of its rules and of its lines' rules that only the resulting state answers:
 * their outcome can't be told before the write, not even with the record in the place of what is stored of it.
 */
export function resultingRules(root: PreparedEntity, entities: Entities): ReadonlySet<string> {
  const family = withLines(root, entities);
  const changes = changesBy(root, family, entities);
  const found = new Set<string>();
  for (const entity of family)
    for (const { rule, condition } of entity.rules)
      if (condition !== null && isUnforeseen(condition.typed, entity, changes)) found.add(rule.id);
  return found;
}

/** The entity and the entities of its lines, and of their lines. */
function withLines(root: PreparedEntity, entities: Entities): PreparedEntity[] {
  const found = new Set([root]);
  for (const { lists } of found) {
    for (const { entity } of lists) {
      const lines = entities.get(entity);
      if (lines !== undefined) found.add(lines);
    }
  }
  return [...found];
}

/** What the write of a record changes besides the record itself. Effects on other records come after its rules. */
interface Changes {
  readonly root: string;
  readonly entities: Entities;
  /** Entities of which records may come, go or change in any field. */
  readonly rows: Set<string>;
  /** Fields of other records, as `Entity\nfield`. */
  readonly fields: Set<string>;
}

const keyOf = (entity: string, field: string): string => `${entity}\n${field}`;

function changesBy(root: PreparedEntity, family: readonly PreparedEntity[], entities: Entities): Changes {
  const lines = family.filter((entity) => entity !== root).map(({ name }) => name);
  const changes: Changes = { root: root.name, entities, rows: new Set(lines), fields: new Set() };
  addComputed(changes);
  return changes;
}

/** Adds the computed fields that follow from what changes, until there are no more. */
function addComputed(changes: Changes): void {
  const open = [...changes.entities.values()].flatMap((entity) =>
    entity.computed.flatMap(({ field, value }) => (value === null ? [] : [{ entity, field: field.name, value }])),
  );
  for (let size = -1; size < changes.fields.size; ) {
    size = changes.fields.size;
    for (const { entity, field, value } of open) {
      const key = keyOf(entity.name, field);
      if (!changes.fields.has(key) && followsFrom(value, entity, changes)) changes.fields.add(key);
    }
  }
}

/** Whether a computed field of any other record of the entity may come to another value. */
function followsFrom({ typed }: Compiled, { name }: PreparedEntity, changes: Changes): boolean {
  return visit(typed, {
    entities: changes.entities,
    // The lines of the written record are its own; those of other records may come and go by effects.
    own: (entity, field) =>
      changes.rows.has(name) ||
      changes.fields.has(keyOf(entity, field)) ||
      (name !== changes.root && changes.rows.has(entity)),
    others: (entity, field) => isChanged(changes, entity, field),
    rows: ({ entity }) => entity === changes.root || changes.rows.has(entity),
  });
}

function isChanged({ root, rows, fields }: Changes, entity: string, field: string): boolean {
  return entity === root || rows.has(entity) || fields.has(keyOf(entity, field));
}

/**
 * Whether a formula over the record that is written, or a line of it, reads what the write changes elsewhere, so that it can't
 * be answered before. The record itself stands in for what is stored of it where a query
 * looks through its lines, or where a path from what a query finds leads to it.
 */
function isUnforeseen(typed: Typed, of: PreparedEntity, changes: Changes): boolean {
  const { root, rows, fields, entities } = changes;
  const own = ownRead(changes);
  const isLines = (entity: string) => entities.get(root)?.lists.some((list) => list.entity === entity) === true;
  const isOwnLines = (entity: string) => isLines(entity) && (of.name === root || of.name === entity);
  return visit(typed, {
    entities,
    own,
    others: (entity, field, whose) => {
      if (fields.has(keyOf(entity, field))) return true;
      if (entity === root && (whose === 'queried' || (whose === 'excluding' && of.name === root)))
        return own(entity, field);
      if (whose === 'queried' && isOwnLines(entity)) return own(entity, field);
      return entity === root || rows.has(entity);
    },
    rows: ({ entity, others }, isNested) => {
      if (entity === root) return rows.has(root) || !(others && of.name === root);
      return rows.has(entity) && (isNested || !isOwnLines(entity));
    },
  });
}

/** Of a field of the record itself: whether it is computed from what the write may change elsewhere. */
function ownRead(changes: Changes): (entity: string, field: string) => boolean {
  const known = new Map<string, boolean>();
  return (entity, field) => {
    const key = keyOf(entity, field);
    const found = known.get(key);
    if (found !== undefined) return found;
    // What reads itself in a circle is empty.
    known.set(key, false);
    const of = changes.entities.get(entity);
    const value = of?.computed.find((one) => one.field.name === field)?.value ?? null;
    const isRead =
      of !== undefined && value !== null && changes.fields.has(key) && isUnforeseen(value.typed, of, changes);
    known.set(key, isRead);
    return isRead;
  };
}

interface Reading {
  readonly entities: Entities;
  /** Of a field of the record itself or of one of its own lines. */
  readonly own: (entity: string, field: string) => boolean;
  /** Of a field of any other record. */
  readonly others: (entity: string, field: string, whose: Whose) => boolean;
  /** Of which records there are. */
  readonly rows: (query: Extract<Typed, { op: 'query' }>, isNested: boolean) => boolean;
}

/**
 * `own`: the record itself or its lines. `queried`: what a query finds, and what paths from there lead to; `excluding`: what
 * a query finds that leaves out the record itself. `others`: what a path from the record or the person leads to.
 */
type Whose = 'own' | 'queried' | 'excluding' | 'others';
type Locals = ReadonlyMap<string, Whose>;

/** Whether any of what an expression reads is one of these. */
function visit(typed: Typed, reading: Reading, locals: Locals = new Map(), isNested = false): boolean {
  const below = (part: Typed, inside = locals, nested = isNested): boolean => visit(part, reading, inside, nested);
  switch (typed.op) {
    case 'field': {
      if (below(typed.of)) return true;
      if (typed.field === 'id') return false;
      const whose = whoseOf(typed.of, locals, reading.entities);
      return whose === 'own'
        ? reading.own(typed.entity, typed.field)
        : reading.others(typed.entity, typed.field, whose);
    }
    case 'query': {
      if (reading.rows(typed, isNested)) return true;
      const inside = new Map(locals).set(typed.local, typed.others ? 'excluding' : 'queried');
      return partsWithin(typed).some((part) => below(part, inside, true));
    }
    case 'macro':
    case 'aggregate': {
      const inside = new Map(locals).set(typed.local, whoseOf(typed.of, locals, reading.entities));
      return below(typed.of) || (typed.body !== null && below(typed.body, inside));
    }
    default:
      return partsWithin(typed).some((part) => below(part));
  }
}

/** Whose record an expression leads to. Lists lead from a record to its lines; any reference leads to another record. */
function whoseOf(typed: Typed, locals: Locals, entities: Entities): Whose {
  switch (typed.op) {
    case 'this':
    case 'old':
      return 'own';
    case 'local':
      return locals.get(typed.name) ?? 'others';
    case 'macro':
      return typed.name === 'filter' ? whoseOf(typed.of, locals, entities) : 'others';
    case 'field': {
      const from = whoseOf(typed.of, locals, entities);
      const isList = entities.get(typed.entity)?.lists.some(({ name }) => name === typed.field) === true;
      if (from === 'own') return isList ? 'own' : 'others';
      return from === 'excluding' ? 'queried' : from;
    }
    default:
      return 'others';
  }
}
