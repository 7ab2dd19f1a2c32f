import type { Json } from '../../../engine/core/intent.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import type { DraftHandle } from '../../drafts/drafts.tsx';
import { messages } from '../../languages/messages.ts';
import type { EntityInView } from '../../view/view-context.tsx';

/** Shows typed values of fields that the document no longer has, until they are discarded. */
export function LeftOverDraft({ entity, draft }: { readonly entity: EntityInView; readonly draft: DraftHandle }) {
  const known = new Set([...entity.attributes.values()].map(({ id }) => id));
  const gone = [...draft.values].filter(([id]) => id.startsWith('field/') && !known.has(id));
  if (gone.length === 0) return null;
  const discard = () => {
    for (const [id] of gone) draft.unset(id);
  };
  return (
    <Banner
      tone="warning"
      action={
        <Button size="small" onPress={discard}>
          {messages.form.discard}
        </Button>
      }
    >
      <p>{messages.form.leftOver}</p>
      <ul className="form-left-over">
        {gone.map(([id, value]) => (
          <li key={id}>
            {decodeURIComponent(id.split('/').at(-1) ?? id)}: <q>{textOf(value)}</q>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
