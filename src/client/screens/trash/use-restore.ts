import { useCallback } from 'react';
import { ProblemError } from '../../api/request.ts';
import { useRestoreMany } from '../../data/deleted.ts';
import { deletedTexts } from '../../texts/trash-texts.ts';
import { type Message, useToast } from '../../toasts/toasts.tsx';
import type { EntityInView } from '../../view/view-context.tsx';

/** A record that was just deleted. */
export interface DeletedRecord {
  readonly id: string;
  readonly title: string;
}

/**
 * Returns a function that creates the undo button of the message after a deletion; undefined if the person may not restore
 * such records. `onBack` is called when all records are restored.
 */
export function useUndoDelete(
  entity: EntityInView,
): (gone: readonly DeletedRecord[], onBack?: () => void) => Message['action'] {
  const say = useToast();
  const { mutateAsync } = useRestoreMany(entity.name);
  return useCallback(
    (gone, onBack) => {
      if (!entity.mayRestore || gone.length === 0) return undefined;
      const takeBack = async () => {
        try {
          const outcomes = await mutateAsync(gone.map(({ id }) => ({ id, etag: null })));
          const refused = outcomes.flatMap(({ problem }) => problem ?? []);
          const [first] = refused;
          if (first === undefined) {
            const [one, ...more] = gone;
            say({
              title: more.length === 0 ? deletedTexts.back(one?.title ?? '') : deletedTexts.backMany(gone.length),
            });
            onBack?.();
            return;
          }
          const title = gone.length === 1 ? deletedTexts.notBack : deletedTexts.notAllBack(refused.length);
          say({ title, text: `${first.detail} ${first.next ?? ''}`.trim(), tone: 'danger' });
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error;
          say({ title: deletedTexts.notBack, text: error.message, tone: 'danger' });
        }
      };
      return { label: deletedTexts.undo, onPress: () => void takeBack() };
    },
    [entity, mutateAsync, say],
  );
}
