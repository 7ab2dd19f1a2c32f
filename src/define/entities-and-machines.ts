import { defaultOfType } from '../expressions/syntax/default-tree.ts';
import { parseExpression } from '../expressions/syntax/parse.ts';
import { placeholdersIn } from '../expressions/syntax/placeholders.ts';
import { recipientTree } from '../expressions/syntax/recipients.ts';
import { labelOf } from '../model/lookups/label-from-name.ts';
import { PLAIN_FIELD } from '../model/lookups/plain-field.ts';
import { type Element, idOf, type Name, type Point } from '../model/types/element.ts';
import type { Formula } from '../model/types/formula.ts';
import type { Effect, Entity, Field, LetterText, Machine, Reference, Timer, Transition } from '../model/types/model.ts';
import type { StatedTone, Tone } from '../model/types/tone.ts';
import type { Bound, Type } from '../model/types/types.ts';
import type {
  BoundInput,
  EffectInput,
  EntityInput,
  FieldInput,
  MachineInput,
  StatedType,
  TransitionInput,
  TypeInput,
} from './input.ts';

/** A mistake in an object, with the path of its members: `entities.Order.fields.total`. */
export interface DefineProblem {
  readonly path: string;
  readonly message: string;
}

/** The path of a part in the object, and the list to which its problems are added. */
export interface DefineContext {
  readonly path: string;
  readonly problems: DefineProblem[];
}

export const atPath = (here: DefineContext, ...steps: readonly (string | number)[]): DefineContext => ({
  ...here,
  path: [here.path, ...steps].filter((step) => step !== '').join('.'),
});

/** Parses an expression; a syntax error becomes a problem. */
export function formulaOf(text: string, here: DefineContext): Formula {
  const { tree, problems } = parseExpression(text);
  for (const { message, next } of problems) here.problems.push({ path: here.path, message: `${message} ${next}` });
  return { text, at: null, tree };
}

function recipient(text: string, here: DefineContext): Formula {
  const tree = recipientTree(text);
  return tree === null ? formulaOf(text, here) : { text, at: null, tree };
}

function letterText(text: string, here: DefineContext): LetterText {
  return { text, values: placeholdersIn(text).map((inner) => formulaOf(inner, here)) };
}

export const optional = (text: string | undefined, here: DefineContext): Formula | null =>
  text === undefined ? null : formulaOf(text, here);

export const reference = (name: string): Reference => ({ name, at: null });

export const references = (names: readonly string[] | undefined): readonly Reference[] => (names ?? []).map(reference);

export function element(point: Point, id: string, help: string | undefined): Element {
  return { id, point, standing: 'stated', at: null, assumption: null, help: help ?? '' };
}

export function named(name: string, label?: string, plural?: string): Name {
  return { name, label: label ?? labelOf(name), plural: plural ?? null, translations: {} };
}

export function entityOf(
  name: string,
  input: EntityInput<{ readonly [field: string]: unknown }, string, string>,
  here: DefineContext,
): Entity {
  return {
    ...element(3, idOf('entity', name), input.help),
    ...named(name, undefined, input.plural),
    fields: Object.entries(input.fields).map(([field, stated]) =>
      fieldOf(name, field, stated, atPath(here, 'fields', field)),
    ),
    belongsTo: input.belongsTo === undefined ? null : reference(input.belongsTo),
    was: input.was ?? [],
    unique: (input.unique ?? []).map((key, index) => ({
      ...element(3, idOf('unique', name, key.fields.join(', ')), ''),
      fields: references(key.fields),
      where: optional(key.where, atPath(here, 'unique', index, 'where')),
      error: key.error === undefined ? null : reference(key.error),
    })),
    key: input.key === undefined ? null : reference(input.key),
  };
}

function fieldOf(entity: string, name: string, input: FieldInput<string, string>, here: DefineContext): Field {
  const stated = typeof input === 'string' ? { type: input } : input;
  const {
    type,
    label,
    help,
    default: initial,
    computed,
    askedOn,
    shownWhen,
    requiredWhen,
    among,
    colours,
    ...flags
  } = stated;
  const given = optional(initial, atPath(here, 'default'));
  return {
    ...element(3, idOf('field', entity, name), help),
    ...named(name, label),
    ...PLAIN_FIELD,
    ...flags,
    type: typeOf(type),
    askedOn: references(askedOn),
    default: given && defaultOfType(given, typeOf(type)),
    computed: optional(computed, atPath(here, 'computed')),
    shownWhen: optional(shownWhen, atPath(here, 'shownWhen')),
    requiredWhen: optional(requiredWhen, atPath(here, 'requiredWhen')),
    among: optional(among, atPath(here, 'among')),
    colours: tonesOf(colours),
  };
}

export function typeOf(input: TypeInput<string>): Type {
  const stated: StatedType<string> = typeof input === 'string' ? { kind: input } : input;
  const bounds = {
    min: 'min' in stated ? boundOf(stated.min) : null,
    max: 'max' in stated ? boundOf(stated.max) : null,
  };
  switch (stated.kind) {
    case 'text':
    case 'long text':
    case 'texts':
    case 'password':
      return { kind: stated.kind, ...bounds };
    case 'integer':
      return { step: null, unit: null, ...stated, ...bounds };
    case 'decimal':
      return { unit: null, ...stated, ...bounds };
    case 'money':
      return { currency: null, scale: 2, ...stated, ...bounds };
    case 'choice': {
      const options = stated.options.map((name) => ({ name, label: labelOf(name), translations: {} }));
      return { kind: stated.kind, options, several: stated.several ?? false };
    }
    case 'references':
      return { ordered: false, ...stated, ...bounds };
    case 'list':
      return { ...stated, ...bounds };
    case 'role':
      return { several: false, ...stated };
    case 'file':
      return { endings: [], several: false, ...stated, maxSize: boundOf(stated.maxSize), ...bounds };
    default:
      return stated;
  }
}

export function boundOf(bound: BoundInput | undefined): Bound | null {
  if (bound === undefined) return null;
  return typeof bound === 'number' ? { value: bound } : { constant: bound };
}

export function machineOf(
  entity: string,
  name: string,
  input: MachineInput<string, string, string, string, string>,
  here: DefineContext,
): Machine {
  const final = new Set<string>(input.final ?? []);
  const transitions = input.transitions.map((each, index) =>
    transitionOf(entity, name, each, atPath(here, 'transitions', index)),
  );
  const open = input.states.filter((state) => !final.has(state));
  return {
    ...element(4, idOf('machine', entity, name), input.help),
    ...named(name),
    entity,
    stateless: input.states.length === 0,
    states: input.states.map((state) => ({
      ...named(state),
      id: idOf('state', entity, name, state),
      at: null,
      final: final.has(state),
    })),
    transitions,
    initial: transitions.find(({ from }) => from === null)?.to ?? (input.states.length === 0 ? '' : null),
    editableIn: input.editableIn === null ? null : references(input.editableIn ?? open),
    groups: Object.entries(input.groups ?? {}).map(([group, states]) => ({
      name: group,
      states: references(states),
      at: null,
    })),
    colours: tonesOf(input.colours),
    primary: references(input.primary),
    danger: references(input.danger),
  };
}

const tonesOf = (colours: { readonly [name: string]: Tone } | undefined): readonly StatedTone[] =>
  Object.entries(colours ?? {}).map(([name, tone]) => ({ name, tone, at: null }));

type AnyTransition = TransitionInput<string, string, string, string, string>;

function transitionOf(entity: string, machine: string, input: AnyTransition, here: DefineContext): Transition {
  const { from: source = '', to = '' } = input;
  const from = source === '(new)' ? null : source;
  const event = input.event ?? null;
  return {
    ...element(4, idOf('transition', entity, machine, ...(source === '' ? [] : [source]), event ?? ''), input.help),
    from,
    to,
    event,
    label: input.label ?? (event === null ? '' : labelOf(event)),
    timer: timerOf(input, here),
    who: input.who === null ? null : references(input.who),
    guard: input.onlyIf === null ? null : optional(input.onlyIf, atPath(here, 'onlyIf')),
    guardShown: input.onlyIf !== null,
    effects: (input.effects ?? []).map((effect, index) => effectOf(effect, atPath(here, 'effects', index))),
    error: input.error === undefined ? null : reference(input.error),
    wrongState: input.wrongState === undefined ? null : reference(input.wrongState),
  };
}

function timerOf(input: AnyTransition, here: DefineContext): Timer | null {
  for (const kind of ['after', 'before', 'every'] as const) {
    const delay = input[kind];
    if (delay !== undefined)
      return {
        kind,
        delay: formulaOf(delay, atPath(here, kind)),
        from: optional(input.counting, atPath(here, 'counting')),
      };
  }
  if (input.on !== undefined) {
    const { entity, event, by, where } = input.on;
    const from = by === undefined ? null : reference(by);
    const condition = optional(where, atPath(here, 'on', 'where'));
    return { kind: 'on', entity: reference(entity), event: reference(event), by: from, where: condition };
  }
  if (input.onOperation !== undefined) {
    const { operation, where } = input.onOperation;
    return { kind: 'operation', operation, where: optional(where, atPath(here, 'onOperation', 'where')) };
  }
  return input.when === undefined ? null : { kind: 'when', condition: formulaOf(input.when, atPath(here, 'when')) };
}

function effectOf(input: EffectInput<string, string, string>, here: DefineContext): Effect {
  if ('set' in input) {
    const on = 'of' in input ? formulaOf(input.of, atPath(here, 'of')) : null;
    return {
      kind: 'set',
      change: null,
      on,
      field: input.set,
      value: formulaOf(input.to, atPath(here, 'to')),
      at: null,
    };
  }
  if ('raise' in input) {
    const on = formulaOf(input.on, atPath(here, 'on'));
    return { kind: 'raise', event: input.raise, on, where: optional(input.where, atPath(here, 'where')), at: null };
  }
  if ('delete' in input) {
    const on = input.delete === 'this' ? null : formulaOf(input.delete, atPath(here, 'delete'));
    return { kind: 'delete', on, where: optional(input.where, atPath(here, 'where')), at: null };
  }
  if ('add' in input || 'remove' in input) {
    const [change, value, field] =
      'add' in input ? (['add', input.add, input.to] as const) : (['remove', input.remove, input.from] as const);
    const on = optional(input.of, atPath(here, 'of'));
    return { kind: 'set', change, on, field, value: formulaOf(value, atPath(here, change)), at: null };
  }
  if ('create' in input) {
    const { create, values = {}, each } = input;
    const of = atPath(here, 'each');
    return {
      kind: 'create',
      entity: create,
      each:
        each === undefined
          ? null
          : {
              local: each.local,
              of: formulaOf(each.of, atPath(of, 'of')),
              where: optional(each.where, atPath(of, 'where')),
            },
      values: Object.entries(values).map(([field, value]) => ({
        field,
        value: formulaOf(value, atPath(here, 'values', field)),
      })),
      at: null,
    };
  }
  if ('ask' in input) return { kind: 'ask', field: input.ask, optional: input.optional ?? false, at: null };
  if ('notify' in input) return { kind: 'notify', to: recipient(input.notify, atPath(here, 'notify')), at: null };
  if ('email' in input) {
    const { email, subject, text, file } = input;
    return {
      kind: 'email',
      to: recipient(email, atPath(here, 'email')),
      subject: letterText(subject, atPath(here, 'subject')),
      text: letterText(text, atPath(here, 'text')),
      file: optional(file, atPath(here, 'file')),
      at: null,
    };
  }
  return { kind: 'call', call: input.call, at: null };
}
