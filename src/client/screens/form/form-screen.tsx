import { type ReactNode, Suspense, useCallback, useId, useMemo, useRef, useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Kbd } from '../../components-base/kbd.tsx';
import { lazyPreloaded } from '../../components-base/lazy-preloaded.ts';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { showStoredHere } from '../../data/unsent.ts';
import { draftKey, useDraft } from '../../drafts/drafts.tsx';
import { withInitialValues } from '../../drafts/initial-values.ts';
import { messages } from '../../languages/messages.ts';
import { useLocation } from '../../platform/location.tsx';
import { ScreenLinks } from '../../screen-parts/screen-links.tsx';
import type { ScreenProps } from '../../screen-parts/screen-props.ts';
import { useToast } from '../../toasts/toasts.tsx';
import { useWarnings } from '../../toasts/use-warnings.ts';
import { usePageTitle } from '../../view/page-title.tsx';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import type { StartValues } from './duplicate-form.tsx';
import { routeAfterCreate } from './form-actions.ts';
import { FormFrame } from './form-frame.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { LeftOverDraft } from './left-over-draft.tsx';
import { RestoredDraft } from './restored-draft.tsx';
import { useCreate } from './use-create.ts';
import { useForm } from './use-form.ts';

/** A screen of kind "form": creates a record. */
export function FormScreen({ screen }: ScreenProps) {
  const { entity: entityOf } = useView();
  usePageTitle(screen.model.label);
  const entity = entityOf(screen.entity ?? '');
  const from = useDuplicateSource(screen);
  const referring = useReferenceFromAddress(screen, entity);
  // If the next route is this screen, a new key resets the form.
  const [made, setMade] = useState(0);
  const onMade = useCallback(() => setMade((count) => count + 1), []);
  return (
    <div className="form-page">
      <PageHeader title={screen.model.label} help={screen.model.help} element={screen.id} />
      <ScreenLinks screen={screen} />
      {entity === null || screen.fields.length === 0 ? (
        <EmptyState title={messages.form.nothingToType} element={screen.id} />
      ) : from === null ? (
        <NewRecord
          key={`${made} ${referring?.id}`}
          screen={screen}
          entity={entity}
          start={referring}
          note={null}
          onCreated={onMade}
        />
      ) : (
        <Suspense fallback={<Skeleton rows={screen.fields.length} />}>
          <DuplicateForm key={from} screen={screen} entity={entity} from={from}>
            {(begun, note) => (
              <NewRecord key={made} screen={screen} entity={entity} start={begun} note={note} onCreated={onMade} />
            )}
          </DuplicateForm>
        </Suspense>
      )}
    </div>
  );
}

/** Returns the id of the record to duplicate (`?from=ID`); null if the address has none or no screen offers duplicating. */
function useDuplicateSource({ entity }: ScreenInView): string | null {
  const { view } = useView();
  const from = new URLSearchParams(useLocation().search).get('from') ?? '';
  const isOffered = view.screens.some((each) => each.entity === entity && each.duplicates);
  return from === '' || !isOffered ? null : from;
}

/** Returns the reference that a new record starts with (`?by=FIELD&of=ID`); null without one, or if the field is no input of this form. */
function useReferenceFromAddress({ fields }: ScreenInView, entity: EntityInView | null): StartValues | null {
  const { recordRoute } = useView();
  const { search } = useLocation();
  return useMemo(() => {
    const asked = new URLSearchParams(search);
    const by = asked.get('by') ?? '';
    const of = asked.get('of');
    const attribute = entity?.attributes.get(by);
    if (of === null || attribute === undefined || !fields.includes(by)) return null;
    const { id, type } = attribute;
    if (type.kind !== 'reference' && type.kind !== 'references') return null;
    const values = new Map([[id, type.kind === 'reference' ? of : [of]]]);
    return { id: `${by} ${of}`, values, cancelRoute: recordRoute(type.entity, of) };
  }, [search, entity, fields, recordRoute]);
}

/** Loaded with the first duplicate. If it can't be loaded, the form is empty and says so. */
const DuplicateForm = lazyPreloaded(
  () => import('./duplicate-form.tsx'),
  'DuplicateForm',
  ({ children }) => children(null, <Banner tone="warning">{messages.form.sourceMissing}</Banner>),
);

interface NewRecordProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  /** The values that the form starts with. */
  readonly start: StartValues | null;
  readonly note: ReactNode;
  readonly onCreated: () => void;
}

const NO_VALUES: StartValues['values'] = new Map();

function NewRecord({ screen, entity, start, note, onCreated }: NewRecordProps) {
  const context = useView();
  const { go } = context;
  const say = useToast();
  const warn = useWarnings();
  const id = useId();
  const typed = useDraft(draftKey(screen.id, start === null ? null : `from ${start.id}`));
  const given = start?.values ?? NO_VALUES;
  const draft = useMemo(() => withInitialValues(typed, given), [typed, given]);
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
    const made = record === null ? messages.form.createdUnseen : messages.form.created({ title: record._.title });
    if (!showStoredHere(say, sent.storedHere)) say({ title: next?.message ?? made });
    warn(record);
    go(routeAfterCreate(context, entity.name, record?.id ?? null, next?.route ?? null), { replace: true });
    onCreated();
  };
  const cancel = () => go(start?.cancelRoute ?? routeAfterCreate(context, entity.name, start?.id ?? null));
  const actions = (
    <div className="form-actions">
      <Button type="submit" variant="primary" busy={form.busy} element={entity.calls.create ?? screen.id}>
        {messages.form.create}
      </Button>
      <Button onPress={cancel}>{messages.form.cancel}</Button>
      <span className="form-keys">
        <Kbd>Ctrl + Enter</Kbd>
      </span>
    </div>
  );
  return (
    <>
      <LeaveGuard isOpen={() => draft.touched && !isDone.current && !form.isReloading()} onDiscard={draft.clear} />
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
            {note}
            <RestoredDraft draft={draft} />
            <LeftOverDraft entity={entity} draft={typed} />
          </>
        }
        actions={actions}
      />
    </>
  );
}
