import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import { type Atom, allOf, type Cases, casesOf } from './cases.ts';
import { isFolded, knowledgeOf, NOTHING } from './field-bounds.ts';
import { plainlyPossible } from './linear-terms.ts';
import { consistent, type Knowledge, type KnowledgeOf } from './solve.ts';
import { termOf, type Universe, universe } from './terms.ts';

/** A condition, and what it must come to. */
export interface Goal {
  readonly condition: Typed;
  readonly truth: boolean;
  /** Unknown will do as well. A rule that is unknown does not fail. */
  readonly orUnknown?: boolean;
}

export interface Given {
  readonly schema: Schema;
  /** Whether values keep to their types, bounds and `required`. */
  readonly valid: boolean;
  /** Expressions that are not empty, such as `me` where somebody is signed in. */
  readonly filled?: readonly Typed[];
}

/** How much work is put into one question before the answer is "it may be". Many terms make each look dearer. */
const EFFORT = 500;

/**
 * Whether some record, person and moment fulfil all wishes at once. `false` is certain; `true` also where it can't be
 * decided. Every part is taken of one record at one moment.
 */
export function possible(wishes: readonly Goal[], given: Given): boolean {
  return plainlyPossible(wishes, given) || possibleBySearch(wishes, given);
}

/** As `possible`, by going through the cases, however plain the question is. */
export function possibleBySearch(wishes: readonly Goal[], given: Given): boolean {
  const all = universe();
  const filled = (given.filled ?? []).map((typed): Atom => ({ atom: 'filled', term: termOf(typed, all).key }));
  const cases = wishes.map(({ condition, truth, orUnknown = false }) => casesOf(condition, truth, orUnknown, all));
  const known = knowledge(all, given);
  const lasting = [...all.terms.values()].filter((term) => known(term.key).filled);
  const atoms: Atom[] = [...filled, ...lasting.map((term): Atom => ({ atom: 'filled', term: term.key }))];
  return search([allOf(cases)], atoms, { left: EFFORT }, all, known);
}

/** Whether a condition can come to false while every value keeps to its field. */
export function canFail(condition: Typed, schema: Schema, valid = true): boolean {
  return possible([{ condition, truth: false }], { schema, valid });
}

/** Whether reasoning sees into a condition: what goes over lines or records is taken as it stands, so that two such may contradict unseen. */
export function isSeenThrough(condition: Typed): boolean {
  for (const { op } of walk(condition)) if (op === 'macro' || op === 'query' || op === 'aggregate') return false;
  return true;
}

function knowledge(all: Universe, { schema, valid }: Given): KnowledgeOf {
  const found = new Map<string, Knowledge>();
  return (key) => {
    const known = found.get(key);
    if (known !== undefined) return known;
    const term = all.terms.get(key);
    const stated = term === undefined || !valid ? NOTHING : knowledgeOf(term, schema);
    const result = term !== undefined && isFolded(term, schema) ? { ...stated, folded: true } : stated;
    found.set(key, result);
    return result;
  };
}

/** Takes the atoms that must hold, then one choice at a time; gives up as "it may be" when there are too many. */
function search(
  open: readonly Cases[],
  atoms: readonly Atom[],
  budget: { left: number },
  all: Universe,
  known: KnowledgeOf,
): boolean {
  const taken = [...atoms];
  const choices = settled(open, taken);
  if (choices === null) return false;
  budget.left -= 1 + Math.floor(all.terms.size ** 3 / 4096);
  if (budget.left < 0) return true;
  if (!consistent(taken, all, known)) return false;
  const [choice, ...rest] = choices;
  return choice === undefined || choice.any.some((one) => search([one, ...rest], taken, budget, all, known));
}

interface Choice {
  readonly any: readonly Cases[];
}

/** Adds to the atoms what must hold, and gives the choices that are left; null where one has none. */
function settled(open: readonly Cases[], taken: Atom[]): readonly Choice[] | null {
  const given = new Map<string, 'empty' | 'filled'>();
  for (const atom of taken) if (atom.atom === 'empty' || atom.atom === 'filled') given.set(atom.term, atom.atom);
  let choices: Choice[] = [];
  const waiting = [...open];
  while (waiting.length > 0) {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === false) return null;
      if (next === true) continue;
      if ('all' in next) waiting.push(...next.all);
      else if ('any' in next) choices.push(next);
      else {
        taken.push(next);
        if (next.atom === 'empty' || next.atom === 'filled') given.set(next.term, next.atom);
      }
    }
    // What is known to be filled or empty by now leaves some choices one way only.
    const left: Choice[] = [];
    for (const { any } of choices) {
      const ways = any.filter((one) => !contradicts(one, given));
      if (ways.length === 0) return null;
      if (ways.length === 1) waiting.push(ways[0] ?? true);
      else left.push({ any: ways });
    }
    choices = left;
  }
  return choices;
}

function contradicts(cases: Cases, given: ReadonlyMap<string, 'empty' | 'filled'>): boolean {
  if (typeof cases === 'boolean') return !cases;
  if ('all' in cases) return cases.all.some((part) => contradicts(part, given));
  if ('any' in cases || (cases.atom !== 'empty' && cases.atom !== 'filled')) return false;
  const known = given.get(cases.term);
  return known !== undefined && known !== cases.atom;
}
