import { useCallback } from 'react';
import { ProblemError } from '../../api/request.ts';
import { useRestoreMany } from '../../data/deleted.ts';
import { messages } from '../../languages/messages.ts';
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
              title:
                more.length === 0
                  ? messages.trash.back({ title: one?.title ?? '' })
                  : messages.trash.backMany({ count: gone.length }),
            });
            onBack?.();
            return;
          }
          const title =
            gone.length === 1 ? messages.trash.notBack : messages.trash.notAllBack({ count: refused.length });
          say({ title, text: `${first.detail} ${first.next ?? ''}`.trim(), tone: 'danger' });
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error;
          say({ title: messages.trash.notBack, text: error.message, tone: 'danger' });
        }
      };
      return { label: messages.trash.undo, onPress: () => void takeBack() };
    },
    [entity, mutateAsync, say],
  );
}
