import type { Formula } from '../../src/model/types/formula.ts';
import type {
  Call,
  Effect,
  Entity,
  ErrorEntry,
  Field,
  LimitName,
  Machine,
  Model,
  Operation,
  Permission,
  Rule,
  Screen,
  Transition,
} from '../../src/model/types/model.ts';
import type { Bound } from '../../src/model/types/types.ts';
import { fold, foldPath, named } from './names.ts';
import { compares, isNamed, type Said, saidIn, speaksOf, type Token } from './said.ts';
import { canonicalFormula, canonicalText } from './values.ts';

/** Questions that the facts put to a Model. Names are folded, `a|b` are alternatives; only formulas that parse count. */
export interface Ask {
  readonly model: Model;
  readonly entity: (name: string) => Entity | null;
  readonly field: (entity: string, name: string) => Field | null;
  readonly machine: (entity: string) => Machine | null;
  readonly bounded: (entity: string, field: string, min: number | null, max: number | null) => boolean;
  readonly required: (entity: string, field: string) => boolean;
  readonly says: (formula: Formula | null, ...tokens: Token[]) => boolean;
  readonly compares: (formula: Formula | null, one: Token, operators: string, other: Token) => boolean;
  readonly computed: (entity: string, field: string, ...tokens: Token[]) => boolean;
  /** A rule that refuses: its condition, error, events and states speak of all. */
  readonly rule: (entity: string, ...tokens: Token[]) => boolean;
  readonly rules: (entity: string) => readonly Rule[];
  readonly transitions: (entity: string, from: string, to: string, how?: 'itself' | 'event') => readonly Transition[];
  /** What must hold for a transition, who may make it, what it asks, and the rules of its event speak of all. */
  readonly guarded: (transition: Transition, ...tokens: Token[]) => boolean;
  readonly by: (transition: Transition, ...who: string[]) => boolean;
  readonly after: (transition: Transition, ...tokens: Token[]) => boolean;
  readonly effect: (transition: Transition, kind: Effect['kind'], ...tokens: Token[]) => boolean;
  readonly screen: (route: string) => Screen | null;
  readonly screenFor: (route: string, ...roles: string[]) => boolean;
  readonly startsAt: (route: string, ...roles: string[]) => boolean;
  readonly grants: (entity: string, field: string | null, operation: Operation, role: string) => readonly Permission[];
  /** Some stated row of the field, and none that lets the role see it, or only where the tokens say. */
  readonly hidden: (entity: string, field: string, role: string) => boolean;
  /** The role may, where its condition speaks of all; without tokens, whatever the condition. */
  readonly may: (
    entity: string,
    field: string | null,
    operation: Operation,
    role: string,
    ...tokens: Token[]
  ) => boolean;
  /** The role may, on every record. */
  readonly free: (entity: string, field: string | null, operation: Operation, role: string) => boolean;
  readonly value: (value: string, ...words: string[]) => boolean;
  readonly limit: (name: LimitName, value: number) => boolean;
  /** The formula is this value, or names a constant that is. */
  readonly is: (formula: Formula | null, value: string) => boolean;
  readonly bound: (bound: Bound | null) => number | null;
  /** It speaks of working time, by a unit, a call or a constant. */
  readonly working: (formula: Formula | null) => boolean;
  /** Every grant to the role is under a condition that speaks of all, and there is one. */
  readonly onlyWhere: (
    entity: string,
    field: string | null,
    operation: Operation,
    role: string,
    ...tokens: Token[]
  ) => boolean;
  /** Some field of the entity is a file of these endings and this size. */
  readonly file: (entity: string, endings: readonly string[], megabytes: number) => boolean;
  readonly call: (method: string, path: string) => Call | null;
  readonly errors: (code: string, words: string) => readonly ErrorEntry[];
  /** A transition's, rule's or call's refusal is one of the errors. */
  readonly refuses: (errors: readonly ErrorEntry[], entity: string, event: string | null) => boolean;
}

export function ask(model: Model): Ask {
  const says = (formula: Formula | null, ...tokens: Token[]) => speaksOf(saidIn(model, formula), tokens);
  const entity = (name: string) => model.entities.find(isNamed(name)) ?? null;
  const field = (of: string, name: string) => entity(of)?.fields.find(isNamed(name)) ?? null;
  const rules = (of: string) =>
    model.rules.filter((rule) => named(rule.entity, of) && rule.severity === 'error' && rule.condition?.tree);
  const rule = (of: string, ...tokens: Token[]) =>
    rules(of).some((each) => speaksOf(together(saidIn(model, each.condition), wordsOfRule(each)), tokens));
  const transitions: Ask['transitions'] = (of, from, to, how) =>
    model.machines
      .filter((machine) => named(machine.entity, of))
      .flatMap((machine) => machine.transitions)
      .filter((each) => (from === '*' || named(each.from ?? 'new', from)) && (to === '*' || named(each.to, to)))
      .filter(({ timer }) => how === undefined || (timer === null) === (how === 'event'));
  const screen = (route: string) => model.screens.find((each) => foldPath(each.route) === foldPath(route)) ?? null;
  const grants: Ask['grants'] = (of, name, operation, role) =>
    model.permissions.filter(
      (each) =>
        named(each.entity, of) &&
        (name === null ? each.field === null : each.field !== null && named(each.field, name)) &&
        each.operation === operation &&
        (role === '*' || named(each.role, role)),
    );
  const computed: Ask['computed'] = (of, name, ...tokens) => says(field(of, name)?.computed ?? null, ...tokens);
  return {
    model,
    entity,
    field,
    machine: (of) => model.machines.find((machine) => named(machine.entity, of)) ?? null,
    bounded: (of, name, min, max) => isBounded(model, of, field(of, name), min, max, rule),
    required: (of, name) => isRequired(field(of, name)) || rule(of, name, 'null', '!='),
    says,
    compares: (formula, one, operators, other) => compares(model, formula, one, operators, other),
    computed,
    rule,
    rules,
    transitions,
    guarded: (transition, ...tokens) => speaksOf(guardOf(model, transition), tokens),
    by: (transition, ...who) => who.every((each) => isBy(model, transition, each)),
    after: (transition, ...tokens) => speaksOf(timerOf(model, transition), tokens),
    effect: (transition, kind, ...tokens) =>
      transition.effects.some((each) => each.kind === kind && speaksOf(effectOf(model, each), tokens)),
    screen,
    screenFor: (route, ...roles) => sameNames(screen(route)?.roles ?? null, roles),
    startsAt: (route, ...roles) =>
      roles.every((role) => screen(route)?.startFor.some(({ name }) => named(name, role)) ?? false),
    grants,
    hidden: (of, name, role) =>
      grants(of, name, 'read', '*').length > 0 &&
      grants(of, name, 'read', role).every(({ grant }) => grant.kind === 'no' || grant.kind === 'never') &&
      grants(of, name, 'read', role).length > 0,
    may: (of, name, operation, role, ...tokens) =>
      grants(of, name, operation, role).some(({ grant }) => {
        if (grant.kind !== 'yes') return false;
        return tokens.length === 0 || says(grant.where, ...tokens);
      }),
    free: (of, name, operation, role) =>
      grants(of, name, operation, role).some(({ grant }) => grant.kind === 'yes' && grant.where === null),
    value: (value, ...words) => holdsValue(model, value, words),
    is: (formula, value) => isValue(model, formula, value),
    bound: (bound) => resolved(model, bound),
    working: (formula) => {
      const said = saidIn(model, formula);
      return said !== null && [...said.tokens].some((token) => /working|business|opening|workday/u.test(token));
    },
    onlyWhere: (of, name, operation, role, ...tokens) => {
      const granted = grants(of, name, operation, role).filter(({ grant }) => grant.kind === 'yes');
      return granted.length > 0 && granted.every(({ grant }) => grant.kind === 'yes' && says(grant.where, ...tokens));
    },
    file: (of, endings, megabytes) =>
      (entity(of)?.fields ?? []).some(({ type }) => {
        if (type.kind !== 'file') return false;
        const size = resolved(model, type.maxSize) ?? 0;
        const fits = [megabytes, megabytes * 1e6, megabytes * 1024 ** 2].includes(size);
        const stated = type.endings.map((each) => (each === 'jpeg' ? 'jpg' : each));
        return fits && sameSet(stated, endings);
      }),
    limit: (name, value) => model.limits.some((each) => each.name === name && each.value === value),
    call: (method, path) =>
      model.calls.find((each) => each.method === method && foldPath(each.path) === foldPath(path)) ?? null,
    errors: (code, words) =>
      model.errors.filter((each) => named(each.code, code) || fold(each.message).includes(fold(words))),
    refuses: (errors, of, event) => isRefusal(model, errors, of, event),
  };
}

const isRequired = (field: Field | null) => field !== null && (field.required || Boolean(field.requiredWhen?.tree));

export function resolved(model: Model, bound: Bound | null): number | null {
  if (bound === null) return null;
  if ('value' in bound) return bound.value;
  const value = canonicalFormula(model.constants.find(({ name }) => name === bound.constant)?.value ?? null);
  return value === null ? null : Number.parseFloat(value);
}

/** The stated bounds of a type of any kind that has them. */
export function boundsOf(model: Model, field: Field): { readonly min: number | null; readonly max: number | null } {
  const { type } = field;
  return {
    min: 'min' in type ? resolved(model, type.min) : null,
    max: 'max' in type ? resolved(model, type.max) : null,
  };
}

function isBounded(
  model: Model,
  entity: string,
  field: Field | null,
  min: number | null,
  max: number | null,
  rule: Ask['rule'],
): boolean {
  if (field === null) return false;
  const bounds = boundsOf(model, field);
  const low = min === null || bounds.min === min || rule(entity, field.name, min);
  const high = max === null || bounds.max === max || rule(entity, field.name, max);
  return low && high;
}

function together(...parts: readonly (Said | null)[]): Said {
  return {
    tokens: new Set(parts.flatMap((part) => [...(part?.tokens ?? [])])),
    numbers: new Set(parts.flatMap((part) => [...(part?.numbers ?? [])])),
  };
}

const words = (...names: readonly string[]): Said => ({ tokens: new Set(names.map(fold)), numbers: new Set() });

const wordsOfRule = (rule: Rule) =>
  words(
    ...rule.events.map(({ name }) => name),
    ...rule.states.map(({ name }) => name),
    rule.error?.name ?? '',
    rule.field?.name ?? '',
  );

function guardOf(model: Model, transition: Transition): Said {
  const rules = model.rules.filter(
    (rule) => rule.severity === 'error' && rule.events.some(({ name }) => name === transition.event),
  );
  const asked = transition.effects.filter((each) => each.kind === 'ask' && !each.optional);
  return together(
    saidIn(model, transition.guard),
    words(...(transition.who ?? []).map(({ name }) => name)),
    ...asked.map((each) => effectOf(model, each)),
    ...rules.map((rule) => saidIn(model, rule.condition)),
    ...rules.map(wordsOfRule),
    words(transition.error?.name ?? ''),
  );
}

function isBy(model: Model, transition: Transition, who: string): boolean {
  if (transition.who?.some(({ name }) => named(name.split('.').at(-1) ?? '', who) || named(name, who))) return true;
  return speaksOf(saidIn(model, transition.guard), ['me', who]);
}

function timerOf(model: Model, { timer }: Transition): Said | null {
  if (timer === null) return null;
  if (timer.kind === 'when') return saidIn(model, timer.condition);
  if (timer.kind === 'on') {
    return together(words(timer.entity.name, timer.event.name, timer.by?.name ?? ''), saidIn(model, timer.where));
  }
  return together(saidIn(model, timer.delay), saidIn(model, timer.from), words(timer.kind));
}

function effectOf(model: Model, effect: Effect): Said {
  switch (effect.kind) {
    case 'set':
      return together(words(effect.field), saidIn(model, effect.on), saidIn(model, effect.value));
    case 'raise':
      return together(words(effect.event), saidIn(model, effect.on));
    case 'create':
      return together(
        words(effect.entity, ...effect.values.map((each) => each.field)),
        saidIn(model, effect.each?.of ?? null),
        saidIn(model, effect.each?.where ?? null),
        ...effect.values.map((each) => saidIn(model, each.value)),
      );
    case 'ask':
      return words(effect.field);
    case 'notify':
      return together(saidIn(model, effect.to));
    case 'call':
      return words(effect.call);
  }
}

function sameNames(stated: readonly { readonly name: string }[] | null, roles: readonly string[]): boolean {
  if (stated === null || stated.length !== roles.length) return false;
  return roles.every((role) => stated.some(({ name }) => named(name, role)));
}

const sameSet = (some: readonly string[], others: readonly string[]) =>
  new Set(some).size === others.length && others.every((each) => some.includes(each));

function isValue(model: Model, formula: Formula | null, value: string): boolean {
  if (formula === null || formula.tree === null) return false;
  const wanted = canonicalText(value);
  if (canonicalFormula(formula) === wanted) return true;
  const { tree } = formula;
  if (tree.op !== 'name') return false;
  return model.constants.some((each) => each.name === tree.name && canonicalFormula(each.value) === wanted);
}

/** A constant, or a limit, of this value; with words, one whose name holds one of them. */
function holdsValue(model: Model, value: string, among: readonly string[]): boolean {
  const fits = (name: string) => among.length === 0 || among.some((word) => fold(name).includes(fold(word)));
  const wanted = canonicalText(value);
  return model.constants.some((each) => fits(each.name) && canonicalFormula(each.value) === wanted);
}

function isRefusal(model: Model, errors: readonly ErrorEntry[], entity: string, event: string | null): boolean {
  const codes = new Set(errors.map(({ code }) => code));
  const rules = model.rules.filter((rule) => named(rule.entity, entity));
  const transitions = model.machines.filter((machine) => named(machine.entity, entity)).flatMap((m) => m.transitions);
  const fits = (name: string | null) => event === null || name === event;
  return (
    rules.some((rule) => codes.has(rule.error?.name ?? '')) ||
    transitions.some((each) => fits(each.event) && codes.has(each.error?.name ?? '')) ||
    errors.some((error) => error.causes.some(({ name }) => event !== null && named(name, event)))
  );
}
