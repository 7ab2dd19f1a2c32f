import type { CheckContext, PartContext } from './check.ts';
import type { Part } from './parts.ts';
import { type Around, addNotes, areSame, emptyNotes, type Notes, unwatched, watched } from './watched.ts';

export type Gather = CheckContext['gather'];

/** Keeps what was found in the parts of one Model for the next one. */
export interface Gathering {
  readonly next: (around: Around) => Gather;
}

type Look = (part: PartContext) => unknown;

/** What a look at a part found, and what it looked up elsewhere for that; null: nothing. */
interface Entry {
  readonly found: unknown;
  readonly notes: Notes | null;
}

interface Memory {
  readonly part: Part;
  readonly entries: Map<Look, Entry>;
  /** The notes of all entries. */
  readonly notes: Notes;
}

/** What is found in the parts of one Model alone: nothing is kept for another. */
export function gatheringOnce(): Gathering {
  return {
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

export function openGathering(): Gathering {
  let memories: ReadonlyMap<string | null, Memory> = new Map();
  return {
    next: (around) => {
      const before = memories;
      memories = new Map([...around.parts].map(([name, part]) => [name, memoryOf(part, before.get(name), around)]));
      return openGather(memories, around);
    },
  };
}

/** What is still true of a part. Where all notes are, nothing is looked at one by one. */
function memoryOf(part: Part, last: Memory | undefined, around: Around): Memory {
  if (last !== undefined && last.part === part && areSame(last.notes, part, around)) return last;
  const entries = new Map<Look, Entry>();
  const all = emptyNotes();
  for (const [look, entry] of last?.part === part ? last.entries : []) {
    if (entry.notes !== null && !areSame(entry.notes, part, around)) continue;
    entries.set(look, entry);
    if (entry.notes !== null) addNotes(all, entry.notes);
  }
  return { part, entries, notes: all };
}

/** Looks at each part once for each question, and only where the answer is not known yet. */
function openGather(memories: ReadonlyMap<string | null, Memory>, around: Around): Gather {
  const seen = new Map<Memory, (look: Look) => unknown>();
  const lookingAt = (memory: Memory): ((look: Look) => unknown) => {
    const looking = seen.get(memory) ?? openPart(memory, around);
    seen.set(memory, looking);
    return looking;
  };
  return <T>(look: (part: PartContext) => T): readonly T[] =>
    Array.from(memories.values(), (memory) => {
      const entry = memory.entries.get(look);
      return (entry === undefined ? lookingAt(memory)(look) : entry.found) as T;
    });
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
    const entry = noted(() => look(context));
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
