import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import { type Atom, allOf, type Cases, casesOf } from './cases.ts';
import { isFolded, knowledgeOf, NOTHING } from './field-bounds.ts';
import { isObviouslySatisfiable } from './linear-terms.ts';
import { isConsistent, type Knowledge, type KnowledgeOf } from './solve.ts';
import { createTermTable, type TermTable, termOf } from './terms.ts';

/** A condition and the value that it must have. */
export interface Goal {
  readonly condition: Typed;
  readonly truth: boolean;
  /** Whether the condition may also be unknown. A rule whose condition is unknown does not fail. */
  readonly orUnknown?: boolean;
}

export interface Assumptions {
  readonly schema: Schema;
  /** Whether values respect their types, bounds and `required`. */
  readonly valid: boolean;
  /** Expressions that are known not to be empty, such as `me` for a signed-in person. */
  readonly filled?: readonly Typed[];
}

/** Work that is spent on one question before the answer is "possible". A step costs more when there are many terms. */
const EFFORT = 500;

/**
 * Returns whether some record, person and moment meet all goals at once. `false` is certain; `true` is also the answer
 * when the question cannot be decided. All goals are about the same record at the same moment.
 */
export function isSatisfiable(goals: readonly Goal[], given: Assumptions): boolean {
  return isObviouslySatisfiable(goals, given) || isSatisfiableBySearch(goals, given);
}

/** Like `possible`, but always searches the cases and skips the quick check. */
export function isSatisfiableBySearch(goals: readonly Goal[], given: Assumptions): boolean {
  const all = createTermTable();
  const filled = (given.filled ?? []).map((typed): Atom => ({ atom: 'filled', term: termOf(typed, all).key }));
  const cases = goals.map(({ condition, truth, orUnknown = false }) => casesOf(condition, truth, orUnknown, all));
  const known = knowledge(all, given);
  const lasting = [...all.terms.values()].filter((term) => known(term.key).filled);
  const atoms: Atom[] = [...filled, ...lasting.map((term): Atom => ({ atom: 'filled', term: term.key }))];
  return search([allOf(cases)], atoms, { left: EFFORT }, all, known);
}

/** Whether a condition can be false. With `valid`, every value respects its field's type and bounds. */
export function canFail(condition: Typed, schema: Schema, valid = true): boolean {
  return isSatisfiable([{ condition, truth: false }], { schema, valid });
}

/**
 * Whether the solver analyses the whole condition. Parts over lines or other records are opaque to the solver, so it
 * does not notice when two of them contradict each other.
 */
export function isFullyAnalysed(condition: Typed): boolean {
  for (const { op } of walk(condition)) if (op === 'macro' || op === 'query' || op === 'aggregate') return false;
  return true;
}

function knowledge(all: TermTable, { schema, valid }: Assumptions): KnowledgeOf {
  const cache = new Map<string, Knowledge>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const term = all.terms.get(key);
    const stated = term === undefined || !valid ? NOTHING : knowledgeOf(term, schema);
    const result = term !== undefined && isFolded(term, schema) ? { ...stated, folded: true } : stated;
    cache.set(key, result);
    return result;
  };
}

/**
 * Collects the atoms that must hold, then tries one alternative of a choice at a time. Returns true when the budget is
 * used up.
 */
function search(
  open: readonly Cases[],
  atoms: readonly Atom[],
  budget: { left: number },
  all: TermTable,
  known: KnowledgeOf,
): boolean {
  const taken = [...atoms];
  const choices = settled(open, taken);
  if (choices === null) return false;
  budget.left -= 1 + Math.floor(all.terms.size ** 3 / 4096);
  if (budget.left < 0) return true;
  if (!isConsistent(taken, all, known)) return false;
  const [choice, ...rest] = choices;
  return choice === undefined || choice.any.some((one) => search([one, ...rest], taken, budget, all, known));
}

interface Choice {
  readonly any: readonly Cases[];
}

/**
 * Adds the atoms that must hold to `taken` and returns the choices that remain, or null if one has no alternative left.
 */
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
    // Terms that are known to be filled or empty rule out some alternatives.
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
