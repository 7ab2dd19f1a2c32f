import type { Json } from '../../../../engine/intent.ts';
import { type DraftInHand, useDraft } from '../../../drafts/drafts.tsx';
import { type Mentioned, NOTHING_WRITTEN, type Written } from './written.ts';

/** What is typed under a key and not sent; it stays through leaving and reloading. Null: nothing. */
export function useWritten(key: string): {
  readonly written: Written | null;
  readonly set: (written: Written) => void;
  readonly clear: () => void;
} {
  const draft = useDraft(key);
  const set = (written: Written) => {
    draft.set('mentions', written.mentions as unknown as Json);
    draft.set('text', written.text);
  };
  return { written: writtenIn(draft), set, clear: draft.clear };
}

function writtenIn({ values }: DraftInHand): Written | null {
  const text = values.get('text');
  if (typeof text !== 'string') return null;
  const mentions = values.get('mentions');
  const known = Array.isArray(mentions) ? (mentions as unknown as readonly Mentioned[]) : NOTHING_WRITTEN.mentions;
  // What was kept otherwise than it is typed now mentions nobody.
  return { text, mentions: known.filter(({ from, to }) => text[from] === '@' && to <= text.length) };
}
