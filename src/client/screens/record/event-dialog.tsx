import { useId, useMemo } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { ProblemError } from '../../api/request.ts';
import { saysItIsKept } from '../../api/unsent.ts';
import { type Input, useRaise } from '../../api/writes.ts';
import { draftKey, useDraft } from '../../drafts/drafts.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { partTexts } from '../../parts/texts.ts';
import { useToast } from '../../parts/toasts.tsx';
import { changeable } from '../../view/changeable.ts';
import { useLabelOf } from '../../view/labels.ts';
import type { EntityInView, ScreenInView } from '../../view/view.tsx';
import { happensFor } from '../../waiting/happens.ts';
import { waitingTexts } from '../../waiting/texts.ts';
import { leadsBack } from '../../waiting/way-back.ts';
import { FormFrame } from '../form/form-frame.tsx';
import { formTexts } from '../form/texts.ts';
import { useForm } from '../form/use-form.ts';
import type { EventOffer } from './events.ts';
import { recordTexts } from './texts.ts';

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

/** What an event asks for, then the event. Failures stay here; those of other fields lead to where they are mended. */
export function EventDialog({ screen, entity, record, offer, onAdopt, onDone, onEdit, onClose }: EventDialogProps) {
  const id = useId();
  const labelOf = useLabelOf();
  const say = useToast();
  const draft = useDraft(draftKey(screen.id, `${record.id} ${offer.name}`));
  const names = useMemo(() => offer.asks.map(({ field }) => field), [offer]);
  const asked = useMemo(() => offer.asks.filter(({ optional }) => !optional).map(({ field }) => field), [offer]);
  const form = useForm({ entity, names, record, event: offer.name, asked, draft });
  const raise = useRaise(entity.name);
  const happens = happensFor(entity, offer.name, record);

  const send = (input: Input) =>
    raise.mutateAsync({ id: record.id, etag: record._.etag, event: offer.name, input }).catch((error: unknown) => {
      if (error instanceof ProblemError && error.problem.current !== undefined) onAdopt(error.problem.current);
      throw error;
    });
  const submit = async () => {
    const sent = await form.submit(send);
    if (sent === null) return;
    draft.clear();
    if (saysItIsKept(say, sent.waits)) onClose();
    else onDone(sent.record);
  };
  const wayTo = (field: string) => {
    if (!changeable(record, field)) return null;
    const label = recordTexts.goTo(labelOf(entity.attributes.get(field)?.id ?? field));
    return { label, go: () => onEdit(field) };
  };
  const actions = (
    <>
      {/* Two buttons of one name would not say which of them does it. */}
      <Button onPress={onClose}>{offer.label === formTexts.cancel ? partTexts.close : formTexts.cancel}</Button>
      <Button type="submit" form={id} variant="primary" busy={form.busy} element={offer.element}>
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
      {!leadsBack(record, offer.name) && (
        <p className="dialog-final">
          {happens} {waitingTexts.final}
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
        wayTo={wayTo}
      />
    </Dialog>
  );
}
