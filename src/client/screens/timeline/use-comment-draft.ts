import type { Json } from '../../../engine/core/intent.ts';
import { type DraftHandle, useDraft } from '../../drafts/drafts.tsx';
import { type CommentDraft, type DraftMention, EMPTY_DRAFT } from './comment-draft.ts';

/** The draft of a comment, stored under `key` across reloads. `written` is null without a draft. */
export function useCommentDraft(key: string): {
  readonly written: CommentDraft | null;
  /** ETag of the comment that the draft edits; null for a new comment, or if it is not known. */
  readonly over: string | null;
  readonly set: (written: CommentDraft, over?: string) => void;
  readonly clear: () => void;
} {
  const draft = useDraft(key);
  const set = (written: CommentDraft, over?: string) => {
    if (over !== undefined) draft.set('over', over);
    draft.set('mentions', written.mentions as unknown as Json);
    draft.set('text', written.text);
  };
  const over = draft.values.get('over');
  return { written: draftFrom(draft), over: typeof over === 'string' ? over : null, set, clear: draft.clear };
}

function draftFrom({ values }: DraftHandle): CommentDraft | null {
  const text = values.get('text');
  if (typeof text !== 'string') return null;
  const mentions = values.get('mentions');
  const known = Array.isArray(mentions) ? (mentions as unknown as readonly DraftMention[]) : EMPTY_DRAFT.mentions;
  // Mentions that do not match the text are dropped.
  return { text, mentions: known.filter(({ from, to }) => text[from] === '@' && to <= text.length) };
}
