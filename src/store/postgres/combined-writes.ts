import type { DbStatement } from '../core/db-program.ts';

/** Combines writes whose results nobody waits for into one statement. */
export interface WriteCombiner {
  /**
   * Adds a step if combining it with the previous ones has the same effect. Returns false if it must be sent
   * separately, after them.
   */
  readonly add: (step: DbStatement) => boolean;
  /** Returns the steps added since the last call as one statement; null if there are none. */
  readonly takeCombined: () => DbStatement | null;
}

/** The effect of a statement on tables, as far as it matters for combining. */
interface Effect {
  readonly table: string;
  /** True if it only inserts rows and does not depend on existing ones. */
  readonly adds: boolean;
  readonly reads: readonly string[];
}

/** A sequence of statements and its combined text. */
interface Joined {
  readonly parts: readonly string[];
  readonly next: Map<string, Joined>;
  text: string | null;
}

/**
 * Maximum number of combined texts, because each connection stores a plan for each of them. Beyond it, statements are
 * sent one by one.
 */
const MAX_COMBINED = 500;
/** Maximum number of parameters of a combined statement. */
const MAX_PARAMETERS = 1_000;

/**
 * Writes to different tables have the same effect one after the other or as parts of one statement, whose parts see the
 * data before it. Statements are combined if none reads or writes what another one writes. The numbers of changed rows
 * are then unknown.
 */
export function combineWrites(known: CombinedTexts): WriteCombiner {
  let steps: DbStatement[] = [];
  let joined = known.none;
  /** The written tables, and whether each is only inserted into. */
  const written = new Map<string, boolean>();
  let places = 0;

  const add = (step: DbStatement): boolean => {
    const { sql, parameters, wants } = step;
    if (wants !== 'changes' || parameters === null || places + parameters.length > MAX_PARAMETERS) return false;
    const effect = known.effectOf(sql);
    if (effect === null || effect.reads.some((table) => written.has(table))) return false;
    const onlyAdded = written.get(effect.table);
    if (onlyAdded !== undefined && !(onlyAdded && effect.adds)) return false;
    const next = known.after(joined, sql);
    if (next === null) return false;
    joined = next;
    steps.push(step);
    places += parameters.length;
    written.set(effect.table, effect.adds);
    return true;
  };
  const takeCombined = (): DbStatement | null => {
    if (steps.length === 0) return null;
    const step: DbStatement = {
      sql: textOf(joined),
      parameters: steps.flatMap((each) => each.parameters ?? []),
      wants: 'changes',
    };
    steps = [];
    joined = known.none;
    written.clear();
    places = 0;
    return step;
  };
  return { add, takeCombined };
}

/** Cache of analysed and combined statements. */
export interface CombinedTexts {
  readonly none: Joined;
  /** Returns null if the limit of combined texts is reached. */
  readonly after: (before: Joined, sql: string) => Joined | null;
  readonly effectOf: (sql: string) => Effect | null;
}

export function createCombinedTexts(): CombinedTexts {
  const none: Joined = { parts: [], next: new Map(), text: null };
  const effects = new Map<string, Effect | null>();
  let count = 0;
  return {
    none,
    after: (before, sql) => {
      const there = before.next.get(sql);
      if (there !== undefined) return there;
      const isFull = count >= MAX_COMBINED;
      if (isFull && before !== none) return null;
      const joined: Joined = { parts: [...before.parts, sql], next: new Map(), text: null };
      if (isFull) return joined;
      count += 1;
      before.next.set(sql, joined);
      return joined;
    },
    effectOf: (sql) => {
      const there = effects.get(sql);
      if (there !== undefined) return there;
      const effect = effectOf(sql);
      if (effects.size < MAX_COMBINED) effects.set(sql, effect);
      return effect;
    },
  };
}

/** The last statement is the main one; those before it are its common table expressions. */
function textOf(joined: Joined): string {
  if (joined.text !== null) return joined.text;
  const { parts } = joined;
  const named = parts.slice(0, -1).map((part, index) => `p${index} AS (${part})`);
  joined.text = `${named.length === 0 ? '' : `WITH ${named.join(', ')} `}${parts.at(-1) ?? ''}`;
  return joined.text;
}

const WRITES = /^\s*(INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)\b/i;

/** Returns null if the statement does not write, or returns rows. */
function effectOf(sql: string): Effect | null {
  const [, kind = '', table = ''] = WRITES.exec(sql) ?? [];
  if (table === '' || /\bRETURNING\b/i.test(sql)) return null;
  const named = [...sql.matchAll(/\b(?:FROM|JOIN)\s+(\w+)\b/gi)].map(([, name = '']) => name);
  const isDeletion = /^DELETE/i.test(kind);
  const adds = /^INSERT/i.test(kind) && /\bVALUES\s*\([^()]*\)\s*$/i.test(sql);
  return { table, adds, reads: isDeletion ? named.slice(1) : named };
}
