import type { Place, Point } from '../types/place.ts';
import { partWords } from './difference-parts.ts';
import { means, shown } from './difference-words.ts';

/** widened: somebody may do more; narrowed: less. */
export type ChangeKind = 'added' | 'removed' | 'renamed' | 'changed' | 'widened' | 'narrowed';

/** What kind of thing a change is about. */
export type What =
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
  /** Null for what stands in no point: the name, sample data, appendices. */
  readonly point: Point | null;
  readonly kind: ChangeKind;
  readonly what: What;
  /** The id of the element: the new one; of what is gone, the old one. Empty where it has none. */
  readonly element: string;
  /** Which of its properties, by its name in the Model; null where the element came, went or was renamed. */
  readonly property: string | null;
  /** The old and the new value in words; null where there is none. */
  readonly before: string | null;
  readonly after: string | null;
  /** One sentence. */
  readonly message: string;
  readonly at: { readonly before: Place | null; readonly after: Place | null };
}

/** What all changes of one element share. */
export interface About {
  readonly point: Point | null;
  readonly what: What;
  /** As people know it: `Order.total`, “rule V4”. */
  readonly subject: string;
}

/** Whatever may stand behind a change. */
export interface Part {
  readonly id?: string;
  readonly at: Place | null;
}

export function added(about: About, now: Part, message = `${about.subject} is new.`): Change {
  return { ...base(about, 'added', null, now), message };
}

export function removed(about: About, old: Part, message = `${about.subject} is gone.`): Change {
  return { ...base(about, 'removed', old, null), message };
}

export function changed(
  about: About,
  pair: { readonly old: Part; readonly now: Part },
  change: { readonly property: string; readonly message: string } & Partial<Pick<Change, 'kind' | 'before' | 'after'>>,
): Change {
  return { ...base(about, 'changed', pair.old, pair.now), ...change };
}

function base({ point, what }: About, kind: ChangeKind, old: Part | null, now: Part | null): Omit<Change, 'message'> {
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

/** How a property is said where its name and values alone would not do; null: it is said elsewhere. */
export type Saying<T> = { readonly [K in keyof T]?: ((old: T, now: T) => string | null) | null | undefined };

/** Never said by themselves: identity, place, and what follows from the rest. */
const SILENT: ReadonlySet<string> = new Set(['id', 'at', 'point', 'assumption', 'name', 'translations']);

/** One change for each property that differs. `sayings` tells those that need words of their own, or none. */
export function propertyChanges<T extends Part & object>(
  about: About,
  old: T,
  now: T,
  sayings: Saying<T> = {},
): Change[] {
  const before = new Map(Object.entries(old));
  const words = new Map<string, unknown>(Object.entries(sayings));
  const changes = Object.entries(now).flatMap(([property, after]): Change[] => {
    const saying = words.get(property);
    if (SILENT.has(property) || saying === null || means(before.get(property), after)) return [];
    const own = typeof saying === 'function' ? String(saying(old, now) ?? '') : null;
    if (own === '') return [];
    const values = property === 'help' ? {} : { before: shown(before.get(property)), after: shown(after) };
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
  return means(translations(old), translations(now))
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

function sentence({ subject }: About, property: string, values: Values): string {
  if (property === 'help') return `${subject}: its prose changes.`;
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

/** What stands in a list that has at least one, by name and whatever more it says; null for anything else. */
function namesIn(value: unknown): string[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const names = value.map((each: unknown) => (typeof each === 'string' ? each : nameIn(each)));
  return names.every((name) => name !== null) ? names : null;
}

function nameIn(value: unknown): string | null {
  if (value === null || typeof value !== 'object') return null;
  return partWords(value) ?? ('name' in value && typeof value.name === 'string' ? value.name : null);
}

/** `shownWhen` gives “shown when”. */
function spaced(property: string): string {
  return property.replaceAll(/\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
}

/** A change where the things that are on both sides stand in another order. */
export function orderChange(about: About, old: readonly string[], now: readonly string[], what: string): Change[] {
  const kept = new Set(now);
  const there = new Set(old);
  const before = old.filter((name) => kept.has(name));
  const after = now.filter((name) => there.has(name));
  if (means(before, after)) return [];
  const nowhere: Part = { at: null };
  return [
    changed(
      about,
      { old: nowhere, now: nowhere },
      {
        property: 'order',
        before: before.join(', '),
        after: after.join(', '),
        message: `${about.subject}: ${what} stand in another order.`,
      },
    ),
  ];
}
