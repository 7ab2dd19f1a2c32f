import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { FieldDependencies, FirstDraft } from '../../../engine/view/new-record-form.ts';
import { formatInstant } from '../../../fields/text/written-dates.ts';
import type { Input } from '../../data/writes.ts';
import { fieldValue } from '../../view/display-value.ts';
import type { EntityInView } from '../../view/view-context.tsx';

/** What a form derives from its input. */
export interface Judged {
  /** The input as it would be sent. */
  readonly input: Input;
  /** Hidden fields; those of lines as `lines/0/note`. */
  readonly hidden: ReadonlySet<string>;
  /** Fields whose visibility or value is not known yet. */
  readonly unknown: ReadonlySet<string>;
  /** Returns the value of a field without input: the record's value, the default or the computed value. */
  readonly given: (name: string) => Json;
  /** Empty fields that a rule requires. */
  readonly needed: readonly string[];
}

interface Subject {
  readonly entity: Pick<EntityInView, 'attributes' | 'follows'>;
  readonly record: WireRecord | null;
  readonly event: string | null;
  readonly typed: Input;
  /** The server's state of a new record before any input; null for an existing record. */
  readonly first: FirstDraft | null;
  readonly person: string | null;
  readonly zone: string;
  readonly now: number;
}

/**
 * Judges a form before the engine is loaded, without guessing: fields that do not depend on the input keep the server's
 * first state or the record's values; all others are unknown.
 */
export function unjudged({ entity, record, event, typed, first, person, zone, now }: Subject): Judged {
  const moved = movedBy(entity.follows, Object.keys(typed));
  const isOpen = (name: string) => moved.has(name) || first === null || first.open.includes(name);
  const unknown = new Set(
    entity.follows.flatMap(({ field, value, shown }) => {
      const isAsked = event === null && shown !== null && isOpen(field);
      // A typed value replaces a default.
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

/** Returns the fields that depend on the typed ones, directly or through other fields. */
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

/** Returns today's date in a time zone. Does not use the calendar module, which is loaded with the engine. */
const dayIn = (timeZone: string, now: number): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);
