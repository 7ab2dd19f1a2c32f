import { useId, useRef } from 'react';
import { useCreate } from '../api/writes.ts';
import { draftKey, useDraft } from '../drafts/drafts.tsx';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Kbd } from '../parts/kbd.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { useToast } from '../parts/toasts.tsx';
import { useWarnings } from '../parts/use-warnings.ts';
import { ScreenLinks } from '../view/screen-links.tsx';
import type { ScreenProps } from '../view/screen-props.ts';
import { usePageTitle } from '../view/title.tsx';
import { type EntityInView, type ScreenInView, useView } from '../view/view.tsx';
import { FormFrame } from './form/form-frame.tsx';
import { LeaveGuard } from './form/leave-guard.tsx';
import { LeftOver } from './form/left-over.tsx';
import { Restored } from './form/restored.tsx';
import { formTexts } from './form/texts.ts';
import { useForm } from './form/use-form.ts';
import { wayAfter } from './form/ways.ts';

/** A screen of kind "form": a new record, typed field by field. */
export function FormScreen({ screen }: ScreenProps) {
  const { entity: entityOf } = useView();
  usePageTitle(screen.model.label);
  const entity = entityOf(screen.entity ?? '');
  return (
    <div className="form-page">
      <PageHeader title={screen.model.label} help={screen.model.help} element={screen.id} />
      <ScreenLinks screen={screen} />
      {entity === null || screen.fields.length === 0 ? (
        <EmptyState title={formTexts.nothingToType} element={screen.id} />
      ) : (
        <NewRecord screen={screen} entity={entity} />
      )}
    </div>
  );
}

interface NewRecordProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
}

function NewRecord({ screen, entity }: NewRecordProps) {
  const context = useView();
  const { go } = context;
  const say = useToast();
  const warn = useWarnings();
  const id = useId();
  const draft = useDraft(draftKey(screen.id, null));
  const isDone = useRef(false);
  const form = useForm({ entity, names: screen.fields, record: null, event: null, draft });
  const create = useCreate(entity.name);

  const submit = async () => {
    const sent = await form.submit((input) => create.mutateAsync({ input }));
    if (sent === null) return;
    const { record } = sent;
    isDone.current = true;
    draft.clear();
    const { next } = screen.model;
    const made = record === null ? formTexts.createdUnseen : formTexts.created(record._.title);
    say({ title: next?.message ?? made });
    warn(record);
    go(wayAfter(context, entity.name, record?.id ?? null, next?.route ?? null), { replace: true });
  };
  const cancel = () => go(wayAfter(context, entity.name, null));
  const actions = (
    <div className="form-actions">
      <Button type="submit" variant="primary" busy={form.busy} element={entity.calls.create ?? screen.id}>
        {formTexts.create}
      </Button>
      <Button onPress={cancel}>{formTexts.cancel}</Button>
      <span className="form-keys">
        <Kbd>Ctrl + Enter</Kbd>
      </span>
    </div>
  );
  return (
    <>
      <LeaveGuard isOpen={() => draft.touched && !isDone.current && !form.isLoadingAgain()} onDiscard={draft.clear} />
      <FormFrame
        form={form}
        record={null}
        id={id}
        label={screen.model.label}
        focus={screen.fields[0] ?? null}
        sections={screen.sections}
        onSubmit={() => void submit()}
        onCancel={cancel}
        notes={
          <>
            <Restored draft={draft} />
            <LeftOver entity={entity} draft={draft} />
          </>
        }
        actions={actions}
      />
    </>
  );
}
