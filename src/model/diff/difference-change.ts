import type { Place, Point } from '../types/element.ts';
import { partWords } from './difference-parts.ts';
import { haveSameMeaning, valueWords } from './difference-words.ts';

/** widened: somebody may do more; narrowed: somebody may do less. */
export type ChangeKind = 'added' | 'removed' | 'renamed' | 'changed' | 'widened' | 'narrowed';

/** What kind of thing a change is about. */
export type ChangedKind =
  | 'document'
  | 'point'
  | 'product'
  | 'screen'
  | 'entity'
  | 'field'
  | 'machine'
  | 'state'
  | 'transition'
  | 'rule'
  | 'role'
  | 'permission'
  | 'call'
  | 'error'
  | 'constant'
  | 'limit'
  | 'sample'
  | 'translation'
  | 'appendix';

/** One difference in meaning. */
export interface Change {
  /** Null for content outside the points: the name, sample data, appendices. */
  readonly point: Point | null;
  readonly kind: ChangeKind;
  readonly what: ChangedKind;
  /** Id of the element: the new id, or the old one of a removed element. Empty if it has none. */
  readonly element: string;
  /** The changed property, by its name in the Model; null if the element was added, removed or renamed. */
  readonly property: string | null;
  /** The old and the new value in words; null if there is none. */
  readonly before: string | null;
  readonly after: string | null;
  /** One sentence. */
  readonly message: string;
  readonly at: { readonly before: Place | null; readonly after: Place | null };
}

/** The attributes that all changes of one element share. */
export interface ChangeSubject {
  readonly point: Point | null;
  readonly what: ChangedKind;
  /** The element's name for people: `Order.total`, “rule V4”. */
  readonly subject: string;
}

/** Anything that a change can be about. */
export interface Part {
  readonly id?: string;
  readonly at: Place | null;
}

export function added(about: ChangeSubject, now: Part, message = `${about.subject} is new.`): Change {
  return { ...base(about, 'added', null, now), message };
}

export function removed(about: ChangeSubject, old: Part, message = `${about.subject} is gone.`): Change {
  return { ...base(about, 'removed', old, null), message };
}

export function changed(
  about: ChangeSubject,
  pair: { readonly old: Part; readonly now: Part },
  change: { readonly property: string; readonly message: string } & Partial<Pick<Change, 'kind' | 'before' | 'after'>>,
): Change {
  return { ...base(about, 'changed', pair.old, pair.now), ...change };
}

function base(
  { point, what }: ChangeSubject,
  kind: ChangeKind,
  old: Part | null,
  now: Part | null,
): Omit<Change, 'message'> {
  return {
    point,
    kind,
    what,
    element: (now ?? old)?.id ?? '',
    property: null,
    before: null,
    after: null,
    at: { before: old?.at ?? null, after: now?.at ?? null },
  };
}

/** Sentences for properties whose name and values are not enough. Null: another change covers the property. */
export type PropertySentences<T> = { readonly [K in keyof T]?: ((old: T, now: T) => string | null) | null | undefined };

/** Properties without a change of their own: identity, place, and what follows from other properties. */
const SILENT: ReadonlySet<string> = new Set(['id', 'at', 'point', 'assumption', 'name', 'translations']);

/**
 * Returns one change for each property that differs. `sayings` has sentences for properties that need their own, and
 * null for those to leave out.
 */
export function propertyChanges<T extends Part & object>(
  about: ChangeSubject,
  old: T,
  now: T,
  sentences: PropertySentences<T> = {},
): Change[] {
  const before = new Map(Object.entries(old));
  const words = new Map<string, unknown>(Object.entries(sentences));
  const changes = Object.entries(now).flatMap(([property, after]): Change[] => {
    const sentenceOf = words.get(property);
    if (SILENT.has(property) || sentenceOf === null || haveSameMeaning(before.get(property), after)) return [];
    const own = typeof sentenceOf === 'function' ? String(sentenceOf(old, now) ?? '') : null;
    if (own === '') return [];
    const values = property === 'help' ? {} : { before: valueWords(before.get(property)), after: valueWords(after) };
    return [
      changed(
        about,
        { old, now },
        {
          property,
          ...values,
          message: own ?? sentence(about, property, { ...values, lists: [before.get(property), after] }),
        },
      ),
    ];
  });
  if (changes.length > 0) return changes.filter(({ property }) => property !== 'standing' || changes.length === 1);
  return haveSameMeaning(translations(old), translations(now))
    ? []
    : [
        changed(
          about,
          { old, now },
          { property: 'translations', message: `${about.subject}: its translations change.` },
        ),
      ];
}

const translations = (element: object): unknown => ('translations' in element ? element.translations : null);

interface Values {
  readonly before?: string;
  readonly after?: string;
  readonly lists: readonly [old: unknown, now: unknown];
}

function sentence({ subject }: ChangeSubject, property: string, values: Values): string {
  if (property === 'help') return `${subject}: its help text changes.`;
  const [old, now] = values.lists.map(namesIn);
  if (old !== null && now !== null && old !== undefined && now !== undefined) {
    const gained = now.filter((name) => !old.includes(name));
    const lost = old.filter((name) => !now.includes(name));
    const parts = [
      ...(gained.length > 0 ? [`now also ${gained.join(', ')}`] : []),
      ...(lost.length > 0 ? [`no longer ${lost.join(', ')}`] : []),
    ];
    if (parts.length > 0) return `${subject}: ${spaced(property)}: ${parts.join('; ')}.`;
  }
  return `${subject}: ${spaced(property)} ${values.before ?? ''} → ${values.after ?? ''}.`;
}

/** Returns the items of a non-empty list in words; null for any other value. */
function namesIn(value: unknown): string[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const names = value.map((each: unknown) => (typeof each === 'string' ? each : nameIn(each)));
  return names.every((name) => name !== null) ? names : null;
}

function nameIn(value: unknown): string | null {
  if (value === null || typeof value !== 'object') return null;
  return partWords(value) ?? ('name' in value && typeof value.name === 'string' ? value.name : null);
}

/** Returns “shown when” for `shownWhen`. */
function spaced(property: string): string {
  return property.replaceAll(/\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
}

/** Returns one change if the items that are on both sides are in a different order; otherwise none. */
export function orderChange(
  about: ChangeSubject,
  old: readonly string[],
  now: readonly string[],
  what: string,
): Change[] {
  const newNames = new Set(now);
  const oldNames = new Set(old);
  const before = old.filter((name) => newNames.has(name));
  const after = now.filter((name) => oldNames.has(name));
  if (haveSameMeaning(before, after)) return [];
  const nowhere: Part = { at: null };
  return [
    changed(
      about,
      { old: nowhere, now: nowhere },
      {
        property: 'order',
        before: before.join(', '),
        after: after.join(', '),
        message: `${about.subject}: ${what} are in a different order.`,
      },
    ),
  ];
}
