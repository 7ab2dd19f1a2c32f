import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Rule } from '../../model/types/model.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { isSatisfiable } from '../solver/solver.ts';
import { occasionsOf } from '../transitions/rule-occasions.ts';

interface Ruling {
  readonly rule: Rule;
  readonly condition: Typed;
  readonly occasions: ReadonlySet<string>;
  /** The names of the fields of its entity that the condition reads. */
  readonly fields: ReadonlySet<string>;
}

export const check = defineCheck({
  code: 'rules-contradict',
  point: 5,
  severity: 'error',
  about: 'A rule that no record can meet, or two rules that no record can meet together.',
  *find(context) {
    for (const rulings of byEntity(context).values()) yield* contradictionsIn(rulings, context.schema);
  },
});

/** Maximum number of pairs of rules per entity that are compared. Documents written by people have fewer. */
const MOST_PAIRS = 2000;

/** A rule that cannot hold alone is not compared with others. */
function* contradictionsIn(rulings: readonly Ruling[], schema: Schema): Generator<Finding> {
  const earlierRulings: Ruling[] = [];
  let pairs = 0;
  for (const ruling of rulings) {
    if (!canHold([ruling], schema)) {
      yield alone(ruling, schema);
      continue;
    }
    for (const earlier of earlierRulings) {
      if (pairs >= MOST_PAIRS || !share(ruling.fields, earlier.fields) || !share(ruling.occasions, earlier.occasions))
        continue;
      pairs += 1;
      if (!canHold([earlier, ruling], schema)) yield both(earlier, ruling, schema);
    }
    earlierRulings.push(ruling);
  }
}

function alone(ruling: Ruling, schema: Schema): Finding {
  const { rule } = ruling;
  return {
    element: rule.id,
    at: rule.condition?.at ?? rule.at,
    message: `${rule.name} can't hold: no ${rule.entity}${consequence([ruling], schema)}.`,
    next: 'Correct the condition, or the types and bounds of its fields in point 3.',
  };
}

function both(earlier: Ruling, later: Ruling, schema: Schema): Finding {
  const names = `${earlier.rule.name} and ${later.rule.name}`;
  return {
    element: later.rule.id,
    at: later.rule.condition?.at ?? later.rule.at,
    also: [earlier.rule.condition?.at ?? earlier.rule.at],
    message: `${names} can't both hold: no ${later.rule.entity}${consequence([earlier, later], schema)}.`,
    next: `Correct one of them: \`${earlier.rule.condition?.text}\` or \`${later.rule.condition?.text}\`.`,
  };
}

/** Even then, a record with an empty field may pass, because a rule that is unknown does not fail. */
function consequence(rulings: readonly Ruling[], schema: Schema): string {
  const goals = rulings.map(({ condition }) => ({ condition, truth: true, orUnknown: true }));
  const events = rulings.flatMap(({ rule }) => rule.events.map(({ name }) => name));
  const how = events.length === 0 ? 'can be saved' : `can pass ${joinNames([...new Set(events)], 'or')}`;
  if (!isSatisfiable(goals, { schema, valid: true })) return ` ${how}`;
  const fields = [...new Set(rulings.flatMap((ruling) => [...ruling.fields]))];
  return ` with ${joinNames(fields)} filled in ${how}`;
}

function canHold(rulings: readonly Ruling[], schema: Schema): boolean {
  return isSatisfiable(
    rulings.map(({ condition }) => ({ condition, truth: true })),
    { schema, valid: true },
  );
}

function byEntity({ model, schema, typed }: CheckContext): ReadonlyMap<string, readonly Ruling[]> {
  const found = new Map<string, Ruling[]>();
  for (const rule of model.rules) {
    const condition = typed(rule.condition);
    if (condition === null || rule.standing !== 'stated') continue;
    const read = fieldsRead(condition).filter(({ entity }) => entity === rule.entity);
    const fields = new Set(read.map(({ field }) => field));
    const ruling = {
      rule,
      condition,
      fields,
      occasions: occasionsOf(rule, schema.entities.get(rule.entity)?.machines ?? []),
    };
    found.set(rule.entity, [...(found.get(rule.entity) ?? []), ruling]);
  }
  return found;
}

function share(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((name) => other.has(name));
}
