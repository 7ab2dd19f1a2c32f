import type { Reference, StateGroup } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import type { KeyValue } from '../columns.ts';
import { outside, part, type Span, split } from '../markdown/span.ts';
import { type About, isBlank, isNotShown, type Reader, reference, references, words } from '../reader.ts';
import { MACHINE_KEYS } from './4-columns.ts';

/** A name with the words that it was read from. */
export interface Named extends Reference {
  readonly span: Span;
}

/** What the list under a machine states, names as written: a group's name may stand for its states. */
export interface Keys {
  readonly states: readonly Reference[];
  readonly final: readonly Named[];
  /** Undefined where the line is missing, null where it is not shown. */
  readonly editableIn: readonly Named[] | null | undefined;
  readonly groups: readonly StateGroup[];
}

export const NO_KEYS: Keys = { states: [], final: [], editableIn: undefined, groups: [] };

const KEY_GAPS: ReadonlyMap<string, string> = new Map(MACHINE_KEYS.map(({ name, notShown }) => [name, notShown]));

export function keysOf(reader: Reader, keys: readonly KeyValue[], about: About): Keys {
  const states: Reference[] = [];
  const final: Named[] = [];
  const groups: StateGroup[] = [];
  let editableIn: Named[] | null | undefined;
  for (const { key, value } of keys) {
    if (isNotShown(value)) {
      if (key === 'Editable in') editableIn = null;
      else reader.report(say.notShown(`“${key}”`, KEY_GAPS.get(key) ?? ''), value, about);
    } else if (key === 'States') {
      states.push(...references(reader, value));
    } else if (key === 'Final') {
      final.push(...namesIn(reader, value));
    } else if (key === 'Group') {
      for (const one of split(value, ';')) groups.push(...groupOf(reader, one, about));
    } else {
      editableIn = [...(editableIn ?? []), ...namesIn(reader, value)];
    }
  }
  return { states, final, editableIn, groups };
}

/** `Running = Requested, Approved`. */
function groupOf(reader: Reader, span: Span, about: About): StateGroup[] {
  const equals = outside(span.text, '=')[0];
  const name = equals === undefined ? null : part(span, 0, equals);
  if (isBlank(span)) return [];
  if (equals === undefined || name === null || name.text === '') {
    reader.report(say.rowNotRead(words(span), 'A group is `Running = Requested, Approved`.'), span, about);
    return [];
  }
  return [{ name: words(name), states: references(reader, part(span, equals + 1)), at: reader.place(name) }];
}

function namesIn(reader: Reader, value: Span): Named[] {
  return split(value, ',')
    .filter((name) => !isBlank(name) && !/^(?:none|nothing|no state)$/i.test(name.text))
    .map((span) => ({ ...reference(reader, span), span }));
}
