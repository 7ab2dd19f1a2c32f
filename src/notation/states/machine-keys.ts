import type { Reference, StateGroup } from '../../model/types/model.ts';
import { outside, part, type Span, split } from '../markdown/span.ts';
import { say } from '../reader/codes.ts';
import { type KeyValue, untilStated } from '../reader/columns.ts';
import { type About, isBlank, isNotShown, type Reader, reference, references, words } from '../reader/reader.ts';
import { MACHINE_KEYS } from './transition-columns.ts';

/** A name, and the text that it was read from. */
export interface Named extends Reference {
  readonly span: Span;
}

/** The keys of a machine. The name of a group may be used for its states. */
export interface Keys {
  readonly states: readonly Reference[];
  readonly final: readonly Named[];
  /** Undefined if the line is missing; null if it is not shown. */
  readonly editableIn: readonly Named[] | null | undefined;
  readonly groups: readonly StateGroup[];
  /** The first group that was reported as not read. */
  readonly unread: Span | null;
}

export function keysOf(reader: Reader, keys: readonly KeyValue[], about: About): Keys {
  const states: Reference[] = [];
  const final: Named[] = [];
  const groups: StateGroup[] = [];
  let editableIn: Named[] | null | undefined;
  let unread: Span | null = null;
  for (const { key, value } of keys) {
    if (isNotShown(value)) {
      if (key === 'Editable in') editableIn = null;
      else reader.report(say.notShown(`“${key}”`, untilStated(MACHINE_KEYS, key)), value, about);
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
    } else {
      editableIn = [...(editableIn ?? []), ...namesIn(reader, value)];
    }
  }
  return { states, final, editableIn, groups, unread };
}

/** Reads `Running = Requested, Approved`. */
function groupOf(reader: Reader, span: Span, about: About): StateGroup | null {
  const equals = outside(span.text, '=')[0];
  const name = equals === undefined ? null : part(span, 0, equals);
  if (equals === undefined || name === null || name.text === '') {
    reader.report(say.rowNotRead(words(span), 'A group is `Running = Requested, Approved`.'), span, about);
    return null;
  }
  return { name: words(name), states: references(reader, part(span, equals + 1)), at: reader.place(name) };
}

function namesIn(reader: Reader, value: Span): Named[] {
  return split(value, ',')
    .filter((name) => !isBlank(name) && !/^none$/i.test(name.text))
    .map((span) => ({ ...reference(reader, span), span }));
}
