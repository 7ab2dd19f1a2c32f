import { useId, useMemo, useState } from 'react';
import type { WireHistory, WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';
import { ProblemError } from '../../api/request.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { focusField } from '../../components-base/focus-restore.ts';
import { Kbd } from '../../components-base/kbd.tsx';
import { useHistory } from '../../data/records.ts';
import { showStoredHere } from '../../data/unsent.ts';
import { useChange } from '../../data/writes.ts';
import { messages } from '../../languages/messages.ts';
import { useToast } from '../../toasts/toasts.tsx';
import { useWarnings } from '../../toasts/use-warnings.ts';
import { isChangeable } from '../../view/changeable-fields.ts';
import { useLabelOf } from '../../view/labels.ts';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import { FormFrame } from '../form/form-frame.tsx';
import { LeaveGuard } from '../form/leave-guard.tsx';
import { LeftOverDraft } from '../form/left-over-draft.tsx';
import { RestoredDraft } from '../form/restored-draft.tsx';
import { useForm } from '../form/use-form.ts';
import { ConflictView } from './conflict-view.tsx';
import { useEditing } from './use-editing.ts';

const CONFLICT = { code: 'CONFLICT', ...messages.record.conflict.first };

interface EditProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  readonly record: WireRecord;
  readonly names: readonly string[];
  /** The field that is focused initially. */
  readonly focus: string | null;
  /** Called with the current record that a conflict answer contains. */
  readonly onAdopt: (record: WireRecord) => void;
  readonly onClose: () => void;
}

/** The form that changes a record. Fields that may not be changed now are disabled with the reason. */
export function EditRecord({ screen, entity, record, names, focus, onAdopt, onClose }: EditProps) {
  const id = useId();
  const say = useToast();
  const warn = useWarnings();
  const { draft, conflict, updated, rebase } = useEditing(screen.id, entity, record, names);
  const form = useForm({ entity, names, record, event: null, draft });
  const change = useChange(entity.name, record.id);
  const refusals = useMemo(() => refusalsOf(record, names), [record, names]);
  const [isAsking, setAsking] = useState(false);
  const first = focus ?? names.find((name) => !refusals.has(name)) ?? null;

  const submit = async () => {
    if (conflict !== null) return;
    if (!draft.touched) {
      say({ title: messages.record.nothingChanged, tone: 'info' });
      return onClose();
    }
    const sent = await form.submit((input) =>
      change.mutateAsync({ etag: record._.etag, input }).catch((error: unknown) => {
        if (error instanceof ProblemError && error.problem.current !== undefined) onAdopt(error.problem.current);
        throw error;
      }),
    );
    if (sent === null) return;
    draft.clear();
    if (!showStoredHere(say, sent.storedHere)) say({ title: messages.record.saved });
    warn(sent.record);
    onClose();
  };
  const decide = (dropped: readonly string[]) => {
    const [field] = conflict?.conflicts ?? [];
    form.clearProblem();
    rebase(dropped);
    // The pressed button is gone, so the first resolved field takes the focus.
    requestAnimationFrame(() => focusField(document, entity.attributes.get(field?.field ?? '')?.id ?? ''));
  };
  const discard = () => {
    draft.clear();
    onClose();
  };
  const notes = (
    <>
      <RestoredDraft draft={draft} />
      <LeftOverDraft entity={entity} draft={draft} />
      {conflict === null && updated !== null && <ChangedMeanwhile entity={entity} record={record} taken={updated} />}
      {conflict !== null && (
        <ConflictByLastChange entity={entity} record={record} merged={conflict} onResolved={decide} />
      )}
    </>
  );
  const actions = (
    <div className="form-actions">
      <ActionButton
        label={messages.form.save}
        variant="primary"
        busy={form.busy}
        refusal={conflict === null ? null : CONFLICT}
        onPress={() => void submit()}
        element={entity.calls.change ?? entity.model.id}
      />
      <Button onPress={discard}>{draft.touched ? messages.form.discard : messages.form.cancel}</Button>
      <span className="form-keys">
        <Kbd>Ctrl + Enter</Kbd>
      </span>
    </div>
  );
  return (
    <>
      <LeaveGuard isOpen={() => draft.touched && !form.isReloading()} onDiscard={draft.clear} />
      <FormFrame
        form={form}
        record={record}
        refusals={refusals}
        focus={first}
        sections={screen.sections}
        id={id}
        label={messages.record.editing}
        onSubmit={() => void submit()}
        onCancel={() => (draft.touched ? setAsking(true) : onClose())}
        notes={notes}
        actions={actions}
      />
      <Confirm
        title={messages.record.discardTitle}
        action={messages.form.discard}
        isOpen={isAsking}
        onConfirm={discard}
        onClose={() => setAsking(false)}
        cancel={messages.record.goOnEditing}
      >
        <p>{messages.record.discardText}</p>
      </Confirm>
    </>
  );
}

/** Says that somebody else changed the record, and which fields were updated. */
function ChangedMeanwhile(props: {
  readonly entity: EntityInView;
  readonly record: WireRecord;
  readonly taken: readonly string[];
}) {
  const { format } = useView();
  const labelOf = useLabelOf();
  const { entity, record, taken } = props;
  const by = useLastChange(entity, record)?.by ?? null;
  const labels = taken.map((name) => labelOf(entity.attributes.get(name)?.id ?? name));
  return (
    <Banner tone="info">
      {by === null ? messages.record.changedMeanwhile : messages.record.changedMeanwhileBy({ by })}{' '}
      {labels.length === 0
        ? messages.record.nothingYours
        : messages.record.changedFields({ fields: format.list(labels) })}
    </Banner>
  );
}

function ConflictByLastChange(props: Omit<Parameters<typeof ConflictView>[0], 'by' | 'isOwn'>) {
  const { person } = useView();
  const last = useLastChange(props.entity, props.record);
  const isOwn = person !== null && last?.person === person.id;
  return <ConflictView {...props} by={last?.by ?? null} isOwn={isOwn} />;
}

/** Returns the last entry of the history that this person may read; null if there is none. */
function useLastChange(entity: EntityInView, record: WireRecord): WireHistory | null {
  const { data } = useHistory(entity.name, record.id);
  return data?.items[0] ?? null;
}

function refusalsOf(record: WireRecord, names: readonly string[]): ReadonlyMap<string, WireRefusal> {
  return new Map(
    names.flatMap((name) => {
      const refusal = isChangeable(record, name) ? null : record._.can.change[name];
      return refusal ? [[name, refusal] as const] : [];
    }),
  );
}
