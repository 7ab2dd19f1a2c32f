import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Rule } from '../../model/types/model.ts';
import { type CheckContext, defineCheck, type Finding } from '../check.ts';
import { occasionsOf } from '../occasions.ts';
import { listed } from '../places.ts';
import { possible } from '../reason.ts';

interface Ruling {
  readonly rule: Rule;
  readonly condition: Typed;
  readonly occasions: ReadonlySet<string>;
  /** The names of its entity's fields that it reads. */
  readonly fields: ReadonlySet<string>;
}

export const check = defineCheck({
  code: 'rules-contradict',
  point: 5,
  severity: 'error',
  about: 'A rule that no record can keep, or two that no record can keep at once.',
  *findEach(context) {
    for (const rulings of byEntity(context).values()) yield* among(rulings, context.schema);
  },
});

/** How many pairs of rules of one entity are set against each other; beyond, documents are no longer written by people. */
const MOST_PAIRS = 2000;

/** A rule that can't be kept by itself is not set against others. */
function* among(rulings: readonly Ruling[], schema: Schema): Generator<Finding> {
  const kept: Ruling[] = [];
  let pairs = 0;
  for (const ruling of rulings) {
    if (!canHold([ruling], schema)) {
      yield alone(ruling, schema);
      continue;
    }
    for (const earlier of kept) {
      if (pairs >= MOST_PAIRS || !share(ruling.fields, earlier.fields) || !share(ruling.occasions, earlier.occasions))
        continue;
      pairs += 1;
      if (!canHold([earlier, ruling], schema)) yield both(earlier, ruling, schema);
    }
    kept.push(ruling);
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

/** An empty field may still get by, since an unknown rule does not fail. */
function consequence(rulings: readonly Ruling[], schema: Schema): string {
  const wishes = rulings.map(({ condition }) => ({ condition, truth: true, orUnknown: true }));
  const events = rulings.flatMap(({ rule }) => rule.events.map(({ name }) => name));
  const how = events.length === 0 ? 'can be saved' : `gets through ${listed([...new Set(events)], 'or')}`;
  if (!possible(wishes, { schema, valid: true })) return ` ${how}`;
  const fields = [...new Set(rulings.flatMap((ruling) => [...ruling.fields]))];
  return ` with ${listed(fields)} filled in ${how}`;
}

function canHold(rulings: readonly Ruling[], schema: Schema): boolean {
  return possible(
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
