import type { CallOptions, MemberRule } from '../../model/types/call.ts';
import { type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import type { Column } from '../reader/columns.ts';
import { type FindingContext, type Reader, references, words } from '../reader/reader.ts';

/** Keys that state what absent and empty members of a request mean, and how values are written. */
export const BODY_KEYS: readonly Column[] = [
  {
    name: 'Absent members',
    aliases: ['Missing members'],
    blank: '`kept`.',
    notShown: '`kept`.',
    about:
      'Members that a change or an event lists and a request leaves out: their fields are `kept`, `cleared`, or this is `refused`. Also for certain fields: `kept; refused: title, due; cleared: body`; a creation without those that are `refused` is refused too, while `[]` is accepted.',
  },
  {
    name: 'Null members',
    aliases: ['Null values'],
    blank: '`cleared`.',
    notShown: '`cleared`.',
    about:
      'Members that are null: their fields are `cleared`, this is `refused`, or they are `ignored` as if absent. Also for certain fields, as above.',
  },
  {
    name: 'Empty texts',
    aliases: ['Empty strings'],
    blank: '`cleared`.',
    notShown: '`cleared`.',
    about:
      'Members that are a text without characters other than spaces: `cleared`, `refused` or `ignored`. Also for certain fields, as above.',
  },
  {
    name: 'Times',
    aliases: ['Timestamps', 'Time format'],
    blank: '`ISO 8601`.',
    notShown: '`ISO 8601`.',
    about:
      'How values of `date and time` are written in bodies and parameters: `ISO 8601`, `ISO 8601 in seconds`, `Unix seconds` or `Unix milliseconds`.',
  },
  {
    name: 'Decimals',
    aliases: ['Amounts', 'Decimal format'],
    blank: '`text`.',
    notShown: '`text`.',
    about: 'How decimals and amounts of money are written in bodies: `text` or `number`.',
  },
];

const ABSENT_MEMBERS = ['kept', 'cleared', 'refused'] as const;
const EMPTY_MEMBERS = ['cleared', 'refused', 'ignored'] as const;
export const TIMES = ['ISO 8601', 'ISO 8601 in seconds', 'Unix seconds', 'Unix milliseconds'] as const;
export const DECIMALS = ['text', 'number'] as const;

type MemberOptions = Pick<CallOptions, 'absentMembers' | 'nullMembers' | 'emptyTexts' | 'memberRules'>;

/** Reads what absent, null and empty members mean. `stated` returns the value of a key, null if it is not stated. */
export function memberRulesOf(
  reader: Reader,
  stated: (key: string) => Span | null,
  about: FindingContext,
): MemberOptions {
  const read = <W extends MemberRule['rule']>(key: string, on: MemberRule['on'], known: readonly W[]) =>
    rulesIn(reader, { key, on, known, value: stated(key) }, about);
  const absent = read('Absent members', 'absent', ABSENT_MEMBERS);
  const nulls = read('Null members', 'null', EMPTY_MEMBERS);
  const empty = read('Empty texts', 'empty', EMPTY_MEMBERS);
  const rules = [...absent.rules, ...nulls.rules, ...empty.rules];
  return {
    absentMembers: absent.usual,
    nullMembers: nulls.usual,
    emptyTexts: empty.usual,
    memberRules: rules.length === 0 ? null : rules,
  };
}

interface StatedRules<W> {
  readonly key: string;
  readonly on: MemberRule['on'];
  readonly known: readonly W[];
  readonly value: Span | null;
}

/** Reads `kept; refused: title, due`: a word for all fields, and words for certain ones. */
function rulesIn<W extends MemberRule['rule']>(
  reader: Reader,
  { key, on, known, value }: StatedRules<W>,
  about: FindingContext,
): { readonly usual: W | null; readonly rules: readonly MemberRule[] } {
  let usual: W | null = null;
  const rules: MemberRule[] = [];
  for (const each of value === null ? [] : split(value, ';')) {
    const [word, fields] = split(each, ':');
    const written = word === undefined ? '' : words(word).replace(/\.$/, '');
    const rule = known.find((one) => one === written.toLowerCase());
    if (rule === undefined) reader.report(messages.valueUnknown(key, written, known.join(', ')), each, about);
    else if (fields === undefined) usual = rule;
    else rules.push({ on, rule, fields: references(reader, fields) });
  }
  return { usual, rules };
}
