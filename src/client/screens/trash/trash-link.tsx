import { Trash2 } from 'lucide-react';
import { IconButton } from '../../components/button.tsx';
import { deletedPath } from '../../navigation/trash-paths.ts';
import { texts } from '../../texts/application-texts.ts';
import { nounFor } from '../../view/count-nouns.ts';
import { type EntityInView, useView } from '../../view/view-context.tsx';

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
