import type { Typed } from '../../expressions/types/typed.ts';
import { partsWithin } from '../../expressions/types/walk.ts';
import type { CompiledFormula } from '../compiled/compiled-formula.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';

type Entities = ReadonlyMap<string, CompiledEntity>;

/**
 * Returns the ids of the rules of an entity and its lines that can only be checked on the resulting state: their
 * outcome can't be computed before the write, even if the new record is substituted for the stored one.
 */
export function resultingRules(root: CompiledEntity, entities: Entities): ReadonlySet<string> {
  const family = withLines(root, entities);
  const changes = changesBy(root, family, entities);
  const ruleIds = new Set<string>();
  for (const entity of family)
    for (const { rule, condition } of entity.rules)
      if (condition !== null && readsOtherChanges(condition.typed, entity, changes)) ruleIds.add(rule.id);
  return ruleIds;
}

/** Returns the entity and the entities of its lines at any depth. */
function withLines(root: CompiledEntity, entities: Entities): CompiledEntity[] {
  const family = new Set([root]);
  for (const { lists } of family) {
    for (const { entity } of lists) {
      const lines = entities.get(entity);
      if (lines !== undefined) family.add(lines);
    }
  }
  return [...family];
}

/** What a write changes besides the record itself. Effects on other records run after the record's rules. */
interface Changes {
  readonly root: string;
  readonly entities: Entities;
  /** Entities whose records may be created, deleted or changed in any field. */
  readonly rows: Set<string>;
  /** Fields of other records that may change, as `Entity\nfield`. */
  readonly fields: Set<string>;
}

const keyOf = (entity: string, field: string): string => `${entity}\n${field}`;

function changesBy(root: CompiledEntity, family: readonly CompiledEntity[], entities: Entities): Changes {
  const lines = family.filter((entity) => entity !== root).map(({ name }) => name);
  const changes: Changes = { root: root.name, entities, rows: new Set(lines), fields: new Set() };
  addComputed(changes);
  return changes;
}

/** Adds the computed fields that depend on changes, until no more are found. */
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

/** Returns whether a computed field of some other record of the entity may change. */
function followsFrom({ typed }: CompiledFormula, { name }: CompiledEntity, changes: Changes): boolean {
  return visit(typed, {
    entities: changes.entities,
    // The lines of the written record belong to it; lines of other records may be added or removed by effects.
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
 * Returns whether a formula over the written record or one of its lines reads something that the write changes
 * elsewhere, so that it can't be evaluated before. The new record is substituted for the stored one where a query goes
 * through its lines, or where a path from a query's result leads to it.
 */
function readsOtherChanges(typed: Typed, of: CompiledEntity, changes: Changes): boolean {
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

/**
 * Returns a function that tells whether a field of the record itself is computed from something that the write may
 * change elsewhere.
 */
function ownRead(changes: Changes): (entity: string, field: string) => boolean {
  const memoized = new Map<string, boolean>();
  return (entity, field) => {
    const key = keyOf(entity, field);
    const cached = memoized.get(key);
    if (cached !== undefined) return cached;
    // A field that depends on itself is empty.
    memoized.set(key, false);
    const of = changes.entities.get(entity);
    const value = of?.computed.find((one) => one.field.name === field)?.value ?? null;
    const isRead =
      of !== undefined && value !== null && changes.fields.has(key) && readsOtherChanges(value.typed, of, changes);
    memoized.set(key, isRead);
    return isRead;
  };
}

interface Reading {
  readonly entities: Entities;
  /** Called for a read field of the record itself or of its own lines. */
  readonly own: (entity: string, field: string) => boolean;
  /** Called for a read field of any other record. */
  readonly others: (entity: string, field: string, whose: Whose) => boolean;
  /** Called for a query, which depends on which records exist. */
  readonly rows: (query: Extract<Typed, { op: 'query' }>, isNested: boolean) => boolean;
}

/**
 * To which record an expression leads. `own`: the record itself or its lines. `queried`: a query's result and what
 * paths from it lead to; `excluding`: the result of a query that excludes the record itself. `others`: what a path from
 * the record or the person leads to.
 */
type Whose = 'own' | 'queried' | 'excluding' | 'others';
type Locals = ReadonlyMap<string, Whose>;

/** Returns whether one of the callbacks returns true for anything that the expression reads. */
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

/**
 * Returns to which record an expression leads. Lists lead from a record to its lines; references lead to other records.
 */
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
