import type { Tree } from '../../../model/types/formula.ts';
import type { ErrorEntry, Machine, Model, Rule, Timer, Transition } from '../../../model/types/model.ts';
import { askingOf, linesIn, rowOf, scopeOf } from '../../oracle/asking.ts';
import { ownerOf } from '../../oracle/unjudged.ts';
import type { Row } from '../../oracle/value.ts';
import type { Stored } from '../../oracle/world.ts';
import type { Driver } from '../ask.ts';
import type { Covered } from '../covered.ts';
import { distance } from './distance.ts';
import { isRefused, isTaken, neighbours } from './think.ts';

/** What is looked for in a world that is only thought of. */
export interface Goal {
  /** Whose records are written on the way. */
  readonly entities: readonly string[];
  /** What the values tried come from. */
  readonly trees: readonly (Tree | null | undefined)[];
  readonly isMet: (reached: Covered) => boolean;
  /** How far this world is from it; the less the nearer. */
  readonly far: (inside: Driver) => number;
  /** The transitions that meet it, where their event is raised or their time comes. */
  readonly last: readonly { readonly machine: Machine; readonly transition: Transition }[];
  /** Also what is refused by itself: old versions, records that are not there, events of other states. */
  readonly wild?: boolean;
}

export function goalOfRule(driver: Driver, rule: Rule, trees: Goal['trees']): Goal {
  const entity = ownerOf(driver.model, rule.entity);
  return {
    entities: [entity, entity, ...neighbours(driver, entity)],
    trees,
    isMet: (reached) => isRefused({ covered: reached }, rule.id),
    last: [],
    far: (inside) => nearest(driver, inside, entity, (row, scope) => ofRule(rule, row, scope)),
  };
}

export function goalOfTransition(driver: Driver, machine: Machine, transition: Transition): Goal {
  const { model } = driver;
  const { entity, transitions } = machine;
  const { timer } = transition;
  const followed = timer?.kind === 'on' ? model.machines.filter((each) => each.entity === timer.entity.name) : [];
  const makers = model.machines.filter((each) =>
    each.transitions.some(({ effects }) =>
      effects.some((effect) => effect.kind === 'create' && effect.entity === entity),
    ),
  );
  const ways = [...transitions, ...followed.flatMap((each) => each.transitions)];
  const rules = model.rules.filter((rule) => rule.entity === entity);
  return {
    entities: [
      ...[entity, entity, ...followed.map((each) => each.entity), ...followed.map((each) => each.entity)],
      ...[...makers.map((each) => each.entity), ...neighbours(driver, entity)],
    ],
    trees: [
      ...ways.flatMap((each) => [each.guard?.tree, each.timer?.kind === 'when' ? each.timer.condition.tree : null]),
      ...rules.map(({ condition }) => condition?.tree),
    ],
    isMet: (reached) => isTaken({ covered: reached }, transition.id),
    last: timer?.kind === 'on' ? waysOf(model, timer) : [{ machine, transition }],
    far: (inside) =>
      nearest(driver, inside, entity, (row, scope) => {
        const steps = farFrom({ machine, transition, wish: true }, row, scope);
        return steps >= 1 || timer?.kind !== 'on' ? steps : partOf(steps + farFromEvent(inside, timer, row, scope));
      }),
  };
}

/** The errors of the catalogue, each where something raises it; standard refusals anywhere. Null: nothing judged could. */
export function goalOfError(driver: Driver, { id, code }: ErrorEntry): Goal | null {
  const { model, judged } = driver;
  const isNamed = (named: { readonly name: string } | null): boolean => named?.name === code;
  const ways = model.machines.flatMap((machine) =>
    machine.transitions.flatMap((transition) => (isNamed(transition.error) ? [{ machine, transition }] : [])),
  );
  const alike = model.entities.filter(({ unique }) => unique.some((each) => isNamed(each.error)));
  const rules = model.rules.filter((each) => isNamed(each.error));
  const stated = [
    ...ways.map(({ machine }) => machine.entity),
    ...alike.map(({ name }) => name),
    ...rules.map(({ entity }) => ownerOf(model, entity)),
  ].filter((entity) => judged.has(entity));
  const entities =
    stated.length > 0 ? stated.flatMap((each) => [each, each, ...neighbours(driver, each)]) : [...judged];
  if (entities.length === 0) return null;
  const ofWay = (inside: Driver, { machine, transition }: (typeof ways)[number]): number =>
    nearest(driver, inside, machine.entity, (row, scope) => farFrom({ machine, transition, wish: false }, row, scope));
  const ofRules = (inside: Driver, rule: Rule): number =>
    nearest(driver, inside, ownerOf(model, rule.entity), (row, scope) => ofRule(rule, row, scope));
  return {
    entities,
    trees: [...ways.map(({ transition }) => transition.guard?.tree), ...rules.map(({ condition }) => condition?.tree)],
    isMet: (reached) => isRefused({ covered: reached }, id),
    last: ways,
    far: (inside) =>
      Math.min(1000, ...ways.map((each) => ofWay(inside, each)), ...rules.map((each) => ofRules(inside, each))),
    wild: stated.length === 0 || rules.length === 0,
  };
}

/** Less than one step. */
const partOf = (left: number): number => left / (left + 1);

interface Way {
  readonly machine: Machine;
  readonly transition: Transition;
  /** Whether its guard is to hold. */
  readonly wish: boolean;
}

/** How many transitions are missing on the way to this one, and how far the guard of the next is from holding. */
function farFrom({ machine, transition, wish }: Way, row: Row, scope: Scope): number {
  const state = row.get(machine.name);
  const here = typeof state === 'object' && state?.k === 'text' ? state.text : '';
  const way = wayTo(machine, here, transition.from ?? '', () => true);
  if (way === null) return 500;
  const next = way[0] ?? transition;
  const condition = next.timer?.kind === 'when' ? next.timer.condition : next.guard;
  return way.length + partOf(condition?.tree ? distance(condition.tree, way.length > 0 || wish, scope) : 0);
}

/** The same of the record whose event this one follows. */
function farFromEvent({ model, world }: Driver, on: On, row: Row, scope: Scope): number {
  const { entity, by } = on;
  const link = by === null ? null : row.get(by.name);
  const isLinked = ({ id, values }: Stored): boolean =>
    typeof link === 'object' && link?.k === 'record' ? link.id === id : values.get(by?.name ?? '') === row.id;
  const all = [...world.values()].filter((each) => each.entity === entity.name && isLinked(each));
  const distances = all.flatMap((each) => {
    const other = rowOf(model, each);
    return waysOf(model, on).map((way) => farFrom({ ...way, wish: true }, other, { ...scope, row: other }));
  });
  return Math.min(10, ...distances);
}

/** The transitions whose event a timer follows. */
const waysOf = ({ machines }: Model, { entity, event }: On) =>
  machines.flatMap((machine) =>
    machine.transitions.flatMap((transition) =>
      machine.entity === entity.name && transition.event === event.name ? [{ machine, transition }] : [],
    ),
  );

/** The shortest way from one state to another; null: there is none of transitions that are taken into account. */
export function wayTo(
  machine: Machine,
  from: string,
  to: string,
  isTakenInto: (transition: Transition) => boolean,
): readonly Transition[] | null {
  const ways = new Map<string, readonly Transition[]>([[from, []]]);
  for (const [state, way] of ways) {
    if (state === to) return way;
    for (const each of machine.transitions)
      if (each.from === state && isTakenInto(each) && !ways.has(each.to)) ways.set(each.to, [...way, each]);
  }
  return null;
}

type On = Extract<Timer, { readonly kind: 'on' }>;
type Scope = ReturnType<typeof scopeOf>;
type Far = (row: Row, scope: Scope) => number;

/** Records that are looked at. */
const MOST_LOOKED_AT = 12;

/** Of the newest records, as the people that ask; what was so before the first step says nothing. */
function nearest(driver: Driver, inside: Driver, entity: string, far: Far): number {
  const { model, world, subject } = inside;
  const all = [...world.values()].filter((each) => each.entity === entity).slice(-MOST_LOOKED_AT);
  const people = inside.askers.slice(0, 4);
  const distances = all.flatMap((stored) => {
    const row = rowOf(model, stored);
    const isOld = driver.world.get(stored.id) === stored;
    return people
      .map((person) => far(row, scopeOf(askingOf(model, world, person?.id ?? null, subject.clock.now), row)))
      .filter((each) => each > 0 || !isOld);
  });
  return Math.min(1000, ...distances);
}

/** Lines are looked at one by one. */
function ofRule({ entity, condition }: Rule, row: Row, scope: Scope): number {
  const tree = condition?.tree ?? null;
  if (tree === null) return 1;
  if (row.entity === entity) return distance(tree, false, scope);
  const owner = scope.model.entities.find(({ name }) => name === row.entity);
  const lists = (owner?.fields ?? []).filter(({ type }) => type.kind === 'list' && type.entity === entity);
  const lines = lists.flatMap(({ name }) => linesIn(row.get(name)));
  return Math.min(10, ...lines.map((line) => distance(tree, false, { ...scope, row: line })));
}
