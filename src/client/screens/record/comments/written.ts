import type { WireComment } from '../../../../engine/core/wire-format.ts';
import { mentionOf } from '../../../../engine/records/comment-mentions.ts';

/** Somebody who is mentioned in what is typed: where their name stands. */
export interface Mentioned {
  readonly from: number;
  readonly to: number;
  readonly person: string;
}

/** A comment as it is typed: people stand there by their names. */
export interface Written {
  readonly text: string;
  readonly mentions: readonly Mentioned[];
}

export const NOTHING_WRITTEN: Written = { text: '', mentions: [] };

/** After somebody typed: a mention moves along, and one into which was typed is only text from then on. */
export function retyped(before: Written, text: string): Written {
  const { start, end, grown } = changeOf(before.text, text);
  const mentions = before.mentions.flatMap((each) => {
    if (each.to <= start) return each;
    if (each.from >= end) return { ...each, from: each.from + grown, to: each.to + grown };
    return [];
  });
  return { text, mentions };
}

/** The name of somebody in place of what stands from `from` to `to`, with a space behind it; `caret` is where one types on. */
export function withMention(
  before: Written,
  { from, to }: { readonly from: number; readonly to: number },
  { id, title }: { readonly id: string; readonly title: string },
): { readonly written: Written; readonly caret: number } {
  const name = `@${title}`;
  const after = before.text.slice(to);
  const space = /^\s/u.test(after) ? '' : ' ';
  const { mentions } = retyped(before, `${before.text.slice(0, from)}${after}`);
  const grown = name.length + space.length;
  const moved = mentions.map((each) =>
    each.from >= from ? { ...each, from: each.from + grown, to: each.to + grown } : each,
  );
  const text = `${before.text.slice(0, from)}${name}${space}${after}`;
  const own = { from, to: from + name.length, person: id };
  return { written: { text, mentions: inOrder([...moved, own]) }, caret: from + name.length + 1 };
}

/** The text as it goes over the wire. */
export function sentText({ text, mentions }: Written): string {
  let sent = '';
  let from = 0;
  for (const each of inOrder(mentions)) {
    sent += `${text.slice(from, each.from)}${mentionOf(each.person)}`;
    from = each.to;
  }
  return sent + text.slice(from);
}

/** A comment that is there, to be typed on. Whoever may not be known stands there as text alone. */
export function writtenOf(parts: WireComment['parts']): Written {
  let text = '';
  const mentions: Mentioned[] = [];
  for (const part of parts) {
    const from = text.length;
    text += typeof part === 'string' ? part : `@${part.name}`;
    if (typeof part !== 'string' && part.person !== null) mentions.push({ from, to: text.length, person: part.person });
  }
  return { text, mentions };
}

/** Whether an `@` was just typed before `caret`, at the beginning of a word: inside of one it is part of an address. */
export function beginsMention(before: string, text: string, caret: number): boolean {
  const { start, end, grown } = changeOf(before, text);
  const isTyped = end === start && grown === 1 && text[caret - 1] === '@';
  return isTyped && (caret === 1 || /[\s(]/u.test(text[caret - 2] ?? ''));
}

const inOrder = (mentions: readonly Mentioned[]) => [...mentions].sort((one, other) => one.from - other.from);

/** Which part of a text became another one: what stood from `start` to `end`. */
function changeOf(before: string, after: string): { start: number; end: number; grown: number } {
  const grown = after.length - before.length;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return { start, end: before.length - same, grown };
}
