import type { Rule, Transition } from '../../model/types/model.ts';
import { callFor, type OfRecords } from '../drive/calls.ts';
import { bodyFor, goodInput, inputNames, withExistingLines } from '../drive/input.ts';
import type { Driver } from '../drive/send-request.ts';
import { ownerOf } from '../evaluator/find-unjudged-parts.ts';
import type { Answer, Json, Stored } from '../evaluator/world.ts';
import { raise } from '../oracle/writes.ts';
import { namesIn, requestContextOf } from '../oracle-rules/request-context.ts';
import { valuesInExpressions, withEdgeValues } from './edges.ts';
import type { Proposal } from './think.ts';

/** A request whose values may still change. */
export interface Draft {
  readonly person: Stored | null;
  readonly entity: string;
  readonly input: ReadonlyMap<string, Json>;
  readonly hints: ReturnType<typeof valuesInExpressions>;
  readonly requestOf: (input: ReadonlyMap<string, Json>) => OfRecords;
}

type Trees = Parameters<typeof valuesInExpressions>[1];

export const proposalOf = ({ person, input, requestOf }: Draft): Proposal => ({ person, request: requestOf(input) });

/** Drafts the creation of a record; `good`: probability of values from the sample data. */
export function draftCreation(
  driver: Driver,
  person: Stored | null,
  { entity, id, trees, good }: { readonly entity: string; readonly id: string; readonly trees: Trees; good: number },
): Draft | null {
  const call = callFor(driver, 'create', entity);
  if (call === null) return null;
  const names = inputNames(driver, entity, call);
  const values = goodInput(driver, entity, names, 0.1);
  const hints = valuesInExpressions(driver, trees, { entity, id, values });
  const input = driver.random.chance(good) ? values : withEdgeValues(driver, entity, names, values, hints);
  const requestOf = (given: Draft['input']): OfRecords => ({
    ...{ kind: 'create', entity, id, call: call.id },
    input: bodyFor(driver, call, given),
  });
  return { person, entity, input, hints, requestOf };
}

/** Drafts a change of some fields of a record. */
export function draftChange(
  driver: Driver,
  person: Stored | null,
  stored: Stored,
  { trees, match, id }: { readonly trees: Trees; readonly match: 'stale' | 'current'; readonly id: string },
): Draft | null {
  const { random } = driver;
  const { entity } = stored;
  const call = callFor(driver, 'change', entity);
  if (call === null) return null;
  const all = inputNames(driver, entity, call);
  const read = all.filter((name) => trees.some((tree) => tree && namesIn(tree).includes(name)));
  const names = random.some(read.length > 0 && random.chance(0.6) ? read : all, 1 + random.below(3));
  const values = goodInput(driver, entity, names, 0);
  const hints = valuesInExpressions(driver, trees, stored);
  const input = random.chance(0.3) ? values : withEdgeValues(driver, entity, names, values, hints);
  const requestOf = (given: Draft['input']): OfRecords => ({
    ...{ kind: 'change', entity, id, call: call.id, match },
    input: bodyFor(driver, call, withExistingLines(driver, stored, given)),
  });
  return { person, entity, input, hints, requestOf };
}

/** Drafts an event of a record, with the values that it asks for. */
export function draftEvent(
  driver: Driver,
  person: Stored | null,
  stored: Stored,
  transition: Transition | undefined,
  {
    trees,
    match,
    id,
    good,
  }: { readonly trees: Trees; readonly match: 'stale' | 'current'; readonly id: string; good: number },
): Draft {
  const { entity } = stored;
  const event = transition?.event ?? '';
  const asks = (transition?.effects ?? []).flatMap((effect) => (effect.kind === 'ask' ? [effect.field] : []));
  const call = callFor(driver, 'event', entity, event);
  const values = goodInput(driver, entity, asks, 0);
  const hints = valuesInExpressions(driver, trees, stored);
  const input = driver.random.chance(good) ? values : withEdgeValues(driver, entity, asks, values, hints);
  const requestOf = (given: Draft['input']): OfRecords => ({
    ...{ kind: 'event', entity, id, event, call: call?.id ?? null, match },
    input: bodyFor(driver, call, given),
  });
  return { person, entity, input, hints, requestOf };
}

/** Whether the person could raise the event on the record with some input. */
export function mightRaise(
  { model, world, subject }: Driver,
  person: Stored | null,
  id: string,
  { event }: Transition,
) {
  const stored = world.get(id);
  if (stored === undefined || event === null) return false;
  const context = requestContextOf(model, world, person?.id ?? null, subject.clock.now);
  const base = { kind: 'event', entity: stored.entity, id, event } as const;
  return raise(context, { ...base, call: null, input: {}, match: 'current' }, true).allowed;
}

/**
 * Returns the draft as another person if this one may not, or with other values if they are wrong; null if neither
 * helps.
 */
export function repairedDraft(driver: Driver, draft: Draft, answer: Answer): Draft | null {
  if (answer.allowed) return null;
  const { random, model } = driver;
  const { entity, input, hints } = draft;
  if (answer.faults.length === 0)
    return [401, 403, 404].includes(answer.status) ? { ...draft, person: random.pick(driver.principals) } : null;
  const blamed = answer.faults.flatMap(({ path, rule }) => {
    const of = model.rules.find(({ id }) => id === rule);
    return [path.split(/[.[]/)[0] ?? '', ...(of === undefined ? [] : fieldsReadBy(driver, of))];
  });
  const names = [...new Set([...input.keys(), ...inputNames(driver, entity, null)])].filter((name) =>
    blamed.includes(name),
  );
  const unsent = answer.faults.flatMap(({ path, code }) => (code === 'NOT_AN_INPUT' ? path : []));
  if (names.length + unsent.length === 0) return null;
  const fresh = new Map([...input, ...goodInput(driver, entity, names, 0.3)]);
  for (const name of unsent) fresh.delete(name);
  return { ...draft, input: random.chance(0.3) ? fresh : withEdgeValues(driver, entity, names, fresh, hints) };
}

/** Returns what a rule reads, including what computed fields depend on. */
export function fieldsReadBy({ model }: Driver, { entity, condition }: Rule): readonly string[] {
  const owner = ownerOf(model, entity);
  const names = new Set(condition?.tree ? namesIn(condition.tree) : []);
  const of = model.entities.filter(({ name }) => name === entity || name === owner);
  for (const { name, computed } of of.flatMap(({ fields }) => [...fields, ...fields]))
    if (names.has(name) && computed?.tree) for (const each of namesIn(computed.tree)) names.add(each);
  if (owner !== entity)
    for (const { name, type } of of.flatMap(({ fields }) => fields))
      if (type.kind === 'list' && type.entity === entity) names.add(name);
  return [...names];
}
