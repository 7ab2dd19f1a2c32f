import type { CheckContext, PartContext } from './check.ts';
import type { Part } from './parts.ts';
import { type Lookups, watched } from './watched.ts';

export type Gather = CheckContext['gather'];

/** Keeps what was found in the parts of one Model for the next one. */
export interface Gathering {
  readonly next: (
    context: Omit<CheckContext, 'gather'>,
    parts: ReadonlyMap<string | null, Part>,
    formulas: ReadonlyMap<Part, CheckContext['formulas']>,
  ) => Gather;
}

interface Memory {
  readonly part: Part;
  /** What was looked up elsewhere for any of what was found. */
  readonly lookups: Lookups[];
  readonly found: Map<(part: PartContext) => unknown, unknown>;
}

export function openGathering(): Gathering {
  let memories: ReadonlyMap<string | null, Memory> = new Map();
  return {
    next: (context, parts, formulas) => {
      const before = memories;
      const isSame = ({ part, lookups }: Memory, now: Part) =>
        part === now && lookups.every((each) => each.areSame(context, parts));
      memories = new Map(
        [...parts].map(([name, part]) => {
          const last = before.get(name);
          const memory = last !== undefined && isSame(last, part) ? last : { part, lookups: [], found: new Map() };
          return [name, memory] as const;
        }),
      );
      return openGather(memories, (part) => watched(context, part, formulas.get(part) ?? [], parts));
    },
  };
}

/** Looks at each part once for each question, and only where the answer is not known yet. */
function openGather(
  memories: ReadonlyMap<string | null, Memory>,
  watch: (part: Part) => ReturnType<typeof watched>,
): Gather {
  const seen = new Map<Memory, PartContext>();
  const contextOf = (memory: Memory): PartContext => {
    const known = seen.get(memory);
    if (known !== undefined) return known;
    const { context, lookups } = watch(memory.part);
    memory.lookups.push(lookups);
    seen.set(memory, context);
    return context;
  };
  return <T>(look: (part: PartContext) => T): readonly T[] =>
    Array.from(memories.values(), (memory) => {
      if (!memory.found.has(look)) memory.found.set(look, look(contextOf(memory)));
      return memory.found.get(look) as T;
    });
}
