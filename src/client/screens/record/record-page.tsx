import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { ProblemNote } from '../../components/problem-note.tsx';
import { lazyPreloaded, lazyWithoutFallback } from '../../components-base/lazy-preloaded.ts';
import { lazyWhenIdle, useIdle } from '../../components-base/load-when-idle.ts';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { messages } from '../../languages/messages.ts';
import { useCommands } from '../../palette/command-registry.tsx';
import { useLocation } from '../../platform/location.tsx';
import { ScreenLinks } from '../../screen-parts/screen-links.tsx';
import { type EntityInView, type ScreenInView, useView, type ViewContext } from '../../view/view-context.tsx';
import { commandsOf } from './commands.ts';
import { CorrectableFailures } from './correctable-failures.tsx';
import { duplicationFrom } from './duplicate.ts';
import { changeableOn, editRefusal, offersOf } from './events.ts';
import { RecordHeader } from './header.tsx';
import { headingOf } from './layout.ts';
import { RecordBody } from './record-body.tsx';
import { Outbox } from './record-outbox.tsx';
import { useIsTyped } from './use-editing.ts';
import { useEvents } from './use-events.ts';

const UNSAVED = { code: 'UNSAVED', ...messages.record.unsaved };

const EditRecord = lazyPreloaded(() => import('./edit.tsx'), 'EditRecord');
const EventDialog = lazyWithoutFallback(() => import('./event-dialog.tsx'), 'EventDialog');
const Present = lazyWhenIdle(() => import('../../presence/presence-list.tsx'), 'PresenceList');
const UnsentMark = lazyWhenIdle(() => import('../../offline/unsent-mark.tsx'), 'UnsentMark');
const RemoveDialog = lazyWithoutFallback(() => import('./remove-dialog.tsx'), 'RemoveDialog');
const Invitation = lazyWithoutFallback(() => import('../../sign-in/invitation.tsx'), 'Invitation');
const loadRelated = () => import('./related-lists.tsx');
const Related = lazyPreloaded(loadRelated, 'Related');
const loadHistory = () => import('../timeline/record-history.tsx');
const loadTimeline = () => import('../timeline/timeline.tsx');
const History = lazyPreloaded(loadHistory, 'History');
const Timeline = lazyPreloaded(loadTimeline, 'Timeline');

interface PageProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  readonly record: WireRecord;
  readonly onAdopt: (record: WireRecord) => void;
}

/** A record with its actions, fields, related lists and history. */
export function RecordPage({ screen, entity, record, onAdopt }: PageProps) {
  const context = useView();
  const { schema } = context;
  const isTyped = useIsTyped(screen.id, record.id);
  const [deleting, setDeleting] = useState<'open' | 'closed' | null>(null);
  const events = useEvents(entity, record, onAdopt);
  const machines = schema.entities.get(entity.name)?.machines ?? [];
  const offers = offersOf(entity.events, machines, events.offeredOn);
  const names = useMemo(() => changeableOn(screen, entity, record), [entity, record, screen]);
  const isAnswering = useIsTyped(screen.id, `${record.id} ${events.asking ?? ''}`);
  const edit = editRefusal(record, names);
  const heading = headingOf(context, entity, record);
  const [editing, setEditing] = useEditState(isTyped, edit === null, record);
  const isEditing = editing !== null && names.length > 0;
  const asked = offers.find(({ name }) => name === events.asking);
  const startEdit = (field: string | null) => {
    events.close();
    setEditing({ field });
  };
  const typing = isTyped ? UNSAVED : null;
  const { to, refusal } = duplicationFrom(context, screen, record);
  const duplication = refusal === null ? typing : refusal;
  const duplicate = () => to !== null && context.go(to);
  useCommands({
    title: record._.title,
    commands: commandsOf(
      { entity, offers, typing, edit: isEditing ? undefined : edit, duplication, deletion: record._.can.delete },
      {
        raise: events.press,
        edit: () => startEdit(null),
        duplicate,
        remove: () => setDeleting('open'),
      },
    ),
  });
  useEditKey(() => edit === null && !isEditing && startEdit(null));

  return (
    <article className="record" data-bare={(screen.linked !== null && context.person === null) || undefined}>
      <RecordHeader
        entity={entity}
        record={record}
        heading={heading}
        offers={offers}
        isBusy={events.isBusy}
        onEvent={events.press}
        edit={isEditing ? undefined : edit}
        onEdit={() => startEdit(null)}
        duplication={duplication}
        onDuplicate={duplicate}
        onDelete={() => setDeleting('open')}
        typing={typing}
        present={
          screen.presence &&
          screen.linked === null && <Present entity={entity.name} id={record.id} editing={isTyped || isAnswering} />
        }
      />
      {context.view.offline && <UnsentMark entity={entity.name} id={record.id} />}
      <ScreenLinks screen={screen} />
      {events.refused !== null && <ProblemNote problem={events.refused.problem} />}
      {!isEditing && <CorrectableFailures entity={entity} record={record} offers={offers} onEdit={startEdit} />}
      {isEditing && (
        <Suspense fallback={<Skeleton rows={names.length} />}>
          <EditRecord
            key={editing.field ?? ''}
            screen={screen}
            entity={entity}
            record={record}
            names={names}
            focus={editing.field}
            onAdopt={onAdopt}
            onClose={() => {
              moveFocusOutOfForm();
              setEditing(null);
            }}
          />
        </Suspense>
      )}
      <RecordBody
        screen={screen}
        entity={entity}
        record={record}
        names={shownNames(screen, entity, isEditing ? names : []).filter((name) => !heading.fields.has(name))}
        offers={offers}
      >
        {screen.linked === null && screen.related.length > 0 && <RelatedLater screen={screen} record={record} />}
        {isInvitable(context, entity, record) && <Invitation key={record.id} id={record.id} />}
        {screen.linked === null && <Outbox entity={entity} id={record.id} />}
        {screen.linked === null && <Past entity={entity} id={record.id} hasComments={screen.comments} />}
      </RecordBody>
      {asked !== undefined && (
        <EventDialog
          screen={screen}
          entity={entity}
          record={record}
          offer={asked}
          onAdopt={onAdopt}
          onDone={(after) => events.done(asked, after)}
          onEdit={startEdit}
          onClose={events.close}
        />
      )}
      {deleting !== null && (
        <RemoveDialog
          entity={entity}
          record={record}
          isOpen={deleting === 'open'}
          onClose={() => setDeleting('closed')}
          onDeleted={() => setEditing(null)}
        />
      )}
    </article>
  );
}

/** Whether to offer an invitation: the record is another person, and the reader may create persons. The server decides. */
function isInvitable({ schema, person }: ViewContext, entity: EntityInView, { id }: WireRecord): boolean {
  return entity.mayCreate && entity.name === schema.person?.entity.name && person !== null && person.id !== id;
}

/** The related lists of a record, loaded after the record was rendered. */
function RelatedLater({ screen, record }: Pick<PageProps, 'screen' | 'record'>) {
  const isDue = useIdle(loadRelated);
  const skeleton = <Skeleton rows={3} />;
  if (!isDue) return skeleton;
  return (
    <Suspense fallback={skeleton}>
      <Related key={record.id} screen={screen} record={record} />
    </Suspense>
  );
}

interface PastProps {
  readonly entity: EntityInView;
  readonly id: string;
  readonly hasComments: boolean;
}

/** The history and comments of a record, loaded after the record was rendered. */
function Past({ entity, id, hasComments }: PastProps) {
  const isDue = useIdle(hasComments ? loadTimeline : loadHistory);
  if (!isDue) return <Skeleton rows={3} />;
  return (
    <Suspense fallback={<Skeleton rows={3} />}>
      {hasComments ? <Timeline key={id} entity={entity} id={id} /> : <History entity={entity} id={id} />}
    </Suspense>
  );
}

/** Moves the focus to the page's main part when a form closes that has it. */
function moveFocusOutOfForm(): void {
  const at = document.activeElement;
  if (at === document.body || at?.closest('.record form'))
    document.querySelector('main')?.focus({ preventScroll: true });
}

interface Edit {
  readonly field: string | null;
}

/**
 * The state of the form. It is open initially if the record has a draft, or if the address asks for it (`?edit`,
 * `?edit=note`) and a field may be changed.
 */
function useEditState(
  isTyped: boolean,
  isOffered: boolean,
  { id }: WireRecord,
): readonly [Edit | null, (edit: Edit | null) => void] {
  const { search } = useLocation();
  const asked = new URLSearchParams(search).get('edit');
  const [editing, setEditing] = useState<Edit | null>(() =>
    isTyped || (asked !== null && isOffered) ? { field: asked || null } : null,
  );
  const [of, setOf] = useState(id);
  const [was, setWas] = useState(isTyped);
  // A draft that is created elsewhere, such as by a refused offline write, opens the form.
  if (was !== isTyped) {
    setWas(isTyped);
    if (isTyped && editing === null) setEditing({ field: null });
  }
  if (of !== id) {
    setOf(id);
    setEditing(isTyped ? { field: null } : null);
  }
  return [editing, setEditing];
}

/** Calls `edit` on the key `e`, except in inputs, dialogs and menus. */
function useEditKey(edit: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = event.target;
    if (
      at instanceof HTMLElement &&
      at.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null
    )
      return;
    event.preventDefault();
    edit();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** Returns the fields to show besides the form: without its inputs and, while it is open, without computed fields. */
function shownNames(screen: ScreenInView, entity: EntityInView, typed: readonly string[]): readonly string[] {
  const hidden = new Set(typed);
  // The link field is the address of this page.
  const isShown = (name: string) =>
    name !== screen.linked && !hidden.has(name) && !(typed.length > 0 && isComputed(entity, name));
  return screen.fields.filter(isShown);
}

function isComputed(entity: EntityInView, name: string): boolean {
  const attribute = entity.attributes.get(name);
  return attribute?.kind === 'field' && attribute.field.computed !== null;
}
