import type { Machine, Model, Screen, Transition } from '../../src/model/types/model.ts';
import { type Ask, ask } from './ask.ts';
import { absent, extra, type Found, found, gravest, type Judged, type Problem, type Reading, wrong } from './judge.ts';
import type { Key, ScreenKey, StateKey, TransitionKey } from './key.ts';
import { foldPath, named } from './names.ts';

/** Screens, states, transitions, and whether what conditions a transition is held. */
export function compareBehaviour({ model }: Reading, key: Key): Found[] {
  const m = ask(model);
  return [
    ...key.screens.map((each) => found('routes', each, each.route, screenProblem(m.screen(each.route), each))),
    ...key.states.map((each) => {
      const group = key.states.filter(({ entity }) => entity === each.entity);
      return found('states', each, `${each.entity}.${each.names[0]}`, stateProblem(model, each, group));
    }),
    ...key.transitions.flatMap((each) => {
      const what = `${each.entity}: ${each.from} → ${each.to}${each.itself ? ' by itself' : ''}`;
      const own = matching(model, each);
      const transition = found('transitions', each, what, transitionProblem(m, own, each));
      return each.guarded ? [transition, found('guards', each, what, guardProblem(m, own, each))] : [transition];
    }),
  ];
}

function screenProblem(screen: Screen | null, key: ScreenKey): Problem | null {
  if (screen === null) return absent('no screen');
  const unnamed = key.names.every((each) => each === '');
  const names = key.names.some((each) => named(screen.name, each));
  const title =
    unnamed || names ? null : screen.name === screen.route ? absent('no name') : wrong(`its name is ${screen.name}`);
  return gravest([title, rolesProblem(screen, key)]);
}

function rolesProblem({ roles }: Screen, key: ScreenKey): Problem | null {
  const wanted = key.roles ?? key.fairRoles;
  const own = roles ?? [];
  const text = own.map(({ name }) => name).join(', ');
  const fair = own.every(({ name }) => wanted.some((each) => named(name, each)) || isAnybody(name));
  if (key.roles === null) return fair ? null : wrong(`it is for ${text}`);
  if (roles === null) return absent('for whom is not shown');
  const whole = key.roles.every((each) => own.some(({ name }) => named(name, each)));
  return whole && own.length === key.roles.length ? null : wrong(`it is for ${text === '' ? 'everyone' : text}`);
}

const isAnybody = (name: string) => named(name, 'everyone|guest|public|everybody|not signed in|everyone signed in');

/** The machines that a key's entity may mean: of that entity, or of that name. */
const machinesOf = (model: Model, entity: string): readonly Machine[] =>
  model.machines.filter((machine) => named(machine.entity, entity) || named(machine.name, entity));

function stateProblem(model: Model, key: StateKey, group: readonly StateKey[]): Problem | null {
  for (const machine of machinesOf(model, key.entity)) {
    const state = machine.states.find(({ name }) => key.names.some((each) => named(name, each)));
    if (state === undefined) continue;
    const first = machine.initial !== null && named(machine.initial, state.name);
    const stated = group.some(({ initial }) => initial);
    return gravest([
      stated && first && !key.initial ? wrong('it is the initial state') : null,
      key.initial && !first ? absent('it is not the initial state') : null,
      key.final === false && state.final ? wrong('it is final') : null,
      key.final === true && !state.final ? absent('it is not final') : null,
    ]);
  }
  return absent('no state');
}

const isSame = (each: Transition, { from, to }: Pick<TransitionKey, 'from' | 'to'>) =>
  named(each.from ?? 'new', from) && named(each.to, to);

const matching = (model: Model, key: TransitionKey): readonly Transition[] =>
  machinesOf(model, key.entity)
    .flatMap(({ transitions }) => transitions)
    .filter((each) => isSame(each, key) && (key.itself === null || (each.timer !== null) === key.itself));

function transitionProblem(m: Ask, own: readonly Transition[], key: TransitionKey): Problem | null {
  if (own.length === 0) return absent('no transition');
  const byEvent = own.filter(({ timer }) => timer === null);
  const misnamed = byEvent.find(({ event }) => key.event !== null && !named(event ?? '', key.event));
  const event = misnamed === undefined ? null : wrong(`its event is ${misnamed.event}`);
  return gravest([event, key.who === null || byEvent.length === 0 ? null : whoProblem(m, byEvent, key.who)]);
}

function whoProblem(m: Ask, own: readonly Transition[], wanted: readonly string[]): Problem | null {
  const names = own.flatMap(({ who }) => who ?? []).map(({ name }) => name);
  const strangers = names.filter((name) => !wanted.some((each) => named(name, each)));
  if (strangers.length > 0) return wrong(`it is for ${strangers.join(', ')}`);
  const open = own.find((each) => each.who?.length === 0 && !wanted.some((who) => m.by(each, who)));
  if (open !== undefined) return wrong('it is for whoever may change the record');
  const missing = wanted.filter((each) => !own.some((transition) => m.by(transition, each)));
  return missing.length === 0 ? null : absent(`not for ${missing.join(', ')}`);
}

function guardProblem(m: Ask, own: readonly Transition[], { guardedFor }: TransitionKey): Problem | null {
  if (own.length === 0) return absent('no transition');
  return gravest(
    own.map((each) => {
      const conditional = isConditional(m.model, each);
      if (guardedFor !== null && !m.by(each, guardedFor)) return conditional ? wrong('it has a condition') : null;
      if (conditional) return null;
      return each.guardShown ? wrong('it has no condition') : absent('its condition is not shown');
    }),
  );
}

function isConditional(model: Model, { guard, timer, effects, event }: Transition): boolean {
  if (guard?.tree || timer?.kind === 'when' || (timer?.kind === 'on' && timer.where?.tree)) return true;
  if (effects.some((each) => each.kind === 'ask' && !each.optional)) return true;
  return model.rules.some(({ condition, events }) => condition?.tree && events.some(({ name }) => name === event));
}

/** Screens, states and transitions of the Model that stand in no line of the key. */
export function extraBehaviour({ model }: Reading, key: Key): (Judged | null)[] {
  const screens = model.screens
    .filter(
      ({ standing, route }) =>
        standing === 'stated' && !key.screens.some((each) => foldPath(each.route) === foldPath(route)),
    )
    .map((each) => extra(key, 'routes', each.at, `screen ${each.route}`));
  return [...screens, ...model.machines.flatMap((machine) => extraOfMachine(machine, key))];
}

function extraOfMachine(machine: Machine, key: Key): (Judged | null)[] {
  const isOf = ({ entity }: { readonly entity: string }) =>
    named(machine.entity, entity) || named(machine.name, entity);
  const states = key.states.filter(isOf);
  const transitions = key.transitions.filter(isOf);
  const isKnown = (each: Transition) =>
    transitions.some((own) => isSame(each, own) && (own.itself === null || own.itself === (each.timer !== null)));
  const isFair = (each: Transition) => each.from === null || (each.timer !== null && each.from === each.to);
  return [
    ...machine.states
      .filter(({ name }) => !states.some(({ names }) => names.some((each) => named(name, each))))
      .map((each) => extra(key, 'states', each.at, `state ${machine.entity}.${each.name}`)),
    ...machine.transitions
      .filter((each) => each.standing === 'stated' && !isFair(each) && !isKnown(each))
      .map((each) => extra(key, 'transitions', each.at, `transition ${machine.entity} ${each.from} -> ${each.to}`)),
  ];
}
