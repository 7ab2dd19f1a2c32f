import type { Type } from '../../model/types/types.ts';
import { endOf, type Span } from '../markdown/span.ts';
import { nameKey, nameWords, withoutArticle } from './phrases/fold.ts';

/** What a document says of one field, in whichever hand; `3-fields.ts` makes a field of it. */
export interface FieldDraft {
  readonly name: Span;
  /** All that is said of it, as written. */
  readonly at: Span;
  /** What it holds, with whatever stands behind that. */
  readonly value: Span | null;
  /** What else is said, in parts. */
  readonly details: readonly Span[];
  /** `name?: string`. */
  readonly optional: boolean;
  readonly readOnly: boolean;
  /** How it is computed; null where nothing says so. */
  readonly computed: Span | null;
  /** Sentences beside it that change what is computed. */
  readonly also: readonly Span[];
}

/** From the first of what is said of a field to the last. */
export function stretchOf(draft: FieldDraft): { readonly from: number; readonly to: number } {
  let { from } = draft.at;
  let to = from;
  for (const span of spansOf(draft)) {
    from = Math.min(from, span.from);
    to = Math.max(to, endOf(span));
  }
  return { from, to };
}

/** A draft as a text that counts from where it begins: where that is the same, the same is said. */
export function textOf(draft: FieldDraft): string {
  const { from } = stretchOf(draft);
  const { details, optional, readOnly, value, computed } = draft;
  const spans = spansOf(draft).map((span) => [span.text, span.from - from]);
  return JSON.stringify([spans, details.length, optional, readOnly, value === null, computed === null]);
}

function spansOf({ name, at, value, details, computed, also }: FieldDraft): Span[] {
  return [name, at, value, computed, ...details, ...also].filter((span) => span !== null);
}

/** What a document says of one entity in words or code. */
export interface EntityDraft {
  readonly name: Span;
  /** What stands beside or under its name and is no field. */
  readonly notes: readonly Span[];
  /** The entity that it belongs to, in the words of the document. */
  readonly owner: Span | null;
  readonly fields: readonly FieldDraft[];
}

/** A field of which a name alone is known. */
export function draftOf(name: Span, at: Span, parts: Partial<FieldDraft> = {}): FieldDraft {
  return { name, at, value: null, details: [], optional: false, readOnly: false, computed: null, also: [], ...parts };
}

/** What the words of types may name. */
export interface Names {
  readonly entities: ReadonlySet<string>;
  /** The same by what their names have alike, and by what their last words have. */
  readonly keyed: Keyed;
  readonly ending: Keyed;
  /** Types that the document gives a name: `Cents`, `Currency`. */
  readonly aliases: ReadonlyMap<string, Type>;
  /** Names of roles, and the entity of the people that hold them. */
  readonly roles: readonly string[];
  readonly people: string | null;
  /** All of them as one text. */
  readonly text: () => string;
}

export type Keyed = ReadonlyMap<string, readonly string[]>;

/** The look-ups of these names. */
export function lookUps(entities: readonly string[]): Pick<Names, 'entities' | 'keyed' | 'ending'> {
  const keyed = new Map<string, string[]>();
  const ending = new Map<string, string[]>();
  const add = (map: Map<string, string[]>, key: string, name: string) => {
    const there = map.get(key);
    if (there === undefined) map.set(key, [name]);
    else there.push(name);
  };
  for (const name of new Set(entities)) {
    const all = nameWords(name).slice(-MOST_WORDS);
    add(keyed, nameKey(name), name);
    if (all.length > 1 && all.length < 5) add(keyed, initialsKey(all.map((word) => word.charAt(0)).join('')), name);
    for (let count = 1; count <= all.length; count += 1) add(ending, nameKey(all.slice(-count).join(' ')), name);
  }
  return { entities: new Set(entities), keyed, ending };
}

const MOST_WORDS = 6;

/** A key that no name has. */
const initialsKey = (initials: string): string => `=${initials.toLowerCase()}`;

/** The entity that these words name, also in the plural and with an article; null where none or several are meant. */
export function entityIn(written: string, { entities, keyed }: Names): string | null {
  if (entities.has(written)) return written;
  if (written.length > 120) return null;
  const key = nameKey(withoutArticle(written).replace(/^(?:another|one|exactly one|each|every|one of the)\s+/i, ''));
  const found = keyed.get(key) ?? (/^\p{Lu}{2,4}$/u.test(written) ? keyed.get(initialsKey(written)) : undefined) ?? [];
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Whether words name several of an entity. */
export function isPlural(written: string, entity: string): boolean {
  const last = written.trim().split(/\s+/).at(-1)?.toLowerCase() ?? '';
  const own =
    entity
      .trim()
      .split(/[\s_-]+/)
      .at(-1)
      ?.toLowerCase() ?? '';
  return last !== own && (last.endsWith('s') || last === 'people') && !own.endsWith(last);
}
