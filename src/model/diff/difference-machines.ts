import { pluralOf } from '../lookups/plural.ts';
import type { Machine, Model, Reference, Transition } from '../types/model.ts';
import {
  added,
  type Change,
  type ChangeSubject,
  changed,
  orderChange,
  propertyChanges,
  removed,
} from './difference-change.ts';
import { conditionChange, excludesOwnRecords, partText } from './difference-conditions.ts';
import { pairElements } from './difference-match.ts';
import { effectWords, haveSameMeaning, meaningKey, valueWords } from './difference-words.ts';

/** Returns the changes of state machines. Both Models have the new names. */
export function machineChanges(old: Model, now: Model): Change[] {
  const pairs = pairElements(old.machines, now.machines, [
    ({ entity, name }) => meaningKey([entity, name]),
    ({ entity }) => entity,
  ]);
  const changes = pairs.flatMap((pair) => {
    const machine = pair.now ?? pair.old;
    const about: ChangeSubject = { point: 4, what: 'machine', subject: `${machine.entity}.${machine.name}` };
    if (pair.old === null) return [added(about, pair.now, `${about.subject} ${madeOf(pair.now)}.`)];
    if (pair.now === null) return [removed(about, pair.old)];
    return changesOf(pair.old, pair.now, about, now);
  });
  const keys = ({ machines }: Model) => machines.map(({ entity, name }) => `${entity}.${name}`);
  return [...changes, ...orderChange({ point: 4, what: 'machine', subject: 'Machines' }, keys(old), keys(now), 'they')];
}

const madeOf = ({ stateless, states, transitions }: Machine) =>
  stateless ? `are new: ${transitions.map(startWords).join(', ')}` : `is new, with the states ${names(states)}`;

const startWords = ({ event, timer }: Transition) =>
  event ?? (timer?.kind === 'operation' ? `on ${timer.operation}` : (timer?.kind ?? ''));

const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).join(', ');

function changesOf(old: Machine, now: Machine, about: ChangeSubject, model: Model): Change[] {
  const renamed = old.name !== now.name;
  const rename = {
    property: 'name',
    before: old.name,
    after: now.name,
    message: `${old.entity}.${old.name} is called ${about.subject} now.`,
  };
  const transitions = transitionChanges(old, now, model);
  const starts = transitions.some(({ property }) => property === 'to' || property === null);
  return [
    ...(renamed ? [changed(about, { old, now }, { ...rename, kind: 'renamed' })] : []),
    ...stateChanges(old, now),
    ...propertyChanges(about, old, now, {
      standing: null,
      label: renamed ? null : undefined,
      states: null,
      transitions: null,
      initial: starts ? null : undefined,
      editableIn: () => editableSentence(old, now, about),
    }),
    ...transitions,
  ];
}

/** Says which states are editable. Added and removed states have changes of their own. */
function editableSentence(old: Machine, now: Machine, { subject }: ChangeSubject): string {
  if (now.editableIn === null)
    return `${subject}: the states in which records can be edited are no longer shown, so records cannot be edited.`;
  return `${subject}: records can be edited in ${valueWords(now.editableIn)} (before: ${old.editableIn === null ? 'not shown' : valueWords(old.editableIn)}).`;
}

function stateChanges(old: Machine, now: Machine): Change[] {
  const changes = pairElements(old.states, now.states, [({ name }) => name]).flatMap((pair) => {
    const state = pair.now ?? pair.old;
    const about: ChangeSubject = { point: 4, what: 'state', subject: `${now.entity}: the state ${state.name}` };
    if (pair.old === null) return [added(about, pair.now)];
    if (pair.now === null) return [removed(about, pair.old)];
    return propertyChanges(about, pair.old, pair.now, {
      final: (_, after) => `${about.subject} is ${after.final ? 'final now' : 'no longer final'}.`,
    });
  });
  const about: ChangeSubject = { point: 4, what: 'machine', subject: `${now.entity}.${now.name}` };
  return [
    ...changes,
    ...orderChange(
      about,
      old.states.map(({ name }) => name),
      now.states.map(({ name }) => name),
      'its states',
    ),
  ];
}

function transitionChanges(old: Machine, now: Machine, model: Model): Change[] {
  const triggerKey = ({ from, event, timer }: Transition) => meaningKey([from, event, timer]);
  const keys = [
    (each: Transition) => meaningKey([triggerKey(each), each.to, each.guard]),
    (each: Transition) => meaningKey([triggerKey(each), each.to]),
    triggerKey,
    ({ from, event, timer, to }: Transition) => meaningKey([from, event, timer?.kind ?? null, to]),
  ];
  const changes = pairElements(old.transitions, now.transitions, keys).flatMap((pair) => {
    const about: ChangeSubject = {
      point: 4,
      what: 'transition',
      subject: triggerWords(now.entity, pair.now ?? pair.old),
    };
    if (pair.old === null) return [added(about, pair.now, newWords(pair.now, about, model))];
    if (pair.now === null) return [removed(about, pair.old)];
    return transitionChange(pair.old, pair.now, { about, machine: now, model });
  });
  const about: ChangeSubject = { point: 4, what: 'machine', subject: `${now.entity}.${now.name}` };
  const rows = (machine: Machine) => machine.transitions.map((each) => `${triggerKey(each)} ${each.to}`);
  return [...changes, ...orderChange(about, rows(old), rows(now), 'its transitions')];
}

/** “approve of Order in Sent”. */
function triggerWords(entity: string, { event, from, timer, to }: Transition): string {
  if (from === null) return `a new ${entity}`;
  if (event !== null) return from === '' ? `${event} of ${entity}` : `${event} of ${entity} in ${from}`;
  if (timer?.kind === 'operation') return `on ${timer.operation} of ${entity}`;
  return `the timer of ${entity} in ${from}${timer === null ? '' : ` to ${to}`}`;
}

function newWords(now: Transition, { subject }: ChangeSubject, model: Model): string {
  const leads = now.to === '' ? '' : `; it leads to ${now.to}`;
  if (now.event === null) return `${subject} is new${leads.replace('; ', ': ')}.`;
  const condition = now.guard === null ? '' : ` where \`${now.guard.text}\``;
  return `${subject} is new: ${people(now.who, model)} may raise it${condition}${leads}.`;
}

/** Names people: roles by their name, a field as “the owner”. */
function people(who: readonly Reference[] | null, model: Model): string {
  if (who === null) return 'nobody';
  if (who.length === 0) return 'anyone who may change the record';
  const roles = new Set(model.roles.map(({ name }) => name));
  return who.map(({ name }) => (roles.has(name) ? name : `the ${name}`)).join(', ');
}

interface TransitionContext {
  readonly about: ChangeSubject;
  readonly machine: Machine;
  readonly model: Model;
}

function transitionChange(old: Transition, now: Transition, context: TransitionContext): Change[] {
  const { about } = context;
  return [
    ...whoChanges(old, now, context),
    ...guardChanges(old, now, context),
    ...effectChanges(old, now, about),
    ...propertyChanges(about, old, now, {
      standing: null,
      who: null,
      guard: null,
      guardShown: null,
      effects: null,
      to: () => `${about.subject} leads to ${now.to} now (before: ${old.to}).`,
    }),
  ];
}

function whoChanges(old: Transition, now: Transition, { about, machine, model }: TransitionContext): Change[] {
  if (haveSameMeaning(old.who, now.who)) return [];
  const event = `${now.event ?? 'move'} ${machine.entity}${now.from === '' ? '' : ` in ${now.from ?? '(new)'}`}`;
  const [before, after] = [people(old.who, model), people(now.who, model)];
  const values = { property: 'who', before, after };
  const pair = { old, now };
  const isList = (who: Transition['who']) => who !== null && who.length > 0;
  if (!isList(old.who) || !isList(now.who)) {
    const kind = old.who === null ? 'widened' : now.who === null ? 'narrowed' : 'changed';
    return [
      changed(about, pair, { ...values, kind, message: `${capital(after)} may now ${event} (before: ${before}).` }),
    ];
  }
  const [was, is] = [new Set(old.who?.map(({ name }) => name)), new Set(now.who?.map(({ name }) => name))];
  const gained = (now.who ?? []).filter(({ name }) => !was.has(name));
  const lost = (old.who ?? []).filter(({ name }) => !is.has(name));
  const changes = [
    ...gained.map((each) =>
      changed(about, pair, {
        ...values,
        kind: 'widened',
        message: `${capital(people([each], model))} may now ${event}.`,
      }),
    ),
    ...lost.map((each) =>
      changed(about, pair, {
        ...values,
        kind: 'narrowed',
        message: `${capital(people([each], model))} may no longer ${event}.`,
      }),
    ),
  ];
  return changes.length > 0
    ? changes
    : [changed(about, pair, { ...values, message: `${about.subject}: who may raise it is in a different order.` })];
}

function guardChanges(old: Transition, now: Transition, { about, machine, model }: TransitionContext): Change[] {
  const pair = { old, now };
  const values = { property: 'guard', before: guardWords(old), after: guardWords(now) };
  if (old.guardShown !== now.guardShown) {
    const kind = now.guardShown ? 'widened' : 'narrowed';
    return [
      changed(about, pair, {
        ...values,
        kind,
        message: `${about.subject}: its condition is ${values.after} (before: ${values.before}).`,
      }),
    ];
  }
  const change = conditionChange(old.guard, now.guard);
  if (change === null) return [];
  const { kind, removed, added } = change;
  const who = capital(people(now.who, model));
  const verb = now.event ?? 'move';
  const own = (
    model.entities.find(({ name }) => name === machine.entity)?.plural ?? pluralOf(machine.entity)
  ).toLowerCase();
  const from = now.from === null || now.from === '' ? '' : ` in ${now.from}`;
  const parts = (kind === 'widened' ? removed : added)
    .map((part) => partText(part, kind === 'widened' ? old.guard : now.guard))
    .join(' and ');
  const sentences = {
    widened:
      excludesOwnRecords(removed[0]) && removed.length === 1
        ? `${who} may now ${verb} own ${own}${from}: ${parts} is no longer required.`
        : `${who} may now ${verb} ${machine.entity}${from} without ${parts}.`,
    narrowed:
      excludesOwnRecords(added[0]) && added.length === 1
        ? `${who} may no longer ${verb} own ${own}${from}: ${parts} is now required.`
        : `${who} may ${verb} ${machine.entity}${from} only where ${parts} now.`,
    changed: `${who} may ${verb} ${machine.entity}${from} where ${values.after} now (before: ${values.before}).`,
  };
  const message = added.length > 0 && removed.length > 0 ? sentences.changed : sentences[kind];
  return [changed(about, pair, { ...values, kind, message: message })];
}

function guardWords({ guard, guardShown }: Transition): string {
  if (!guardShown) return 'not shown';
  return guard === null ? 'always' : `\`${guard.text}\``;
}

function effectChanges(old: Transition, now: Transition, about: ChangeSubject): Change[] {
  if (haveSameMeaning(old.effects, now.effects)) return [];
  const pair = { old, now };
  const values = {
    property: 'effects',
    before: old.effects.map(effectWords).join('; '),
    after: now.effects.map(effectWords).join('; '),
  };
  const changes = pairElements(old.effects, now.effects, [meaningKey]).flatMap((each) => {
    if (each.old !== null && each.now !== null) return [];
    const message =
      each.now === null
        ? `${about.subject} no longer does: ${effectWords(each.old)}.`
        : `${about.subject} now does: ${effectWords(each.now)}.`;
    return [changed(about, pair, { ...values, message })];
  });
  return changes.length > 0
    ? changes
    : [changed(about, pair, { ...values, message: `${about.subject}: its effects are in a different order.` })];
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
