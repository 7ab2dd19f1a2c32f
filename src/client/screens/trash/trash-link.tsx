import { Trash2 } from 'lucide-react';
import { IconButton } from '../../components/button.tsx';
import { messages } from '../../languages/messages.ts';
import { trashPath } from '../../navigation/trash-paths.ts';
import { nounFor } from '../../view/count-nouns.ts';
import { type EntityInView, useView } from '../../view/view-context.tsx';

/** A button in a list that opens the deleted records of its entity. */
export function DeletedLink({ entity }: { readonly entity: EntityInView }) {
  const { go } = useView();
  return (
    <IconButton
      label={messages.application.lists.deleted({ nouns: nounFor(entity.model, 2) })}
      icon={<Trash2 size={15} aria-hidden />}
      onPress={() => go(trashPath(entity.name))}
    />
  );
}
