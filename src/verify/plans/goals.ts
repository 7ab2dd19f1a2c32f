import type { Tree } from '../../model/types/formula.ts';
import type { ErrorEntry, Machine, Model, Rule, Timer, Transition } from '../../model/types/model.ts';
import type { Coverage } from '../drive/coverage.ts';
import type { Driver } from '../drive/send-request.ts';
import { ownerOf } from '../evaluator/find-unjudged-parts.ts';
import type { Row } from '../evaluator/value.ts';
import type { Stored } from '../evaluator/world.ts';
import { linesOfValue, requestContextOf, rowOf, scopeOf } from '../oracle-rules/request-context.ts';
import { distance } from './formula-distance.ts';
import { isRefused, isTaken, neighbours } from './think.ts';

/** What a plan looks for in an imagined world. */
export interface Goal {
  /** The entities whose records are written on the way. */
  readonly entities: readonly string[];
  /** The expressions that tried values come from. */
  readonly trees: readonly (Tree | null | undefined)[];
  readonly isMet: (reached: Coverage) => boolean;
  /** How far an imagined world is from the goal; less is nearer. */
  readonly far: (inside: Driver) => number;
  /** The transitions that reach the goal. */
  readonly last: readonly { readonly machine: Machine; readonly transition: Transition }[];
  /** Whether to try requests that are refused by themselves: old versions, missing records, events of other states. */
  readonly wild?: boolean;
}

export function goalOfRule(driver: Driver, rule: Rule, trees: Goal['trees']): Goal {
  const entity = ownerOf(driver.model, rule.entity);
  return {
    entities: [entity, entity, ...neighbours(driver, entity)],
    trees,
    isMet: (reached) => isRefused({ coverage: reached }, rule.id),
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
    isMet: (reached) => isTaken({ coverage: reached }, transition.id),
    last: timer?.kind === 'on' ? waysOf(model, timer) : [{ machine, transition }],
    far: (inside) =>
      nearest(driver, inside, entity, (row, scope) => {
        const steps = farFrom({ machine, transition, wish: true }, row, scope);
        return steps >= 1 || timer?.kind !== 'on' ? steps : partOf(steps + farFromEvent(inside, timer, row, scope));
      }),
  };
}

/**
 * Returns the goal of an error: where something raises it; for standard errors anywhere. Null if nothing tested could
 * raise it.
 */
export function goalOfError(driver: Driver, { id, code }: ErrorEntry): Goal | null {
  const { model, judged } = driver;
  const isNamed = (named: { readonly name: string } | null): boolean => named?.name === code;
  const ways = model.machines.flatMap((machine) =>
    machine.transitions.flatMap((transition) => (isNamed(transition.error) ? [{ machine, transition }] : [])),
  );
  const late = model.machines.filter(({ transitions }) => transitions.some(({ wrongState }) => isNamed(wrongState)));
  const alike = model.entities.filter(({ unique }) => unique.some((each) => isNamed(each.error)));
  const rules = model.rules.filter((each) => isNamed(each.error));
  const stated = [
    ...ways.map(({ machine }) => machine.entity),
    ...late.map(({ entity }) => entity),
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
    isMet: (reached) => isRefused({ coverage: reached }, id),
    last: ways,
    far: (inside) =>
      Math.min(1000, ...ways.map((each) => ofWay(inside, each)), ...rules.map((each) => ofRules(inside, each))),
    wild: stated.length === 0 || rules.length === 0,
  };
}

/** Converts a distance to less than one step. */
const partOf = (left: number): number => left / (left + 1);

interface Route {
  readonly machine: Machine;
  readonly transition: Transition;
  /** Whether its guard should hold. */
  readonly wish: boolean;
}

/** Returns how many transitions are missing, and how far the guard of the next one is from holding. */
function farFrom({ machine, transition, wish }: Route, row: Row, scope: Scope): number {
  const state = machine.stateless ? null : row.get(machine.name);
  const here = typeof state === 'object' && state?.k === 'text' ? state.text : '';
  const way = shortestPath(machine, here, transition.from ?? '', () => true);
  if (way === null) return 500;
  const next = way[0] ?? transition;
  const condition = next.timer?.kind === 'when' ? next.timer.condition : next.guard;
  return way.length + partOf(condition?.tree ? distance(condition.tree, way.length > 0 || wish, scope) : 0);
}

/** Returns the same for the record whose event a timer follows. */
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

/** Returns the transitions whose event a timer follows. */
const waysOf = ({ machines }: Model, { entity, event }: On) =>
  machines.flatMap((machine) =>
    machine.transitions.flatMap((transition) =>
      machine.entity === entity.name && transition.event === event.name ? [{ machine, transition }] : [],
    ),
  );

/** Returns the shortest path between two states over accepted transitions; null if there is none. */
export function shortestPath(
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

/** Maximum number of records to look at. */
const MOST_LOOKED_AT = 12;

/**
 * Returns the smallest distance over the newest records and some people. Records from before the first step that
 * already meet it do not count.
 */
function nearest(driver: Driver, inside: Driver, entity: string, far: Far): number {
  const { model, world, subject } = inside;
  const all = [...world.values()].filter((each) => each.entity === entity).slice(-MOST_LOOKED_AT);
  const people = inside.principals.slice(0, 4);
  const distances = all.flatMap((stored) => {
    const row = rowOf(model, stored);
    const isOld = driver.world.get(stored.id) === stored;
    return people
      .map((person) => far(row, scopeOf(requestContextOf(model, world, person?.id ?? null, subject.clock.now), row)))
      .filter((each) => each > 0 || !isOld);
  });
  return Math.min(1000, ...distances);
}

/** Distance of a rule; lines are judged one by one. */
function ofRule({ entity, condition }: Rule, row: Row, scope: Scope): number {
  const tree = condition?.tree ?? null;
  if (tree === null) return 1;
  if (row.entity === entity) return distance(tree, false, scope);
  const owner = scope.model.entities.find(({ name }) => name === row.entity);
  const lists = (owner?.fields ?? []).filter(({ type }) => type.kind === 'list' && type.entity === entity);
  const lines = lists.flatMap(({ name }) => linesOfValue(row.get(name)));
  return Math.min(10, ...lines.map((line) => distance(tree, false, { ...scope, row: line })));
}
