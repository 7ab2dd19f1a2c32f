import type { WireRecord } from '../../../engine/wire.ts';
import { useRemove } from '../../api/writes.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { type EntityInView, useView } from '../../view/view.tsx';
import { listOf } from '../form/ways.ts';
import { recordTexts } from './texts.ts';

interface RemoveProps {
  readonly entity: EntityInView;
  readonly record: WireRecord;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Right before the page is left. */
  readonly onGone: () => void;
}

/** Asks before a record is deleted, then goes to where it was found. */
export function RemoveDialog({ entity, record, isOpen, onClose, onGone }: RemoveProps) {
  const { view, go } = useView();
  const say = useToast();
  const { mutate, error, isPending, reset } = useRemove(entity.name);
  const { title, etag } = record._;
  const remove = () =>
    mutate(
      { id: record.id, etag },
      {
        onSuccess: () => {
          onGone();
          say({ title: recordTexts.deleted(title) });
          go(listOf(view, entity.name)?.href ?? '/', { replace: true });
        },
      },
    );
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Confirm
      title={recordTexts.deleteTitle(title)}
      action={recordTexts.delete}
      isOpen={isOpen}
      busy={isPending}
      onConfirm={remove}
      onClose={close}
    >
      <p>{recordTexts.deleteText}</p>
      {error !== null && <ProblemNote problem={error.problem} />}
    </Confirm>
  );
}
