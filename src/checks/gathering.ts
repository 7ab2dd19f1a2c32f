import { foundSame } from '../model/diff/without-places.ts';
import type { CheckContext, PartContext } from './check.ts';
import { type Part, sameItems } from './parts.ts';
import {
  type Around,
  addNotes,
  areSame,
  areUntouched,
  type Changes,
  changesFrom,
  emptyNotes,
  type Notes,
  unwatched,
  watched,
} from './watched.ts';

export type Gather = CheckContext['gather'];

/** Keeps what was found in the parts of one Model for the next one. */
export interface Gathering {
  /** Whether anything is kept. */
  readonly keeps: boolean;
  readonly next: (around: Around) => Gather;
}

type Look = (part: PartContext) => unknown;

/** What a look at a part found, and what it looked up for that; null: nothing. */
interface Entry {
  readonly found: unknown;
  readonly notes: Notes | null;
}

interface Memory {
  readonly part: Part;
  readonly entries: Map<Look, Entry>;
  /** What was found before the part changed. */
  readonly before: ReadonlyMap<Look, Entry> | null;
  /** The notes of all entries. */
  readonly notes: Notes;
}

/** What is found in the parts of one Model alone: nothing is kept for another. */
export function gatheringOnce(): Gathering {
  return {
    keeps: false,
    next: (around) => {
      const parts = Array.from(around.parts.values(), (part) => lookingOnce(part, around));
      return <T>(look: (part: PartContext) => T): readonly T[] => parts.map((looking) => looking(look) as T);
    },
  };
}

function lookingOnce(part: Part, around: Around): (look: Look) => unknown {
  const found = new Map<Look, unknown>();
  let context: PartContext | null = null;
  const looking = (look: Look): unknown => {
    context ??= unwatched(part, around, {
      gather: <T>(each: (part: PartContext) => T): readonly T[] => [looking(each) as T],
      worked: openWorked(),
    });
    const known = found.get(look);
    if (known !== undefined) return known;
    const own = look(context);
    found.set(look, own);
    return own;
  };
  return looking;
}

/** What one look found in each part; of the parts that stand there still, the values are of the same objects. */
type Arrays = Map<Look, readonly unknown[]>;

export function openGathering(): Gathering {
  let memories: readonly Memory[] = [];
  let byName: ReadonlyMap<string | null, Memory> = new Map();
  let arrays: Arrays = new Map();
  let before: Around | null = null;
  return {
    keeps: true,
    next: (around) => {
      const names = [...around.parts.keys()];
      const isSameOrder = sameItems(names, [...byName.keys()]);
      const changes = changesFrom(before, around);
      before = around;
      const now = Array.from(around.parts, ([name, part]) => memoryOf(part, byName.get(name), around, changes));
      const changed = now.flatMap((memory, index) => (memory === memories[index] ? [] : [index]));
      const last = isSameOrder ? arrays : null;
      memories = now;
      byName = new Map(now.map((memory, index) => [names[index] ?? null, memory]));
      arrays = new Map();
      return openGather(now, around, { last, changed, arrays });
    },
  };
}

/** What is still true of a part. Where all notes are, nothing is looked at one by one. */
function memoryOf(part: Part, last: Memory | undefined, around: Around, changes: Changes | null): Memory {
  if (last !== undefined && last.part === part && changes !== null && areUntouched(last.notes, part, around, changes))
    return last;
  if (last !== undefined && last.part === part && areSame(last.notes, part, around)) return last;
  const entries = new Map<Look, Entry>();
  const all = emptyNotes();
  for (const [look, entry] of last?.entries ?? []) {
    if (entry.notes !== null && !areSame(entry.notes, part, around)) continue;
    entries.set(look, entry);
    if (entry.notes !== null) addNotes(all, entry.notes);
  }
  return { part, entries, before: last?.entries ?? null, notes: all };
}

interface Kept {
  /** Of the document before; null where its parts were others, or stood in another order. */
  readonly last: Arrays | null;
  /** Which parts are no longer what they were. */
  readonly changed: readonly number[];
  readonly arrays: Arrays;
}

/** Looks at each part once for each question, and only where the answer is not known yet. A list of the same is the same list. */
function openGather(memories: readonly Memory[], around: Around, { last, changed, arrays }: Kept): Gather {
  const seen = new Map<Memory, (look: Look) => unknown>();
  const found = (look: Look, memory: Memory | undefined): unknown => {
    if (memory === undefined) return undefined;
    const entry = memory.entries.get(look);
    if (entry !== undefined) return entry.found;
    const looking = seen.get(memory) ?? openPart(memory, around);
    seen.set(memory, looking);
    return looking(look);
  };
  const anew = (look: Look): readonly unknown[] => {
    const before = last?.get(look);
    if (before === undefined) return memories.map((memory) => found(look, memory));
    let after: unknown[] | null = null;
    for (const index of changed) {
      const value = found(look, memories[index]);
      if (value === before[index]) continue;
      after ??= [...before];
      after[index] = value;
    }
    return after ?? before;
  };
  return <T>(look: (part: PartContext) => T): readonly T[] => {
    const known = arrays.get(look) ?? anew(look);
    arrays.set(look, known);
    return known as readonly T[];
  };
}

/** Looks at one part. What is looked up within a look is looked up by the one around it as well. */
function openPart(memory: Memory, around: Around): (look: Look) => unknown {
  let notes: Notes | null = null;
  const worked = new Map<string, Map<object, Entry>>();
  const noted = (work: () => unknown): Entry => {
    const outer = notes;
    notes = null;
    const found = work();
    const entry = { found, notes };
    notes = outer;
    return entry;
  };
  const taken = ({ found, notes: own }: Entry): unknown => {
    if (own === null) return found;
    notes ??= emptyNotes();
    addNotes(notes, own);
    return found;
  };
  const looking = (look: Look): unknown => {
    const known = memory.entries.get(look);
    if (known !== undefined) return taken(known);
    const fresh = noted(() => look(context));
    // What says the same is the same object, so that what hangs on it need not be worked out again.
    const last = memory.before?.get(look);
    const entry = last !== undefined && foundSame(last.found, fresh.found) ? { ...fresh, found: last.found } : fresh;
    memory.entries.set(look, entry);
    if (entry.notes !== null) addNotes(memory.notes, entry.notes);
    return taken(entry);
  };
  const context = watched(memory.part, around, {
    notes: () => {
      notes ??= emptyNotes();
      return notes;
    },
    gather: <T>(look: (part: PartContext) => T): readonly T[] => [looking(look) as T],
    worked: <T>(what: string, about: object, work: () => T): T => {
      const of = worked.get(what) ?? new Map<object, Entry>();
      worked.set(what, of);
      const entry = of.get(about) ?? noted(work);
      of.set(about, entry);
      return taken(entry) as T;
    },
  });
  return looking;
}

/** What several checks ask for, worked out once. */
export function openWorked(): CheckContext['worked'] {
  const worked = new Map<string, Map<object, unknown>>();
  return <T>(what: string, about: object, work: () => T): T => {
    const of = worked.get(what) ?? new Map<object, unknown>();
    worked.set(what, of);
    if (!of.has(about)) of.set(about, work());
    return of.get(about) as T;
  };
}
