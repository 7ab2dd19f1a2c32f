import type { Machine, Rule, Transition } from '../../model/types/model.ts';
import { callFor, type OfRecords } from '../drive/calls.ts';
import { bodyFor, goodInput, inputNames, withExistingLines } from '../drive/input.ts';
import type { Driver } from '../drive/send-request.ts';
import { ownerOf } from '../evaluator/find-unjudged-parts.ts';
import type { Answer, Json } from '../evaluator/world.ts';
import { tryCalls, tryCells } from './cells.ts';
import { fieldsReadBy } from './drafts.ts';
import { valuesInExpressions, withEdgeValues } from './edges.ts';
import { goalOfError, goalOfRule } from './goals.ts';
import { tryTransitions } from './paths.ts';
import { isRefused, isTaken, type Proposal, sendFirstReaching } from './think.ts';
import { planRandomly } from './wander.ts';

/**
 * Looks for what was not covered yet: entities without records, untried cells and calls, transitions, rules and errors.
 * It asks the oracle about possible requests and sends those that would cover it.
 */
export async function coverMissing(driver: Driver): Promise<void> {
  const { model, judged, random } = driver;
  for (const entity of judged) {
    const call = callFor(driver, 'create', entity);
    if (call === null || isTaken(driver, call.id)) continue;
    const all = () =>
      withEdgeValues(
        driver,
        entity,
        inputNames(driver, entity, call),
        goodInput(driver, entity, inputNames(driver, entity, call), 0),
      );
    await sendFirstReaching(
      driver,
      () => ({ person: random.pick(driver.principals), request: creating(driver, entity, all()) }),
      ({ allowed }) => allowed,
    );
  }
  await tryCells(driver);
  await tryTransitions(driver);
  for (const rule of model.rules.filter(({ entity }) => judged.has(ownerOf(model, entity)))) {
    if (isRefused(driver, rule.id) || driver.impossible.has(rule.id)) continue;
    const isMet = (answer: Answer) => faultsOf(answer).some((each) => each.rule === rule.id);
    if (await sendFirstReaching(driver, () => breaking(driver, rule), isMet)) continue;
    await planRandomly(driver, goalOfRule(driver, rule, treesOf(driver, rule, fieldsReadBy(driver, rule))));
  }
  await errors(driver);
  await tryCalls(driver);
}

async function errors(driver: Driver): Promise<void> {
  for (const error of driver.model.errors) {
    if (isRefused(driver, error.id) || driver.impossible.has(error.id)) continue;
    const goal = goalOfError(driver, error);
    if (goal !== null) await planRandomly(driver, goal);
  }
}

const faultsOf = (answer: Answer) => (answer.allowed ? (answer.warnings?.faults ?? []) : answer.faults);

function raising(driver: Driver, machine: Machine, transition: Transition): Proposal | null {
  const { world, random, principals } = driver;
  const { entity, name } = machine;
  const { event, from } = transition;
  const candidates = [...world.values()].filter((each) => each.entity === entity && each.values.get(name) === from);
  if (candidates.length === 0 || event === null) return null;
  const asks = transition.effects.flatMap((effect) => (effect.kind === 'ask' ? [effect.field] : []));
  const call = callFor(driver, 'event', entity, event)?.id ?? null;
  const stored = random.pick(candidates);
  const hints = valuesInExpressions(
    driver,
    [
      transition.guard?.tree,
      ...driver.model.rules.filter((rule) => rule.entity === entity).map(({ condition }) => condition?.tree),
    ],
    stored,
  );
  const input = Object.fromEntries(withEdgeValues(driver, entity, asks, goodInput(driver, entity, asks, 0), hints));
  return {
    person: random.pick(principals),
    request: { kind: 'event', entity, id: stored.id, event, call, input, match: 'current' },
  };
}

/** Returns a request that writes a record of the rule with unusual values in the fields that it reads. */
function breaking(driver: Driver, rule: Rule): Proposal | null {
  const { model, world, random, principals } = driver;
  const entity = ownerOf(model, rule.entity);
  const candidates = [...world.values()].filter((each) => each.entity === entity);
  const read = fieldsReadBy(driver, rule);
  const trees = treesOf(driver, rule, read);
  const [[machine, transition] = []] = random.some(waysOf(driver, rule, entity), 1);
  if (machine !== undefined && transition !== undefined && random.chance(rule.events.length > 0 ? 0.8 : 0.2))
    return raising(driver, machine, transition);
  const person = random.pick(principals);
  const isNew = candidates.length === 0 || random.chance(0.5);
  const call = callFor(driver, isNew ? 'create' : 'change', entity);
  const names = inputNames(driver, entity, call);
  if (names.length === 0) return null;
  const own = names.filter((name) => read.includes(name) || holdsLines(driver, entity, name, rule));
  if (isNew) {
    const good = goodInput(driver, entity, names, 0.05);
    const hints = valuesInExpressions(driver, trees, { entity, id: 'new', values: good });
    const input = withEdgeValues(driver, entity, own, good, hints);
    return { person, request: creating(driver, entity, input) };
  }
  const stored = random.pick(candidates);
  const few = random.some(own.length > 0 ? own : names, 1 + random.below(3));
  const input = withExistingLines(
    driver,
    stored,
    withEdgeValues(driver, entity, few, goodInput(driver, entity, few, 0), valuesInExpressions(driver, trees, stored)),
  );
  return {
    person,
    request: {
      ...{ kind: 'change', entity, id: stored.id, call: call?.id ?? null, match: 'current' },
      input: bodyFor(driver, call, input),
    },
  };
}

function creating(driver: Driver, entity: string, input: ReadonlyMap<string, Json>): OfRecords {
  const call = callFor(driver, 'create', entity);
  return { kind: 'create', entity, id: 'new', call: call?.id ?? null, input: bodyFor(driver, call, input) };
}

/** Returns the condition of a rule, and the formulas of the computed fields that it reads. */
function treesOf({ model }: Driver, { entity, condition }: Rule, read: readonly string[]) {
  const of = model.entities.filter(({ name }) => name === entity || name === ownerOf(model, entity));
  const computed = of.flatMap(({ fields }) => fields.filter(({ name }) => read.includes(name)));
  return [condition?.tree, ...computed.map((field) => field.computed?.tree)];
}

const holdsLines = ({ model }: Driver, entity: string, name: string, rule: Rule): boolean => {
  const field = model.entities.find((each) => each.name === entity)?.fields.find((each) => each.name === name);
  return field?.type.kind === 'list' && field.type.entity === rule.entity;
};

/** Returns the transitions on which a rule is checked. */
function waysOf({ model }: Driver, { events, states }: Rule, entity: string) {
  return model.machines
    .filter((machine) => machine.entity === entity)
    .flatMap((machine) =>
      machine.transitions
        .filter(({ event, to }) => event !== null && (isNamed(events, event) || isNamed(states, to)))
        .map((transition) => [machine, transition] as const),
    );
}

const isNamed = (names: readonly { readonly name: string }[], name: string | null): boolean =>
  names.some((each) => each.name === name);
