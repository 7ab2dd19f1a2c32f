import type { Step } from '../core/db-program.ts';

/** Writes that nobody waits for, on their way to become one statement. */
export interface Together {
  /** Takes it in, where in one statement with those before it it comes to the same; else it goes by itself, after them. */
  readonly take: (step: Step) => boolean;
  /** What was taken in since, as one statement; null: nothing. */
  readonly give: () => Step | null;
}

/** What a statement does to tables, as far as it matters to those beside it. */
interface Effect {
  readonly table: string;
  /** It only adds rows, and minds none that are there. */
  readonly adds: boolean;
  readonly reads: readonly string[];
}

/** Statements one after the other, and the text of all of them as one. */
interface Joined {
  readonly parts: readonly string[];
  readonly next: Map<string, Joined>;
  text: string | null;
}

/** Joined beyond which statements go one by one: the database keeps a plan of each, on each connection. */
const MOST_JOINED = 500;
/** Of all statements together. */
const MOST_PLACES = 1_000;

/**
 * Writes to different tables come to the same whether they go one after the other or as parts of one statement, which
 * sees the data as they were before it. So they go together where none reads, nor writes, what another one writes;
 * how many rows each of them changed is not told then.
 */
export function togetherOf(known: KnownTexts): Together {
  let steps: Step[] = [];
  let joined = known.none;
  /** The tables that are written; of each whether rows are only added. */
  const written = new Map<string, boolean>();
  let places = 0;

  const take = (step: Step): boolean => {
    const { sql, parameters, wants, disjoint = false } = step;
    if (wants !== 'changes' || parameters === null || places + parameters.length > MOST_PLACES) return false;
    const effect = known.effectOf(sql);
    if (effect === null || effect.reads.some((table) => written.has(table))) return false;
    const onlyAdded = written.get(effect.table);
    if (onlyAdded !== undefined && !disjoint && !(onlyAdded && effect.adds)) return false;
    const next = known.after(joined, sql);
    if (next === null) return false;
    joined = next;
    steps.push(step);
    places += parameters.length;
    written.set(effect.table, effect.adds && onlyAdded !== false);
    return true;
  };
  const give = (): Step | null => {
    if (steps.length === 0) return null;
    const step: Step = {
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
  return { take, give };
}

/** What was seen of statements before. */
export interface KnownTexts {
  readonly none: Joined;
  /** Null: no more are joined. */
  readonly after: (before: Joined, sql: string) => Joined | null;
  readonly effectOf: (sql: string) => Effect | null;
}

export function knownTexts(): KnownTexts {
  const none: Joined = { parts: [], next: new Map(), text: null };
  const effects = new Map<string, Effect | null>();
  let count = 0;
  return {
    none,
    after: (before, sql) => {
      const there = before.next.get(sql);
      if (there !== undefined) return there;
      const isFull = count >= MOST_JOINED;
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
      if (effects.size < MOST_JOINED) effects.set(sql, effect);
      return effect;
    },
  };
}

/** The last stands as it is, with those before it in front. */
function textOf(joined: Joined): string {
  if (joined.text !== null) return joined.text;
  const { parts } = joined;
  const named = parts.slice(0, -1).map((part, index) => `p${index} AS (${part})`);
  joined.text = `${named.length === 0 ? '' : `WITH ${named.join(', ')} `}${parts.at(-1) ?? ''}`;
  return joined.text;
}

const WRITES = /^\s*(INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)\b/i;

/** Null: more is wanted of it than what it writes, or it is none that writes. */
function effectOf(sql: string): Effect | null {
  const [, kind = '', table = ''] = WRITES.exec(sql) ?? [];
  if (table === '' || /\bRETURNING\b/i.test(sql)) return null;
  const named = [...sql.matchAll(/\b(?:FROM|JOIN)\s+(\w+)\b/gi)].map(([, name = '']) => name);
  const isDeletion = /^DELETE/i.test(kind);
  const adds = /^INSERT/i.test(kind) && /\bVALUES\s*\([^()]*\)\s*$/i.test(sql);
  return { table, adds, reads: isDeletion ? named.slice(1) : named };
}
