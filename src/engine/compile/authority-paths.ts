import { MAX_TITLE_HOPS } from '../../model/lookups/fallback-title.ts';
import type { Attribute, Schema } from '../../model/lookups/schema.ts';
import { readsOfBody } from '../compiled/call-body.ts';
import type { CompiledFormula, Path } from '../compiled/compiled-formula.ts';
import type { CompiledEffect, CompiledEntity, CompiledTimer } from '../compiled/compiled-model.ts';
import { prefixPaths, referencesToLoad, withoutPrefixes } from '../compiled/follow-path.ts';
import { compileRule } from './rule.ts';

/** Returns the formulas that decide who may do what with a record. */
export function decidingFormulas(entity: CompiledEntity): CompiledFormula[] {
  const cells = Object.values(entity.permissions).flatMap(({ record, fields }) => [
    ...record,
    ...[...fields.values()].flat(),
  ]);
  const guards = entity.machines.flatMap(({ transitions }) =>
    transitions.flatMap((one) => [...one.personGuards, ...one.guard]),
  );
  return [...cells.flatMap(({ where }) => where ?? []), ...guards];
}

/** Returns all other formulas about a record. */
export function otherFormulas(entity: CompiledEntity): CompiledFormula[] {
  return [
    ...entity.rules.flatMap(({ condition }) => condition ?? []),
    ...[...entity.defaults.values()].flatMap((value) => value ?? []),
    ...entity.computed.flatMap(({ value }) => value ?? []),
    ...actingFormulas(entity),
  ];
}

/** Returns the formulas of the entity's effects and timers. */
function actingFormulas({ machines }: CompiledEntity): CompiledFormula[] {
  const transitions = machines.flatMap((machine) => machine.transitions);
  return [
    ...transitions.flatMap((one) => one.effects.flatMap(formulasOfEffect)),
    ...transitions.flatMap((one) => formulasOfTimer(one.timer)),
  ];
}

const readingPerson = new WeakMap<CompiledEntity, boolean>();

/** Returns whether an effect or timer of the entity reads a field of the person who causes it. Cached by entity. */
export function effectsReadPerson(entity: CompiledEntity): boolean {
  const isReading =
    readingPerson.get(entity) ?? actingFormulas(entity).some(({ readsOfPerson }) => readsOfPerson.length > 0);
  readingPerson.set(entity, isReading);
  return isReading;
}

function formulasOfEffect(effect: CompiledEffect): readonly CompiledFormula[] {
  if (effect.kind === 'set') return [effect.value];
  if (effect.kind === 'set elsewhere') return [effect.on, effect.value];
  if (effect.kind === 'raise') return [effect.on];
  if (effect.kind === 'delete') return effect.on === null ? [] : [effect.on];
  if (effect.kind === 'notify') return effect.to;
  if (effect.kind === 'email') {
    const { to, subject, text, file } = effect;
    return [...to, ...subject.values, ...text.values, ...(file === null ? [] : [file])];
  }
  if (effect.kind !== 'make') return [];
  return [...(effect.items === null ? [] : [effect.items.chosen]), ...effect.values.map(({ value }) => value)];
}

function formulasOfTimer(timer: CompiledTimer | null): readonly CompiledFormula[] {
  if (timer?.kind === 'when') return [timer.condition];
  if (timer?.kind === 'operation') return timer.where === null ? [] : [timer.where];
  return timer?.kind === 'delay' && timer.moment !== null ? [timer.moment] : [];
}

/**
 * Returns the entities with the reference paths to load with a record: those needed to read it, and those needed to
 * decide or show anything about it.
 */
export function withPaths(entities: ReadonlyMap<string, CompiledEntity>, schema: Schema): Map<string, CompiledEntity> {
  const gates = new Map([...entities.values()].map((entity) => [entity.name, readPathsOf(entity, schema)] as const));
  const readPaths = new Map(
    [...gates].map(
      ([name, paths]) => [name, withoutPrefixes([...paths, ...titlePathsOf(name, schema, gates)])] as const,
    ),
  );
  return new Map(
    [...entities.values()].map((entity) => [
      entity.name,
      { ...entity, readPaths: readPaths.get(entity.name) ?? [], paths: allPathsOf(entity, schema, readPaths) },
    ]),
  );
}

function readPathsOf(entity: CompiledEntity, schema: Schema): Path[] {
  const { record, fields } = entity.permissions.read;
  const conditions = [...record, ...[...fields.values()].flat()].flatMap(({ where }) => where ?? []);
  return referencesToLoad(
    schema,
    entity.name,
    conditions.flatMap((condition) => condition.reads),
  );
}

/** Returns the paths to a title that is a reference, and those needed to know whether it may be read. */
function titlePathsOf(
  entity: string,
  schema: Schema,
  readPaths: ReadonlyMap<string, readonly Path[]>,
  more = MAX_TITLE_HOPS,
): Path[] {
  const target = schema.entities.get(entity);
  const title = target?.title ?? null;
  const type = title === null ? undefined : target?.attributes.get(title)?.type;
  if (title === null || type?.kind !== 'reference' || more === 0) return [];
  const behindIt = [...(readPaths.get(type.entity) ?? []), ...titlePathsOf(type.entity, schema, readPaths, more - 1)];
  return [[title], ...prefixPaths(title, behindIt)];
}

function allPathsOf(entity: CompiledEntity, schema: Schema, readPaths: ReadonlyMap<string, readonly Path[]>): Path[] {
  const formulas = [...decidingFormulas(entity), ...otherFormulas(entity)];
  const lines = entity.attributes.flatMap(({ name, type }) =>
    type.kind === 'list' ? [{ name, entity: type.entity }] : [],
  );
  const ofLines = lines.flatMap((list) =>
    schema.model.rules.flatMap((rule) => {
      if (rule.entity !== list.entity || rule.condition === null) return [];
      const { condition } = compileRule(rule, { schema, zone: 'UTC', entity: list.entity });
      return prefixPaths(list.name, condition?.reads ?? []);
    }),
  );
  const performerPaths = entity.machines.flatMap(({ transitions }) =>
    transitions.flatMap((one) => (one.who ?? []).flatMap((item) => (item.kind === 'path' ? [item.path] : []))),
  );
  const bodies = entity.machines.flatMap(({ transitions }) =>
    transitions.flatMap(({ effects }) =>
      effects.flatMap((effect) => (effect.kind === 'call' ? readsOfBody(effect.body) : [])),
    ),
  );
  const reads = [...formulas.flatMap((formula) => formula.reads), ...ofLines, ...performerPaths, ...bodies];
  return withoutPrefixes([
    ...referencesToLoad(schema, entity.name, reads),
    ...titlesIn(entity.attributes, schema, readPaths, []),
  ]);
}

/**
 * Returns the paths to referenced records, and those needed to know whether they may be read. In lines, only fields of
 * several references count.
 */
function titlesIn(
  attributes: readonly Pick<Attribute, 'name' | 'type'>[],
  schema: Schema,
  readPaths: ReadonlyMap<string, readonly Path[]>,
  above: readonly string[],
): Path[] {
  return attributes.flatMap(({ name, type }): Path[] => {
    if (type.kind === 'references' || (type.kind === 'reference' && above.length === 0))
      return [[name], ...prefixPaths(name, readPaths.get(type.entity) ?? [])];
    if (type.kind !== 'list' || above.includes(type.entity)) return [];
    const lines = schema.entities.get(type.entity)?.entity.fields ?? [];
    return prefixPaths(name, titlesIn(lines, schema, readPaths, [...above, type.entity]));
  });
}
