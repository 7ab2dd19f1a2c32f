import type { Json } from '../../../../engine/core/intent.ts';
import { type DraftInHand, useDraft } from '../../../drafts/drafts.tsx';
import { type Mentioned, NOTHING_WRITTEN, type Written } from './written.ts';

/** What is typed under a key and not sent; it stays through leaving and reloading. Null: nothing. */
export function useWritten(key: string): {
  readonly written: Written | null;
  /** The version of what is there that it is typed over; null: over nothing, or nobody knows. */
  readonly over: string | null;
  readonly set: (written: Written, over?: string) => void;
  readonly clear: () => void;
} {
  const draft = useDraft(key);
  const set = (written: Written, over?: string) => {
    if (over !== undefined) draft.set('over', over);
    draft.set('mentions', written.mentions as unknown as Json);
    draft.set('text', written.text);
  };
  const over = draft.values.get('over');
  return { written: writtenIn(draft), over: typeof over === 'string' ? over : null, set, clear: draft.clear };
}

function writtenIn({ values }: DraftInHand): Written | null {
  const text = values.get('text');
  if (typeof text !== 'string') return null;
  const mentions = values.get('mentions');
  const known = Array.isArray(mentions) ? (mentions as unknown as readonly Mentioned[]) : NOTHING_WRITTEN.mentions;
  // What was kept otherwise than it is typed now mentions nobody.
  return { text, mentions: known.filter(({ from, to }) => text[from] === '@' && to <= text.length) };
}
