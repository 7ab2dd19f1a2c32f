import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { KEPT_HERE } from '../../api/kept-here.ts';
import { ProblemError } from '../../api/request.ts';
import { saysItIsKept } from '../../api/unsent.ts';
import { useRemove } from '../../api/writes.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { type EntityInView, useView } from '../../view/view.tsx';
import { waitingTexts } from '../../waiting/texts.ts';
import { useShown } from '../../waiting/use-shown.ts';
import { useWaiting } from '../../waiting/use-waiting.ts';
import { keptDays } from '../deleted/kept.ts';
import { deletedTexts } from '../deleted/texts.ts';
import { useTakeBack } from '../deleted/use-take-back.ts';
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

/** Asks before a record is deleted, then goes to where it was found. What nothing would bring back waits before it is deleted. */
export function RemoveDialog({ entity, record, isOpen, onClose, onGone }: RemoveProps) {
  const { view, schema, recordRoute, go } = useView();
  const say = useToast();
  const { mutate, mutateAsync, error, isPending, reset } = useRemove(entity.name);
  const { hold, sayRefused } = useWaiting();
  const shown = useShown(record.id);
  const takeBack = useTakeBack(entity);
  const { title, etag } = record._;
  const remove = () =>
    mutate(
      { id: record.id, etag },
      {
        onSuccess: () => {
          onGone();
          const action = takeBack([{ id: record.id, title }], () => {
            const to = recordRoute(entity.name, record.id);
            if (to !== null) go(to);
          });
          say({ title: recordTexts.deleted(title), ...(action === undefined ? {} : { action }) });
          go(listOf(view, entity.name)?.href ?? '/', { replace: true });
        },
        onError: (error) => {
          if (saysItIsKept(say, error)) close();
        },
      },
    );
  const later = async () => {
    onClose();
    const ask = { label: recordTexts.delete, text: title, records: [record.id], event: null };
    try {
      const sent = await hold(ask, () => mutateAsync({ id: record.id, etag, waited: true }));
      if (sent === null) return;
      say({ title: recordTexts.deleted(title) });
      if (shown.current !== record.id) return;
      onGone();
      go(listOf(view, entity.name)?.href ?? '/', { replace: true });
    } catch (failed) {
      if (!(failed instanceof ProblemError)) throw failed;
      reset();
      sayRefused(ask, entity.name, failed.problem);
    }
  };
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
      onConfirm={entity.mayRestore ? remove : () => void later()}
      onClose={close}
    >
      <p>
        {recordTexts.deleteText}
        {` ${entity.mayRestore ? deletedTexts.canBeUndone(keptDays(schema.model)) : waitingTexts.final}`}
      </p>
      {error !== null && error.problem.code !== KEPT_HERE && <ProblemNote problem={error.problem} />}
    </Confirm>
  );
}
