import { part, type Span } from '../markdown/span.ts';
import { type Reader, words } from '../reader.ts';
import { addressesIn } from './7-addresses.ts';
import { type Growing, type IsError, readColumns, readTail } from './7-tail.ts';
import { sentences } from './cut.ts';
import { columnsOf } from './lines.ts';

/** The calls of an item, when it begins with one, or with a name of a few words before it. */
export function callsIn(reader: Reader, text: Span, isError: IsError): Growing[] {
  const found = addressesIn(reader, text);
  const [first] = found;
  const title = first === undefined ? null : titleBefore(part(text, 0, first.from));
  if (first === undefined || title === null) return [];
  const calls = found.map(
    ({ address }, index): Growing => ({
      at: text,
      title: index === 0 && found.length === 1 && title !== '' ? title : null,
      address,
      sends: null,
      beside: null,
      gets: '',
      errors: [],
      unread: [],
      sources: [],
    }),
  );
  const tails = found.map(({ to }, index) => part(text, to, Math.max(to, found[index + 1]?.from ?? text.text.length)));
  const inColumns = columnsOf(text).length > 1;
  let group: Growing[] = [];
  calls.forEach((call, index) => {
    const tail = tails[index] ?? text;
    group.push(call);
    const { behind } = found[index] ?? { behind: null };
    if (behind !== null) readTail(reader, [call], behind, isError);
    const isLast = index + 1 === calls.length;
    const isShared = found[index + 1]?.joined === true;
    const joins =
      !isLast && (isShared || (JOINT.test(tail.text) && !/\bthen$/i.test(tail.text) && sentences(tail).length <= 1));
    if (calls.length === 1 && inColumns) readColumns(reader, [call], tail, isError);
    else
      readTail(reader, joins ? [call] : group, isLast ? tail : withoutJoint(tail), isError, calls.slice(0, index + 1));
    if (!joins) group = [];
  });
  for (const call of calls) if (call.unread.length > 0) call.sources.unshift(text.text);
  return calls.flatMap(alternatives);
}

/** `/orders/{id}/{approve|hold}` stands for a call each. */
function alternatives(call: Growing): Growing[] {
  const { path } = call.address;
  const match = /\{([\w-]+(?:\|[\w-]+){1,11})\}/.exec(path);
  if (match?.[1] === undefined) return [call];
  return match[1].split('|').map((word) => ({
    ...call,
    address: { ...call.address, path: path.replace(match[0], word) },
    errors: [...call.errors],
    unread: [...call.unread],
    sources: [...call.sources],
  }));
}

/** Whether an item begins with a call. */
export function beginsWithCall(reader: Reader, text: Span): boolean {
  const [first] = addressesIn(reader, text);
  return first !== undefined && titleBefore(part(text, 0, first.from)) !== null;
}

/** `**Sign in**:` before the address names the call; null where what stands there is more than a name. */
function titleBefore(before: Span): string | null {
  if (before.text === '') return '';
  const match = /^([^.;:!?`→]{1,60}?)\s*(?::|–|—|-|=|→)?$/.exec(before.text.replace(/:\*\*$/, '**:'));
  if (match?.[1] === undefined || /^(?:on|if|when|whenever|after|before|then|one|for|from|see|by)\b/i.test(match[1]))
    return null;
  const title = words(part(before, 0, match[1].length));
  const isNamed = /[:–—=→-]\**$/.test(before.text) || /^\*\*.*\*\*$/.test(before.text);
  return isNamed && title.split(/\s+/).length <= 8 ? title : null;
}

/** Calls with nothing but this between them share what follows. */
const JOINT = /(?:[,·•/|&+]\s*(?:and|or|then)?|\b(?:and|or|then))$/i;

function withoutJoint(tail: Span): Span {
  const joint = JOINT.exec(tail.text);
  return joint === null ? tail : part(tail, 0, joint.index);
}
