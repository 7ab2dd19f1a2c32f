import type { WireComment } from '../../../engine/core/wire-format.ts';
import { mentionOf } from '../../../engine/records/comment-mentions.ts';

/** A mention in a draft: the range of the name in the text, and the id of the person. */
export interface DraftMention {
  readonly from: number;
  readonly to: number;
  readonly person: string;
}

/** A draft of a comment. Mentioned persons are in the text by name. */
export interface CommentDraft {
  readonly text: string;
  readonly mentions: readonly DraftMention[];
}

export const EMPTY_DRAFT: CommentDraft = { text: '', mentions: [] };

/** Returns the draft after its text changed. Mentions after the change are shifted; a mention that was edited becomes plain text. */
export function draftWithText(before: CommentDraft, text: string): CommentDraft {
  const { start, end, grown } = changeOf(before.text, text);
  const mentions = before.mentions.flatMap((each) => {
    if (each.to <= start) return each;
    if (each.from >= end) return { ...each, from: each.from + grown, to: each.to + grown };
    return [];
  });
  return { text, mentions };
}

/** Replaces the range by a mention, followed by a space. `caret`: the position after it. */
export function draftWithMention(
  before: CommentDraft,
  { from, to }: { readonly from: number; readonly to: number },
  { id, title }: { readonly id: string; readonly title: string },
): { readonly written: CommentDraft; readonly caret: number } {
  const name = `@${title}`;
  const after = before.text.slice(to);
  const space = /^\s/u.test(after) ? '' : ' ';
  const { mentions } = draftWithText(before, `${before.text.slice(0, from)}${after}`);
  const grown = name.length + space.length;
  const moved = mentions.map((each) =>
    each.from >= from ? { ...each, from: each.from + grown, to: each.to + grown } : each,
  );
  const text = `${before.text.slice(0, from)}${name}${space}${after}`;
  const own = { from, to: from + name.length, person: id };
  return { written: { text, mentions: inOrder([...moved, own]) }, caret: from + name.length + 1 };
}

/** Returns the text in wire format, with mentions by id. */
export function sentText({ text, mentions }: CommentDraft): string {
  let sent = '';
  let from = 0;
  for (const each of inOrder(mentions)) {
    sent += `${text.slice(from, each.from)}${mentionOf(each.person)}`;
    from = each.to;
  }
  return sent + text.slice(from);
}

/** Returns the draft for editing a comment. A person whom the reader may not know becomes plain text. */
export function draftOfComment(parts: WireComment['parts']): CommentDraft {
  let text = '';
  const mentions: DraftMention[] = [];
  for (const part of parts) {
    const from = text.length;
    text += typeof part === 'string' ? part : `@${part.name}`;
    if (typeof part !== 'string' && part.person !== null) mentions.push({ from, to: text.length, person: part.person });
  }
  return { text, mentions };
}

/** Whether an `@` was just typed before `caret` at the beginning of a word. Inside a word it is part of an e-mail address. */
export function beginsMention(before: string, text: string, caret: number): boolean {
  const { start, end, grown } = changeOf(before, text);
  const isTyped = end === start && grown === 1 && text[caret - 1] === '@';
  return isTyped && (caret === 1 || /[\s(]/u.test(text[caret - 2] ?? ''));
}

const inOrder = (mentions: readonly DraftMention[]) => [...mentions].sort((one, other) => one.from - other.from);

/** Returns the changed range of the old text, and by how much it grew. */
function changeOf(before: string, after: string): { start: number; end: number; grown: number } {
  const grown = after.length - before.length;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return { start, end: before.length - same, grown };
}
