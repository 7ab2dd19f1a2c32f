import { useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import type { DraftHandle } from '../../drafts/drafts.tsx';
import { messages } from '../../languages/messages.ts';

/** Says that the values were restored from a draft, and offers to discard them. Rendered only if the draft existed on mount. */
export function RestoredDraft({ draft }: { readonly draft: DraftHandle }) {
  const [wasThere, setThere] = useState(draft.touched);
  if (!wasThere || !draft.touched) return null;
  const discard = () => {
    setThere(false);
    draft.clear();
  };
  return (
    <Banner
      tone="info"
      action={
        <Button size="small" onPress={discard}>
          {messages.form.discard}
        </Button>
      }
    >
      {messages.form.restored}
    </Banner>
  );
}
