import type { Relation } from '../../expressions/relation/relation.ts';
import { isAnswerable } from '../../expressions/relation/relation-parts.ts';
import { mentions } from '../../expressions/types/conjuncts.ts';
import { staticTypeOf } from '../../expressions/types/static-of.ts';
import { withoutPlaces } from '../../model/diff/without-places.ts';
import { all } from '../access/read-policy.ts';
import type { App, PreparedEntity, PreparedRule } from '../compiled/compiled-model.ts';
import { gatedField, parameterOf } from '../query/list-filter.ts';
import type { ListPlan } from '../query/list-plan.ts';

/** A rule that records may break which were there before it. */
export interface RuleSince {
  readonly rule: PreparedRule;
  readonly entity: PreparedEntity;
  /** The records that break it, and whose next change it holds on; null: no database can be asked. */
  readonly plan: ListPlan | null;
}

/** Of so many it is said which they are. */
const MOST_EXAMPLES = 3;

/**
 * The rules that are stated otherwise than in the document before, by themselves or in what they read. One that hangs on
 * the change that is made, or on whoever makes it, is broken by no record as it stands; a warning refuses nothing.
 */
export function rulesSince(app: App, before: App | null): readonly RuleSince[] {
  return [...app.entities.values()].flatMap((entity) => {
    const then = before?.entities.get(entity.name);
    const stood = new Set(then?.rules.map((rule) => signatureOf(then, rule)));
    return entity.rules
      .filter((rule) => holdsOnRecords(rule) && !stood.has(signatureOf(entity, rule)))
      .map((rule) => ({ rule, entity, plan: planOf(app, entity, rule) }));
  });
}

function holdsOnRecords({ rule, condition }: PreparedRule): boolean {
  if (condition === null || condition.unknown.length > 0) return false;
  return (
    rule.severity === 'error' &&
    rule.events.length === 0 &&
    !condition.mentionsPerson &&
    !mentions(condition.typed, 'old')
  );
}

/** What it says, constants by their values, where it holds, and what the computed fields beside it are. */
function signatureOf({ computed, machines }: PreparedEntity, { rule, condition }: PreparedRule): string {
  const formulas = computed.map(({ field, value }) => [field.name, withoutPlaces(value?.typed ?? null)]);
  const states = rule.states.map(({ name }) => name);
  const editable = machines.map(({ machine, editable }) => [machine.name, [...(editable ?? [])]]);
  return JSON.stringify([withoutPlaces(condition?.typed ?? null), states, editable, formulas]);
}

function planOf(app: App, entity: PreparedEntity, { rule, condition }: PreparedRule): ListPlan | null {
  if (condition === null || !isAnswerable(condition.relation)) return null;
  const within =
    rule.states.length > 0 ? inStates(entity, new Set(rule.states.map(({ name }) => name))) : editable(entity);
  const { title } = entity.schema;
  return {
    key: JSON.stringify([app.hash, 'breaks', rule.id]),
    entity: entity.name,
    where: [within, { r: 'not', of: condition.relation } as const].filter((part) => part !== null),
    search: null,
    select: title === null ? [] : [{ field: title, gate: null }],
    sort: [],
    after: null,
    limit: MOST_EXAMPLES,
    countTo: Number.POSITIVE_INFINITY,
  };
}

/** What can't be edited any more is changed by events alone, and these don't look at a rule without states. */
function editable(entity: PreparedEntity): Relation | null {
  return all(entity.machines.map(({ machine, editable: states }) => isIn(entity, machine.name, [...(states ?? [])])));
}

function inStates(entity: PreparedEntity, names: ReadonlySet<string>): Relation {
  const parts = entity.machines.flatMap(({ machine }) => {
    const states = machine.states.filter(({ name }) => names.has(name)).map(({ name }) => name);
    return states.length === 0 ? [] : (isIn(entity, machine.name, states) ?? []);
  });
  return { r: 'or', parts };
}

function isIn(entity: PreparedEntity, machine: string, states: readonly string[]): Relation | null {
  const attribute = entity.schema.attributes.get(machine);
  if (attribute === undefined) return null;
  const type = staticTypeOf(attribute.type, attribute.id);
  const item = gatedField(entity, attribute, null);
  return { r: 'among', item, list: parameterOf(states, { t: 'list', of: type }) };
}
