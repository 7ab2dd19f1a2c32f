import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { FieldDependencies, FirstDraft } from '../../../engine/view/new-record-form.ts';
import { formatInstant } from '../../../fields/text/written-dates.ts';
import type { Input } from '../../data/writes.ts';
import { fieldValue } from '../../view/display-value.ts';
import type { EntityInView } from '../../view/view-context.tsx';

/** What a form needs to know of what is typed in it. */
export interface Judged {
  /** As it would be sent. */
  readonly input: Input;
  /** Fields that are not asked for; of lines `lines/0/note`. */
  readonly hidden: ReadonlySet<string>;
  /** Fields of which it is not known yet whether they are asked for, or what stands in them. */
  readonly unknown: ReadonlySet<string>;
  /** What stands in a field that is not typed and not as the record has it. */
  readonly given: (name: string) => Json;
  /** Fields that are empty and of which a rule says that they may not be. */
  readonly needed: readonly string[];
}

interface Subject {
  readonly entity: Pick<EntityInView, 'attributes' | 'follows'>;
  readonly record: WireRecord | null;
  readonly event: string | null;
  readonly typed: Input;
  /** How a new record stands before anything is typed; null of one that is there. */
  readonly first: FirstDraft | null;
  readonly person: string | null;
  readonly zone: string;
  readonly now: number;
}

/**
 * The same before the engine is there, and nothing guessed: what the server said of a new record holds for whatever does
 * not follow from what is typed, and a record stands as it is.
 */
export function unjudged({ entity, record, event, typed, first, person, zone, now }: Subject): Judged {
  const moved = movedBy(entity.follows, Object.keys(typed));
  const isOpen = (name: string) => moved.has(name) || first === null || first.open.includes(name);
  const unknown = new Set(
    entity.follows.flatMap(({ field, value, shown }) => {
      const isAsked = event === null && shown !== null && isOpen(field);
      // What somebody typed stands there, whatever would be given.
      const stands = Object.hasOwn(typed, field) || (record !== null && !moved.has(field));
      const isComputed = value !== null && isOpen(field) && !stands;
      return isAsked || isComputed ? field : [];
    }),
  );
  const hidden = new Set(event === null ? first?.hidden.filter((name) => !unknown.has(name)) : []);
  const input: { [name: string]: Json } = Object.create(null);
  for (const [name, value] of Object.entries(typed)) if (!hidden.has(name)) input[name] = value;
  const given = (name: string): Json => {
    if (record !== null) return fieldValue(record, name);
    switch (first?.given.find(({ field }) => field === name)?.what) {
      case 'me':
        return person;
      case 'today':
        return dayIn(zone, now);
      case 'now':
        return formatInstant(now);
      default:
        return first?.values.find(({ field }) => field === name)?.value ?? null;
    }
  };
  return { input, hidden, unknown, given, needed: first?.needed.filter((name) => !moved.has(name)) ?? [] };
}

/** The fields that follow from these, by way of others too. */
function movedBy(follows: readonly FieldDependencies[], typed: readonly string[]): ReadonlySet<string> {
  const moved = new Set<string>();
  for (let size = -1; size < moved.size; ) {
    size = moved.size;
    const away = new Set([...typed, ...moved]);
    for (const { field, value, shown } of follows)
      if ([...(value ?? []), ...(shown ?? [])].some((name) => away.has(name))) moved.add(field);
  }
  return moved;
}

/** The day by the clocks of a zone, without the calendar, which comes with the engine. */
const dayIn = (timeZone: string, now: number): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);
