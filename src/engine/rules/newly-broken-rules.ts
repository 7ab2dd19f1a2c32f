import { isAnswerable } from '../../expressions/relation/relation-parts.ts';
import { mentions } from '../../expressions/types/conjuncts.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import { staticTypeOf } from '../../expressions/types/static-of.ts';
import { withoutPlaces } from '../../model/diff/without-places.ts';
import { allOf } from '../access/read-policy.ts';
import type { CompiledEntity, CompiledModel, CompiledRule } from '../compiled/compiled-model.ts';
import { parameterOf, readableField } from '../query/list-filter.ts';
import type { ListPlan } from '../query/list-plan.ts';

/** A new rule that existing records may break. */
export interface ChangedRule {
  readonly rule: CompiledRule;
  readonly entity: CompiledEntity;
  /**
   * The query for the records that break the rule and on whose next change it is checked; null if it can't be compiled
   * to SQL.
   */
  readonly plan: ListPlan | null;
}

/** Maximum number of example records. */
const MOST_EXAMPLES = 3;

/**
 * Returns the rules that differ from the previous document, in their text or in what they read. Excluded are warnings,
 * and rules that depend on the change or the person, because no stored record can break these by itself.
 */
export function changedRules(model: CompiledModel, before: CompiledModel | null): readonly ChangedRule[] {
  return [...model.entities.values()].flatMap((entity) => {
    const then = before?.entities.get(entity.name);
    const oldSignatures = new Set(then?.rules.map((rule) => signatureOf(then, rule)));
    return entity.rules
      .filter((rule) => holdsOnRecords(rule) && !oldSignatures.has(signatureOf(entity, rule)))
      .map((rule) => ({ rule, entity, plan: planOf(model, entity, rule) }));
  });
}

function holdsOnRecords({ rule, condition }: CompiledRule): boolean {
  if (condition === null || condition.unknown.length > 0) return false;
  return (
    rule.severity === 'error' &&
    rule.events.length === 0 &&
    !condition.mentionsPerson &&
    !mentions(condition.typed, 'old')
  );
}

/**
 * Returns a text that changes when the rule's meaning changes: its condition with the values of constants, its states,
 * and the computed fields of the entity.
 */
function signatureOf({ computed, machines }: CompiledEntity, { rule, condition }: CompiledRule): string {
  const formulas = computed.map(({ field, value }) => [field.name, withoutPlaces(value?.typed ?? null)]);
  const states = rule.states.map(({ name }) => name);
  const editable = machines.map(({ machine, editable }) => [machine.name, [...(editable ?? [])]]);
  return JSON.stringify([withoutPlaces(condition?.typed ?? null), states, editable, formulas]);
}

function planOf(model: CompiledModel, entity: CompiledEntity, { rule, condition }: CompiledRule): ListPlan | null {
  if (condition === null || !isAnswerable(condition.relation)) return null;
  const within =
    rule.states.length > 0 ? inStates(entity, new Set(rule.states.map(({ name }) => name))) : editable(entity);
  const { title } = entity.schema;
  return {
    key: JSON.stringify([model.hash, 'breaks', rule.id]),
    entity: entity.name,
    where: [within, { r: 'not', of: condition.relation } as const].filter((part) => part !== null),
    search: null,
    select: title === null ? [] : [{ field: title, gate: null }],
    sort: [],
    after: null,
    limit: MOST_EXAMPLES,
    maxCount: Number.POSITIVE_INFINITY,
  };
}

/**
 * Returns the condition that a record is editable. Other records change by events only, and these don't check rules
 * without states.
 */
function editable(entity: CompiledEntity): Relation | null {
  return allOf(entity.machines.map(({ machine, editable: states }) => isIn(entity, machine.name, [...(states ?? [])])));
}

function inStates(entity: CompiledEntity, names: ReadonlySet<string>): Relation {
  const parts = entity.machines.flatMap(({ machine }) => {
    const states = machine.states.filter(({ name }) => names.has(name)).map(({ name }) => name);
    return states.length === 0 ? [] : (isIn(entity, machine.name, states) ?? []);
  });
  return { r: 'or', parts };
}

function isIn(entity: CompiledEntity, machine: string, states: readonly string[]): Relation | null {
  const attribute = entity.schema.attributes.get(machine);
  if (attribute === undefined) return null;
  const type = staticTypeOf(attribute.type, attribute.id);
  const item = readableField(entity, attribute, null);
  return { r: 'among', item, list: parameterOf(states, { t: 'list', of: type }) };
}
