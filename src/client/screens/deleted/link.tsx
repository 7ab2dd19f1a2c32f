import { Trash2 } from 'lucide-react';
import { IconButton } from '../../parts/button.tsx';
import { texts } from '../../texts.ts';
import { nounFor } from '../../view/nouns.ts';
import { type EntityInView, useView } from '../../view/view.tsx';
import { deletedPath } from './paths.ts';

/** From a list to what was deleted of it. */
export function DeletedLink({ entity }: { readonly entity: EntityInView }) {
  const { go } = useView();
  return (
    <IconButton
      label={texts.lists.deleted(nounFor(entity.model, 2))}
      icon={<Trash2 size={15} aria-hidden />}
      onPress={() => go(deletedPath(entity.name))}
    />
  );
}
