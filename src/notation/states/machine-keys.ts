import type { Reference, StateGroup } from '../../model/types/model.ts';
import { findOutside, part, type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { effectUntilStated, type KeyValue } from '../reader/columns.ts';
import {
  type FindingContext,
  isBlank,
  isNotShown,
  type Reader,
  reference,
  references,
  words,
} from '../reader/reader.ts';
import { MACHINE_KEYS } from './transition-columns.ts';

/** A name, and the text that it was read from. */
export interface NameWithSpan extends Reference {
  readonly span: Span;
}

/** The keys of a machine. The name of a group may be used for its states. */
export interface Keys {
  readonly states: readonly Reference[];
  readonly final: readonly NameWithSpan[];
  /** Undefined if the line is missing; null if it is not shown. */
  readonly editableIn: readonly NameWithSpan[] | null | undefined;
  readonly groups: readonly StateGroup[];
  /** `Granted green`, still to be read. */
  readonly colours: readonly Span[];
  readonly primary: readonly NameWithSpan[];
  readonly danger: readonly NameWithSpan[];
  /** The first group that was reported as not read. */
  readonly unread: Span | null;
}

export function keysOf(reader: Reader, keys: readonly KeyValue[], about: FindingContext): Keys {
  const states: Reference[] = [];
  const final: NameWithSpan[] = [];
  const groups: StateGroup[] = [];
  const colours: Span[] = [];
  const events = { Primary: [] as NameWithSpan[], Danger: [] as NameWithSpan[] };
  let editableIn: NameWithSpan[] | null | undefined;
  let unread: Span | null = null;
  for (const { key, value } of keys) {
    if (isNotShown(value)) {
      if (key === 'Editable in') editableIn = null;
      else reader.report(messages.notShown(`“${key}”`, effectUntilStated(MACHINE_KEYS, key)), value, about);
    } else if (key === 'States') {
      states.push(...references(reader, value));
    } else if (key === 'Final') {
      final.push(...namesIn(reader, value));
    } else if (key === 'Group') {
      for (const one of split(value, ';').filter((each) => !isBlank(each))) {
        const group = groupOf(reader, one, about);
        if (group === null) unread ??= one;
        else groups.push(group);
      }
    } else if (key === 'Colours') {
      colours.push(...split(value, ',').filter((each) => !isBlank(each)));
    } else if (key === 'Primary' || key === 'Danger') {
      events[key].push(...namesIn(reader, value));
    } else {
      editableIn = [...(editableIn ?? []), ...namesIn(reader, value)];
    }
  }
  return { states, final, editableIn, groups, colours, primary: events.Primary, danger: events.Danger, unread };
}

/** Reads `Running = Requested, Approved`. */
function groupOf(reader: Reader, span: Span, about: FindingContext): StateGroup | null {
  const equals = findOutside(span.text, '=')[0];
  const name = equals === undefined ? null : part(span, 0, equals);
  if (equals === undefined || name === null || name.text === '') {
    reader.report(messages.rowNotRead(words(span), 'A group is `Running = Requested, Approved`.'), span, about);
    return null;
  }
  return { name: words(name), states: references(reader, part(span, equals + 1)), at: reader.place(name) };
}

function namesIn(reader: Reader, value: Span): NameWithSpan[] {
  return split(value, ',')
    .filter((name) => !isBlank(name) && !/^none$/i.test(name.text))
    .map((span) => ({ ...reference(reader, span), span }));
}
