import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { ProblemError } from '../../api/request.ts';
import { STORED_HERE } from '../../api/stored-here-error.ts';
import { Confirm } from '../../components/dialog.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { showStoredHere } from '../../data/unsent.ts';
import { useRemove } from '../../data/writes.ts';
import { messages } from '../../languages/messages.ts';
import { useToast } from '../../toasts/toasts.tsx';
import { useShownId } from '../../undo/use-shown-id.ts';
import { useUndoQueue } from '../../undo/use-undo-queue.ts';
import { type EntityInView, useView } from '../../view/view-context.tsx';
import { listScreenOf } from '../form/form-actions.ts';
import { retentionDays } from '../trash/retention.ts';
import { useUndoDelete } from '../trash/use-restore.ts';

interface RemoveProps {
  readonly entity: EntityInView;
  readonly record: WireRecord;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called after the deletion, before the page is left. */
  readonly onDeleted: () => void;
}

/** Confirms a deletion, deletes the record, and opens its list. A deletion that can't be undone is delayed and can be cancelled. */
export function RemoveDialog({ entity, record, isOpen, onClose, onDeleted }: RemoveProps) {
  const { view, schema, recordRoute, go } = useView();
  const say = useToast();
  const { mutate, mutateAsync, error, isPending, reset } = useRemove(entity.name);
  const { delay, reportRefusal } = useUndoQueue();
  const shown = useShownId(record.id);
  const takeBack = useUndoDelete(entity);
  const { title, etag } = record._;
  const remove = () =>
    mutate(
      { id: record.id, etag },
      {
        onSuccess: () => {
          onDeleted();
          const action = takeBack([{ id: record.id, title }], () => {
            const to = recordRoute(entity.name, record.id);
            if (to !== null) go(to);
          });
          say({ title: messages.record.deleted({ title }), ...(action === undefined ? {} : { action }) });
          go(listScreenOf(view, entity.name)?.href ?? '/', { replace: true });
        },
        onError: (error) => {
          if (showStoredHere(say, error)) close();
        },
      },
    );
  const later = async () => {
    onClose();
    const ask = { label: messages.record.delete, text: title, records: [record.id], event: null };
    try {
      const sent = await delay(ask, () => mutateAsync({ id: record.id, etag, wasDelayed: true }));
      if (sent === null) return;
      say({ title: messages.record.deleted({ title }) });
      if (shown.current !== record.id) return;
      onDeleted();
      go(listScreenOf(view, entity.name)?.href ?? '/', { replace: true });
    } catch (failed) {
      if (!(failed instanceof ProblemError)) throw failed;
      reset();
      reportRefusal(ask, entity.name, failed.problem);
    }
  };
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Confirm
      title={messages.record.deleteTitle({ title })}
      action={messages.record.delete}
      isOpen={isOpen}
      busy={isPending}
      onConfirm={entity.mayRestore ? remove : () => void later()}
      onClose={close}
    >
      <p>
        {messages.record.deleteText}
        {` ${entity.mayRestore ? messages.trash.canBeUndone({ days: retentionDays(schema.model) }) : messages.undo.final}`}
      </p>
      {error !== null && error.problem.code !== STORED_HERE && <ProblemNote problem={error.problem} />}
    </Confirm>
  );
}
