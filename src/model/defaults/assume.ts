import { saysSame } from '../diff/without-places.ts';
import type { Machine, Model } from '../types/model.ts';
import type { Element } from '../types/place.ts';
import { assumeCalls } from './calls.ts';
import { fieldRules } from './field-rules.ts';
import { assumeLimits } from './limits.ts';
import { assumeLocale } from './locale.ts';
import { assumeInitialStates } from './machines.ts';
import { assumePeople, openPeople } from './people.ts';
import { assumeRoles } from './roles.ts';
import { assumeScreens } from './screens.ts';
import { hideWriteOnly } from './write-only.ts';

/** A step, and what of the Model it goes by: while that is the same, it assumes the same. */
interface Step {
  readonly run: (model: Model) => Model;
  readonly reads: (model: Model) => readonly unknown[];
  /** The list that it adds to. */
  readonly adds: 'calls' | 'screens' | 'limits' | null;
}

const STEPS: readonly Step[] = [
  { run: assumeLocale, reads: ({ product }) => [product], adds: null },
  { run: assumePeople, reads: () => [], adds: null },
  { run: assumeInitialStates, reads: ({ machines }) => machines, adds: null },
  { run: assumeRoles, reads: ({ roles, permissions }) => [roles.length > 0 || permissions.length > 0], adds: null },
  { run: hideWriteOnly, reads: () => [], adds: null },
  { run: fieldRules, reads: () => [], adds: null },
  {
    run: assumeCalls,
    reads: ({ calls, entities, machines }) => [
      ...calls,
      0,
      ...entities.flatMap(({ name, label, plural, belongsTo }) => [name, label, plural, belongsTo?.name]),
      0,
      ...machines.flatMap(({ entity, transitions }) => [entity, ...transitions.map(({ event }) => event)]),
    ],
    adds: 'calls',
  },
  {
    run: assumeScreens,
    reads: ({ screens, entities, roles, permissions }) => [
      ...screens,
      0,
      ...entities.flatMap(({ name, label, plural, belongsTo }) => [name, label, plural, belongsTo?.name]),
      0,
      ...roles,
      ...permissions,
    ],
    adds: 'screens',
  },
  { run: assumeLimits, reads: ({ limits }) => limits, adds: 'limits' },
];

/**
 * Adds what the document does not state and a running application needs, each element with the standing
 * `assumed` and the name of the assumption. Nothing stated is changed; assuming twice changes nothing.
 */
export function assume(stated: Model): Model {
  return STEPS.reduce((model, { run }) => run(model), stated);
}

/** The same for one version of a document after the other: what is assumed as before are the very same elements. */
export function openAssume(): (stated: Model) => Model {
  const kept = new Map<Step, { readonly read: readonly unknown[]; readonly added: readonly unknown[] }>();
  const machines = new WeakMap<Machine, Machine>();
  const people = openPeople();
  const run = (step: Step, model: Model): Model => {
    if (step.run === assumeInitialStates)
      return { ...model, machines: model.machines.map((each) => started(each, model)) };
    if (step.run === assumePeople) return people(model);
    const { adds } = step;
    if (adds === null) return step.run(model);
    const read = step.reads(model);
    const before = kept.get(step);
    if (before !== undefined && same(before.read, read)) return { ...model, [adds]: [...model[adds], ...before.added] };
    const next = step.run(model);
    kept.set(step, { read, added: next[adds].slice(model[adds].length) });
    return next;
  };
  let before: Model | null = null;
  return (stated) => {
    let model = stated;
    for (const step of STEPS) model = run(step, model);
    before = before === null ? model : { ...model, ...keptOf(before, model) };
    return before;
  };

  function started(machine: Machine, model: Model): Machine {
    const known = machines.get(machine);
    if (known !== undefined) return known;
    const [found = machine] = assumeInitialStates({ ...model, machines: [machine] }).machines;
    machines.set(machine, found);
    return found;
  }
}

/** What is worked out anew and says what it said before is the very element that it was. */
function keptOf(before: Model, now: Model): Partial<Model> {
  return {
    screens: sameOf(before.screens, now.screens),
    entities: sameOf(before.entities, now.entities),
    machines: sameOf(before.machines, now.machines),
    rules: sameOf(before.rules, now.rules),
    roles: sameOf(before.roles, now.roles),
    permissions: sameOf(before.permissions, now.permissions),
    calls: sameOf(before.calls, now.calls),
    limits: sameOf(before.limits, now.limits),
  };
}

function sameOf<E extends Element>(before: readonly E[], now: readonly E[]): readonly E[] {
  if (same(before, now)) return before;
  const last = new Set(before);
  if (now.every((each) => last.has(each))) return now;
  const byId = new Map(before.map((each) => [each.id, each] as const));
  // A place moves along where it is the very same, so one that only looks the same will not do.
  return now.map((each) => {
    const earlier = last.has(each) ? each : byId.get(each.id);
    return earlier !== undefined && saysSame(earlier, each, () => false) ? earlier : each;
  });
}

function same(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}
