import type { Entity, Field } from '../../model/types/model.ts';
import type { Span } from '../markdown/span.ts';
import { words } from '../reader.ts';
import type { Owners, Stated } from './4-collect.ts';
import { isAnyState, isGone, isNothing, nameOf } from './4-names.ts';
import { EMPTY_LEXICON, type Lexicon } from './lexicon.ts';
import { nameKey, withoutArticle } from './phrases/fold.ts';
import { entityNamed } from './phrases/names.ts';

const STATE = /^(?:state|status)$/i;

/** The field of an entity that a machine of it is: `state` or `status`, whose choices stand there or in point 4. */
export function stateField(entity: Entity, states: ReadonlySet<string> = new Set()): Field | null {
  const fields = entity.fields.filter(
    ({ name, type }) => STATE.test(name) && (type.kind === 'choice' ? !type.several : isOpen(type.kind)),
  );
  const fits = fields.filter(
    (field) => states.size === 0 || isOpen(field.type.kind) || optionsOf(field).some((key) => states.has(key)),
  );
  if (fits.length > 0) return fits[0] ?? null;
  const same = entity.fields.filter((field) => states.size > 1 && sameSet(optionsOf(field), states));
  return same.length === 1 ? (same[0] ?? null) : null;
}

/** "See section 4": the field is stated, its choices are not. */
const isOpen = (kind: string) => kind === 'unknown' || kind === 'text';

export function optionsOf({ type }: Field): string[] {
  return type.kind === 'choice' ? type.options.map(({ name }) => nameKey(name)) : [];
}

function sameSet(some: readonly string[], others: ReadonlySet<string>): boolean {
  return some.length === others.size && some.every((each) => others.has(each));
}

const NUMBER = /^\d{1,3}(?:\.\d{1,3})*[.)]?\s+/;
const ABOUT =
  /^(?:(?:the\s+)?(?:states?|status|statuses|lifecycle|life cycle|workflow|transitions?|state machine|flow)(?:\s+(?:and|&)\s+transitions?)?\s+(?:of|for)\s+)|\s+(?:states?|status|statuses|lifecycle|life cycle|workflow|state machine|transitions?|flow|machine)(?:\s+(?:and|&)\s+transitions?)?$/gi;
const GENERIC =
  /^(?:(?:the|all|allowed|possible)\s+)*(?:states?|status|statuses|transitions?|events?|flow|lifecycle|life cycle|workflow|moves|steps|changes|state machine|rules?|guards?|conditions?|effects?|overview|diagram|notes?|details?|timers?|automatic(?: transitions?)?|by hand)(?:\s+(?:and|&)\s+\w+)*$/i;

/** What titles name their entities by. */
export function lexiconOfNames(entities: readonly Entity[]): Lexicon {
  return { ...EMPTY_LEXICON, entities, made: new Map() };
}

/** The entities that a title names; empty where it names something else, null where it may name none at all. */
export function ownersNamed(title: Span, lexicon: Lexicon): Owners {
  const plain = words(title)
    .replaceAll('**', '')
    .replaceAll('`', '')
    .replace(NUMBER, '')
    .replace(/\s*[([].*$/, '')
    .replace(/:$/, '')
    .trim();
  if (plain === '' || GENERIC.test(plain)) return null;
  const one = entityNamed(lexicon, plain) ?? entityNamed(lexicon, plain.replace(ABOUT, '').trim());
  if (one !== null) return [one.name];
  const parts = plain.replace(ABOUT, '').split(/\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+|\s*\/\s*/);
  const found = parts.map((each) => entityNamed(lexicon, withoutArticle(each)));
  return found.includes(null) ? [] : [...new Set(found.flatMap((entity) => entity?.name ?? []))];
}

/** The states that a statement names, by what their names have alike. */
export function statesOf(stated: Stated): Span[] {
  const names =
    stated.kind === 'way'
      ? stated.way.legs.flatMap(({ from, to }) => [...from, ...to])
      : stated.fact.kind === 'states' || stated.fact.kind === 'final'
        ? (stated.fact.names ?? [])
        : stated.fact.kind === 'guards'
          ? stated.fact.way.legs.flatMap(({ from, to }) => [...from, ...to])
          : [stated.fact.name];
  return names.filter((name) => ![isNothing, isGone, isAnyState].some((is) => is(nameOf(name))));
}

/** The entity that a statement is about. Where several may be meant, the one whose choices hold all its states. */
export function ownerOf(stated: Stated, entities: readonly Entity[]): Entity | null {
  const named = stated.owners === null ? entities : entities.filter(({ name }) => stated.owners?.includes(name));
  if (stated.owners !== null && named.length < 2) return named[0] ?? null;
  const states = statesOf(stated).map((name) => nameKey(nameOf(name)));
  const holding = named.filter((entity) => {
    const field = stateField(entity, new Set(states));
    return field !== null && field.type.kind === 'choice' && states.every((state) => optionsOf(field).includes(state));
  });
  if (holding.length === 1) return holding[0] ?? null;
  if (holding.length > 1) return null;
  const open = named.filter((entity) => isWithoutChoices(entity, stated.owners !== null));
  return open.length === 1 ? (open[0] ?? null) : null;
}

/**
 * Whether a statement about an entity names states of it at all: where its choices are stated, an arrow between other
 * words is none of its transitions.
 */
export function namesStatesOf(stated: Stated, entity: Entity): boolean {
  const names = statesOf(stated).map((name) => nameKey(nameOf(name)));
  const type = stateField(entity)?.type;
  if (stated.kind !== 'way' || type?.kind !== 'choice' || names.length === 0) return true;
  const options = new Set(type.options.map(({ name }) => nameKey(name)));
  return names.some((name) => options.has(name));
}

/** Its states are stated nowhere else. `named`: its title says that it has some, so that no field needs to. */
function isWithoutChoices(entity: Entity, named: boolean): boolean {
  const field = entity.fields.find(({ name }) => STATE.test(name));
  return field === undefined ? named : field.type.kind !== 'choice';
}

/** The one entity whose field `state` is stated without its choices: "see 4". */
export function openOwner(entities: readonly Entity[]): Entity | null {
  const open = entities.filter((entity) => isWithoutChoices(entity, false));
  return open.length === 1 ? (open[0] ?? null) : null;
}
