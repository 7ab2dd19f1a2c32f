import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { FieldDependencies, FirstDraft } from '../../../engine/view/new-record-form.ts';
import { formatInstant } from '../../../fields/text/written-dates.ts';
import type { Input } from '../../data/writes.ts';
import { fieldValue } from '../../view/display-value.ts';
import type { EntityInView } from '../../view/view-context.tsx';

/** What a form derives from its input. */
export interface FormJudgement {
  /** The input as it would be sent. */
  readonly input: Input;
  /** Hidden fields; those of lines as `lines/0/note`. */
  readonly hidden: ReadonlySet<string>;
  /** Fields whose visibility or value is not known yet. */
  readonly unknown: ReadonlySet<string>;
  /** Returns the value of a field without input: the record's value, the default or the computed value. */
  readonly givenValue: (name: string) => Json;
  /** Empty fields that a rule requires. */
  readonly required: readonly string[];
}

interface UnjudgedForm {
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
export function judgeWithoutEngine({
  entity,
  record,
  event,
  typed,
  first,
  person,
  zone,
  now,
}: UnjudgedForm): FormJudgement {
  const dependent = dependentFields(entity.follows, Object.keys(typed));
  const isOpen = (name: string) => dependent.has(name) || first === null || first.open.includes(name);
  const unknown = new Set(
    entity.follows.flatMap(({ field, value, shown }) => {
      const isAsked = event === null && shown !== null && isOpen(field);
      // A typed value replaces a default.
      const isStored = Object.hasOwn(typed, field) || (record !== null && !dependent.has(field));
      const isComputed = value !== null && isOpen(field) && !isStored;
      return isAsked || isComputed ? field : [];
    }),
  );
  const hidden = new Set(event === null ? first?.hidden.filter((name) => !unknown.has(name)) : []);
  const input: { [name: string]: Json } = Object.create(null);
  for (const [name, value] of Object.entries(typed)) if (!hidden.has(name)) input[name] = value;
  const givenValue = (name: string): Json => {
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
  return { input, hidden, unknown, givenValue, required: first?.needed.filter((name) => !dependent.has(name)) ?? [] };
}

/** Returns the fields that depend on the typed ones, directly or through other fields. */
function dependentFields(follows: readonly FieldDependencies[], typed: readonly string[]): ReadonlySet<string> {
  const dependent = new Set<string>();
  for (let size = -1; size < dependent.size; ) {
    size = dependent.size;
    const changed = new Set([...typed, ...dependent]);
    for (const { field, value, shown } of follows)
      if ([...(value ?? []), ...(shown ?? [])].some((name) => changed.has(name))) dependent.add(field);
  }
  return dependent;
}

/** Returns today's date in a time zone. Does not use the calendar module, which is loaded with the engine. */
const dayIn = (timeZone: string, now: number): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);
