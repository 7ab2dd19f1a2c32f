import type { Constant, Entity, Reference, Role, Rule, Transition } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import type { Item } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { named, type Reader, words } from '../reader.ts';
import { rulesAfter } from './4-after.ts';
import { type Branch, compile, emptyBranch, type Unread } from './4-branches.ts';
import type { Collected, Stated, Unit } from './4-collect.ts';
import { emit, type WayDraft } from './4-emit.ts';
import type { Ending } from './4-final.ts';
import type { Leg } from './4-heads.ts';
import { isAnyState, isEitherState, isGone, isNothing, nameOf } from './4-names.ts';
import { namesStatesOf, ownerOf, stateField, statesOf } from './4-owners.ts';
import type { Speaking } from './4-parts.ts';
import { readSentence } from './4-said.ts';
import { quotation } from './kept.ts';
import type { KnownMachine, Lexicon } from './lexicon.ts';
import { nameKey } from './phrases/fold.ts';

/** What point 4 is read with: what the other points of this reading have stated. */
export interface Given {
  readonly entities: readonly Entity[];
  readonly roles: readonly Role[];
  readonly constants: readonly Constant[];
}

/** The statements about one entity, in the order of the text. */
export interface Told {
  readonly entity: Entity;
  readonly at: Span;
  readonly stated: { readonly stated: Stated; readonly unit: Unit }[];
  /** Words that no element holds. */
  readonly quotes: Set<string>;
}

/** Statements by their entity, and the items and paragraphs that they stand in. */
export function tell(
  reader: Reader,
  collected: Collected,
  entities: readonly Entity[],
  told: Map<string, Told>,
): Set<Item | Span> {
  const taken = new Set<Item | Span>();
  for (const [node, units] of collected.nodes) {
    const owned = units.flatMap((unit) =>
      unit.stated.flatMap((stated) => {
        const entity = ownerOf(stated, entities);
        return entity === null || !namesStatesOf(stated, entity) ? [] : [{ stated, unit, entity }];
      }),
    );
    const [first] = owned;
    if (first === undefined) continue;
    taken.add(node);
    for (const { stated, unit, entity } of owned) toldOf(told, entity, unit.source).stated.push({ stated, unit });
    const byUnit = Map.groupBy(owned, ({ unit }) => unit);
    for (const unit of units) {
      const own = byUnit.get(unit) ?? [];
      const lost = unit.stated.filter((each) => !own.some(({ stated }) => stated === each));
      if (own.length === 0 || lost.length > 0 || unit.others.length > 0) {
        const entity = own[0]?.entity ?? first.entity;
        keep(toldOf(told, entity, unit.source), unit);
        for (const at of own.length === 0 ? [unmarked(unit.source)] : unit.others)
          reader.report(say.noteNotRead(words(at), null), at, { point: 4 });
        if (own.length > 0)
          for (const each of lost)
            reader.report(say.noteNotRead(words(placeOf(each)), null), placeOf(each), { point: 4 });
      }
    }
  }
  for (const [item, node] of collected.beside) {
    if (!taken.has(node)) continue;
    taken.add(item);
    const entity = collected.nodes
      .get(node)
      ?.flatMap((unit) => unit.stated.flatMap((each) => ownerOf(each, entities) ?? []))[0];
    if (entity !== undefined) toldOf(told, entity, item.text).quotes.add(quotation(item.text.text));
  }
  return taken;
}

const placeOf = (stated: Stated): Span =>
  stated.kind === 'way' ? stated.way.at : (statesOf(stated)[0] ?? { text: '', from: 0 });

function toldOf(told: Map<string, Told>, entity: Entity, at: Span): Told {
  const found = told.get(entity.name);
  if (found !== undefined) return found;
  const made: Told = { entity, at, stated: [], quotes: new Set() };
  told.set(entity.name, made);
  return made;
}

/** An item without the mark of its list. */
function unmarked(source: Span): Span {
  return part(source, /^(?:[-*+]|\d{1,9}[.)])\s+/.exec(source.text)?.[0].length ?? 0);
}

function keep(told: Told, { source }: Unit): void {
  const quote = quotation(unmarked(source).text);
  if (quote !== '') told.quotes.add(quote);
}

/** States of a machine as words tell them: their names, where records begin, where they end. */
export interface Outline {
  readonly name: string;
  /** The field of point 3 that this is, which is none of its own then. */
  readonly field: string | null;
  readonly states: readonly Reference[];
  readonly final: readonly (Reference & { readonly span: Span })[];
}

/** The states and the name of a machine. `stated`: those that keys and tables name, which come first. */
export function outlineOf(reader: Reader, entity: Entity, told: Told | null, stated: readonly Reference[]): Outline {
  const all = told?.stated ?? [];
  const declared = all.flatMap((each) =>
    each.stated.kind === 'fact' && each.stated.fact.kind === 'states' ? each.stated.fact.names : [],
  );
  const mentioned = all.flatMap((each) => statesOf(each.stated));
  const keys = new Set([...stated.map(({ name }) => nameKey(name)), ...mentioned.map((name) => nameKey(nameOf(name)))]);
  const field = stateField(entity, keys);
  const choices = field?.type.kind === 'choice' ? field.type.options : [];
  const options = choices.map(({ name }) => ({ name, at: reader.placeElsewhere(field) }));
  const places = new Map<string, Reference>();
  const add = (reference: Reference) => {
    const key = nameKey(reference.name);
    if (!places.has(key)) places.set(key, reference);
  };
  const spans = (names: readonly Span[]) => names.map((span) => ({ name: nameOf(span), at: reader.place(span) }));
  for (const each of [...(told === null ? [] : spans(declared)), ...options, ...stated, ...spans(mentioned)]) add(each);
  return {
    name: field?.name ?? (entity.fields.some(({ name }) => name === 'status') ? 'lifecycle' : 'status'),
    field: field?.name ?? null,
    states: [...places.values()],
    final: finalIn(
      reader,
      all.map((each) => each.stated),
      (name) => places.get(nameKey(name))?.name ?? name,
    ),
  };
}

function finalIn(reader: Reader, stated: readonly Stated[], canonical: (name: string) => string): Outline['final'] {
  const found: Span[] = [];
  const before: Span[] = [];
  for (const each of stated) {
    if (each.kind === 'way') {
      before.push(...each.way.legs.flatMap(({ to }) => to));
      for (const { from, to } of each.way.legs) if (to.some((name) => name.text === '[*]')) found.push(...from);
    } else if (each.fact.kind === 'final' && (each.fact.unlessLeft !== true || !isLeft(each.fact, stated))) {
      found.push(...(each.fact.names ?? lastTargets(stated, each)));
    }
  }
  return found.map((span) => ({ name: canonical(nameOf(span)), at: reader.place(span), span }));
}

/** Whether a transition that is told leads out of a state that is said not to be left again. */
function isLeft({ names }: Ending, stated: readonly Stated[]): boolean {
  const keys = new Set(names?.map((name) => nameKey(nameOf(name))));
  return stated.some(
    (each) =>
      each.kind === 'way' && each.way.legs.some(({ from }) => from.some((name) => keys.has(nameKey(nameOf(name))))),
  );
}

/** "Both are final": the targets of the transitions that stand just before. */
function lastTargets(stated: readonly Stated[], fact: Stated): Span[] {
  const targets: Span[] = [];
  for (let index = stated.indexOf(fact) - 1; index >= 0; index -= 1) {
    const each = stated[index];
    if (each?.kind !== 'way') break;
    targets.unshift(...each.way.legs.flatMap(({ to }) => to));
  }
  return targets;
}

/** The machine of an entity as far as its states go, for the words that speak of them. */
export function skeleton(
  entity: Entity,
  name: string,
  states: readonly { readonly name: string }[],
  transitions: KnownMachine['transitions'],
): KnownMachine {
  return { ...named(name), entity: entity.name, states: states.map((state) => named(state.name)), transitions };
}

export interface Emitted {
  readonly transitions: Transition[];
  /** What must hold after an event. */
  readonly rules: Rule[];
}

/** The transitions that words tell of an entity. */
export function transitionsIn(reader: Reader, told: Told, outline: Outline, lexicon: Lexicon): Emitted {
  const names = new Map(outline.states.map(({ name }) => [nameKey(name), name]));
  const canonical = (span: Span) => names.get(nameKey(nameOf(span))) ?? nameOf(span);
  const speaking = (target: string): Speaking => ({
    reader,
    scope: { entity: told.entity.name, lexicon },
    source: null,
    target,
  });
  const ways: WayDraft[] = [];
  const notices: WayDraft[] = [];
  const notRead = (unread: readonly Unread[], unit: Unit) => {
    if (unread.length > 0) keep(told, unit);
    for (const { at, refuses } of unread)
      reader.report(refuses ? say.conditionNotRead(words(at)) : say.noteNotRead(words(at), null), at, { point: 4 });
  };
  for (const { stated, unit } of told.stated) {
    if (stated.kind === 'fact' && stated.fact.kind === 'start') {
      ways.push({
        at: stated.fact.name,
        from: null,
        to: canonical(stated.fact.name),
        branches: [emptyBranch()],
        event: null,
      });
      if (stated.fact.rest !== null) notRead([{ at: stated.fact.rest, refuses: false }], unit);
    }
    if (stated.kind === 'fact' && stated.fact.kind === 'final') {
      const { rest, unlessLeft, names: ends } = stated.fact;
      const ways = told.stated.map((each) => each.stated);
      const lost = unlessLeft === true && isLeft(stated.fact, ways) ? (ends?.[0] ?? null) : rest;
      if (lost !== null) notRead([{ at: lost, refuses: false }], unit);
    }
    if (stated.kind !== 'way') continue;
    const { way, groups } = stated;
    const isLost = way.legs.some(({ to }) => to.some((name) => isGone(nameOf(name)) && name.text !== '[*]'));
    const first = way.legs[0]?.to[0];
    const compiled = compile(way, groups, speaking(first === undefined ? '' : canonical(first)));
    notRead(isLost ? [{ at: way.at, refuses: false }] : compiled.unread, unit);
    if (compiled.branches.length === 0) keep(told, unit);
    const event = way.event === null ? compiled.event : words(way.event).replace(/\(\)$/, '');
    const meant = anyMeant(outline, canonical);
    for (const [from, to] of way.legs.flatMap(stepsOf).flatMap(meant)) {
      if (isAnyState(nameOf(from))) {
        notRead([{ at: from, refuses: false }], unit);
        continue;
      }
      if (isGone(nameOf(to))) continue;
      const isCreation = isNothing(nameOf(from));
      const branches = compiled.branches.map((branch) => ({
        ...branch,
        conditions: [...branch.conditions],
        effects: [...branch.effects],
      }));
      const draft = { at: way.at, from: isCreation ? null : canonical(from), to: canonical(to), event };
      ways.push({ ...draft, branches: isCreation ? branches.slice(0, 1).map(created) : branches });
      if (!isCreation && compiled.notices.length > 0)
        notices.push({ ...draft, to: canonical(from), branches: compiled.notices, event: null });
    }
  }
  for (const { stated, unit } of told.stated) {
    if (stated.kind === 'fact') addFact(stated, ways, canonical, speaking, (unread) => notRead(unread, unit));
  }
  const all = [...oneStart(ways), ...notices];
  const rules = rulesAfter(reader, all, told.entity.name);
  return { rules, transitions: emit(reader, all, { entity: told.entity.name, name: outline.name }) };
}

/** A step from any state is one from each that is not final; from either, where there are two. */
function anyMeant({ states, final }: Outline, canonical: (span: Span) => string) {
  return ([from, to]: [Span, Span]): [Span, Span][] => {
    if (!isAnyState(nameOf(from))) return [[from, to]];
    const ends = new Set([canonical(to), ...final.map(({ name }) => name)]);
    const left = states.filter(({ name }) => !ends.has(name));
    if (isEitherState(nameOf(from)) && left.length !== 2) return [[from, to]];
    return left.map(({ name }) => [{ text: name, from: from.from }, to]);
  };
}

/** Who makes a record stands in point 6. */
function created(branch: Branch): Branch {
  return { ...branch, who: null, product: false, trigger: null, event: null };
}

/** A record begins once: of several sentences that say so the first counts. */
function oneStart(ways: readonly WayDraft[]): WayDraft[] {
  const first = ways.find(({ from }) => from === null);
  return ways.filter((way) => way.from !== null || way === first);
}

function stepsOf({ from, to, both }: Leg): [Span, Span][] {
  const there = from.flatMap((one) => to.map((other): [Span, Span] => [one, other]));
  return both ? [...there, ...there.map(([one, other]): [Span, Span] => [other, one])] : there;
}

/** Guards and effects that stand apart from their transitions. */
function addFact(
  stated: Extract<Stated, { kind: 'fact' }>,
  ways: readonly WayDraft[],
  canonical: (span: Span) => string,
  speaking: (target: string) => Speaking,
  notRead: (unread: readonly Unread[]) => void,
): void {
  const { fact } = stated;
  if (fact.kind === 'guards') {
    const steps = fact.way.legs.flatMap(stepsOf).map(([from, to]) => [canonical(from), canonical(to)]);
    const meant = ways
      .filter((way) => steps.some(([from, to]) => way.from === from && way.to === to))
      .flatMap(({ branches }) => branches);
    for (const span of [...fact.way.said, ...stated.conditions]) {
      const { parts, unread } = readSentence(span, 'conditions', speaking(steps[0]?.[1] ?? ''));
      for (const branch of meant) {
        for (const part of parts) if (part.kind === 'condition') branch.conditions.push(part.text);
        if (unread.length > 0) branch.unknown = true;
      }
      notRead(meant.length === 0 ? [{ at: span, refuses: false }] : unread);
    }
  }
  if (fact.kind === 'into') {
    const state = canonical(fact.name);
    const meant = ways.filter((way) => way.to === state).flatMap(({ branches }) => branches);
    const { parts, unread } = readSentence(fact.effects, 'effects', speaking(state));
    for (const branch of meant) for (const part of parts) if (part.kind === 'effect') branch.effects.push(part.effect);
    notRead(
      meant.length === 0 ? [{ at: fact.effects, refuses: false }] : unread.map(({ at }) => ({ at, refuses: false })),
    );
  }
}
