import { withEffectsAcross } from './across.ts';
import { entitiesOf, namesOf, withCascades, withDefaults } from './entities.ts';
import { lineRulesOf, withLineMachines } from './line-machines.ts';
import { withMachines } from './machines.ts';
import { matrixOf, rulesOf, warningsOf } from './matrix.ts';
import type { EntityPlan, FieldPlan, Sent } from './plan.ts';
import { randomFrom } from './random.ts';
import { rollupRulesOf, withRollups } from './rollups.ts';
import { samplesText } from './samples.ts';
import { screensOf } from './screens.ts';
import { textOf } from './text.ts';
import { withTimers } from './timers.ts';
import { EVERYBODY, ROLES } from './words.ts';

export type { Sent } from './plan.ts';
export { type Random, randomFrom } from './random.ts';
export { GENERATED_NOW } from './words.ts';

/** A randomly generated document, with inputs for testing it. */
export interface GeneratedDocument {
  readonly seed: number;
  readonly text: string;
  /** The name of the entity of the people. */
  readonly person: string;
  /** Valid and invalid values by entity and field. Lines have their own entity. */
  readonly inputs: ReadonlyMap<string, ReadonlyMap<string, Offers>>;
}

export interface Offers {
  readonly good: readonly Sent[];
  readonly bad: readonly Sent[];
  /** The entity of the lines that the field holds, or null. */
  readonly lines: string | null;
  readonly use: FieldPlan['use'];
  /** The field is unique, so mostly a new value is made. */
  readonly once?: boolean;
}

/**
 * Generates a document from a seed. `rollups`: with rules and effects that read what a write changes in other records.
 */
export function generateDocument(seed: number, rollups = false): GeneratedDocument {
  const random = randomFrom(seed);
  const names = namesOf(random, random.some(ROLES, 1 + random.below(4)), random.pick(EVERYBODY));
  const entities: readonly EntityPlan[] = entitiesOf(random, names).map((entity) =>
    withMachines(random, names, entity),
  );
  const matrix = matrixOf(random, names, entities);
  // A random source of its own, so that the rest of the document stays the same.
  const own = randomFrom(seed + 1_000_003);
  const rules = [...rulesOf(random, entities), ...warningsOf(own, names, entities)];
  const zone = random.pick(['Europe/Berlin', 'UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']);
  const given = withDefaults(randomFrom(seed + 3_000_003), withTimers(own, withCascades(own, entities)));
  const ofLines = randomFrom(seed + 4_000_003);
  const acted = withLineMachines(ofLines, given);
  const ofRollups = randomFrom(seed + 5_000_003);
  const acting = rollups ? withEffectsAcross(randomFrom(seed + 6_000_003), withRollups(ofRollups, acted)) : acted;
  const overOthers = rollups ? rollupRulesOf(ofRollups, acting) : [];
  const plan = {
    title: `Made by chance ${seed}`,
    zone,
    names,
    entities: acting,
    matrix,
    rules: [...rules, ...lineRulesOf(ofLines, acted), ...overOthers],
    samples: samplesText(random, names, entities),
    screens: screensOf(own, names, entities),
    commentLength: own.chance(0.5) ? 40 : null,
  };
  const inputs = new Map(
    acting.map((entity) => [entity.name, new Map(entity.fields.map((field) => [field.name, offersOf(field)]))]),
  );
  return { seed, text: textOf(random, randomFrom(seed + 2_000_003), plan), person: names.person, inputs };
}

function offersOf(field: FieldPlan): Offers {
  return {
    good: field.values.map((value) => value.sent),
    bad: field.bad,
    lines: field.kind === 'lines' ? field.to : null,
    use: field.use,
  };
}
