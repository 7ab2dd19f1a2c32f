import { useId, useMemo } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { ProblemError } from '../../api/request.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { showStoredHere } from '../../data/unsent.ts';
import { type Input, useRaise } from '../../data/writes.ts';
import { draftKey, useDraft } from '../../drafts/drafts.tsx';
import { messages } from '../../languages/messages.ts';
import { useToast } from '../../toasts/toasts.tsx';
import { hasInverseEvent } from '../../undo/inverse-event.ts';
import { irreversibleEffect } from '../../undo/irreversible-reason.ts';
import { isChangeable } from '../../view/changeable-fields.ts';
import { useLabelOf } from '../../view/labels.ts';
import type { EntityInView, ScreenInView } from '../../view/view-context.tsx';
import { FormFrame } from '../form/form-frame.tsx';
import { useForm } from '../form/use-form.ts';
import type { EventOffer } from './events.ts';

interface EventDialogProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  readonly record: WireRecord;
  readonly offer: EventOffer;
  readonly onAdopt: (record: WireRecord) => void;
  readonly onDone: (after: WireRecord | null) => void;
  /** Opens the record's form at a field. */
  readonly onEdit: (field: string) => void;
  readonly onClose: () => void;
}

/** Asks for the input of an event and raises it. Failures of other fields link to the record's form. */
export function EventDialog({ screen, entity, record, offer, onAdopt, onDone, onEdit, onClose }: EventDialogProps) {
  const id = useId();
  const labelOf = useLabelOf();
  const say = useToast();
  const draft = useDraft(draftKey(screen.id, `${record.id} ${offer.name}`));
  const names = useMemo(() => offer.asks.map(({ field }) => field), [offer]);
  const requiredAsks = useMemo(() => offer.asks.filter(({ optional }) => !optional).map(({ field }) => field), [offer]);
  const form = useForm({ entity, names, record, event: offer.name, requiredAsks, draft });
  const raise = useRaise(entity.name);
  const consequence = irreversibleEffect(entity, offer.name, record);

  const send = (input: Input) =>
    raise.mutateAsync({ id: record.id, etag: record._.etag, event: offer.name, input }).catch((error: unknown) => {
      if (error instanceof ProblemError && error.problem.current !== undefined) onAdopt(error.problem.current);
      throw error;
    });
  const submit = async () => {
    const sent = await form.submit(send);
    if (sent === null) return;
    draft.clear();
    if (showStoredHere(say, sent.storedHere)) onClose();
    else onDone(sent.record);
  };
  const wayTo = (field: string) => {
    if (!isChangeable(record, field)) return null;
    const label = messages.record.goTo({ label: labelOf(entity.attributes.get(field)?.id ?? field) });
    return { label, go: () => onEdit(field) };
  };
  const actions = (
    <>
      {/* An event labelled "Cancel" must not be next to a second button of that name. */}
      <Button onPress={onClose}>
        {offer.label === messages.form.cancel ? messages.components.close : messages.form.cancel}
      </Button>
      <Button
        type="submit"
        form={id}
        variant={offer.isDanger ? 'danger' : 'primary'}
        busy={form.busy}
        element={offer.element}
      >
        {offer.label}
      </Button>
    </>
  );
  return (
    <Dialog
      title={`${offer.label}: ${record._.title}`}
      isOpen
      onClose={onClose}
      actions={actions}
      busy={form.busy}
      element={offer.element}
    >
      {!hasInverseEvent(record, offer.name) && (
        <p className="dialog-final">
          {consequence} {messages.undo.final}
        </p>
      )}
      <FormFrame
        form={form}
        record={record}
        id={id}
        label={offer.label}
        focus={names[0] ?? null}
        onSubmit={() => void submit()}
        onCancel={() => undefined}
        linkTo={wayTo}
      />
    </Dialog>
  );
}
