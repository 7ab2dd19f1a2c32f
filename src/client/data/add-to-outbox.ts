import type { Json } from '../../engine/core/intent.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';
import type { View } from '../../engine/view/view.ts';
import { ProblemError, unreachable } from '../api/request.ts';
import { STORED_HERE } from '../api/stored-here-error.ts';
import { addEntry, readOutbox, removeEntry } from '../device/outbox.ts';
import type { OutboxEntry } from '../device/outbox-entry.ts';
import { messages } from '../languages/messages.ts';
import { canInstall } from '../service-worker/install-service-worker.ts';
import { fieldValue } from '../view/display-value.ts';
import { cachedRecord } from './cached-record.ts';
import type { OutgoingWrite, WriteContext, WriteTarget } from './unsent.ts';

/** Whether an earlier write to the same record waits in the outbox. */
export async function hasEarlierEntry({ person }: Pick<View, 'person'>, target: WriteTarget): Promise<boolean> {
  const { entity, id = null } = target;
  if (id === null) return false;
  return (await readOutbox(person?.id)).some(
    ({ want, state }) => state === 'waits' && want.entity === entity && want.id === id,
  );
}

/**
 * Stores a write in the device's outbox, replacing the entry that was opened for editing. Resolves to the problem to
 * report: "stored here", or that it could not be stored. A write is not stored if the browser can't install the
 * application or if it contains a secret: the result is then null, or "unreachable" if `isBehind`. `isBehind`: the
 * request was not sent, because an earlier write to the same record waits.
 */
export async function addToOutbox(
  { client, view, done }: WriteContext,
  sending: OutgoingWrite,
  isBehind: boolean,
): Promise<ProblemError | null> {
  const none = isBehind ? new ProblemError(unreachable(sending.path)) : null;
  const { person } = view;
  const { kind, entity, id = null, event = null, key, body = null, ifMatch = null, document, method, path } = sending;
  // An undo must not be queued behind later changes to the same record.
  if (isBehind && sending.expected !== undefined)
    return new ProblemError({ ...unreachable(path), status: 412, detail: messages.record.changedSince });
  if (!canInstall() || person === null || containsSecret(view, entity, body)) return none;
  const before = id === null ? null : cachedRecord(client, entity, id);
  const entry: Omit<OutboxEntry, 'seq'> = {
    person: person.id,
    key,
    want: { kind, entity, id, event, method, path, ifMatch, body, document },
    made: Date.now(),
    title: before?._.title ?? titleIn(view, entity, body),
    from: globalThis.location.pathname,
    base: before !== null && before._.etag === ifMatch ? { etag: ifMatch, values: valuesIn(before) } : null,
    state: 'waits',
    refusal: null,
    isOpen: false,
  };
  if (!(await addEntry(entry))) {
    const { behind, full, next } = messages.offline.notKept;
    const detail = isBehind ? `${behind} ${full}` : `${unreachable(path).detail} ${full}`;
    return new ProblemError({ ...unreachable(path), detail, next });
  }
  await removeOpenedEntry(view, sending);
  done();
  const { title, detail } = isBehind ? messages.offline.behind : messages.offline.kept;
  return new ProblemError({ type: '', title, status: 202, detail, instance: path, code: STORED_HERE });
}

/** Removes the outbox entry that was opened for editing, once its write was sent. */
export async function removeOpenedEntry({ person }: Pick<View, 'person'>, target: WriteTarget): Promise<void> {
  const { kind, entity, id = null, event = null } = target;
  const isSame = ({ want, isOpen }: OutboxEntry) =>
    isOpen && want.kind === kind && want.entity === entity && want.id === id && want.event === event;
  for (const entry of (await readOutbox(person?.id)).filter(isSame)) await removeEntry(entry);
}

/** Whether a write contains a value of a write-only field, in the record or its lines. Such values are never stored. */
export function containsSecret(
  { model }: Pick<View, 'model'>,
  entity: string,
  body: { readonly [field: string]: Json } | null,
): boolean {
  const fields = model.entities.find(({ name }) => name === entity)?.fields ?? [];
  return fields.some(({ name, type, writeOnly }) => {
    const value = body !== null && Object.hasOwn(body, name) ? (body[name] ?? null) : null;
    if (value === null) return false;
    if (writeOnly) return true;
    if (type.kind !== 'list' || !Array.isArray(value)) return false;
    return (value as readonly Json[]).some((line) =>
      containsSecret({ model }, type.entity, line as { readonly [field: string]: Json }),
    );
  });
}

const valuesIn = (record: WireRecord): readonly (readonly [string, Json])[] =>
  Object.keys(record)
    .filter((name) => name !== '_' && name !== 'id')
    .map((name) => [name, fieldValue(record, name)] as const);

/** Title of a new record, as far as its fields tell. */
function titleIn({ model }: View, name: string, body: { readonly [field: string]: Json } | null): string {
  const entity = model.entities.find((each) => each.name === name);
  const field = entity?.fields.find(({ title }) => title) ?? entity?.fields[0];
  // The body of a reference contains only an id.
  if (field?.type.kind !== 'text' || body === null || !Object.hasOwn(body, field.name)) return entity?.label ?? name;
  const value = body[field.name];
  return typeof value === 'string' ? value : (entity?.label ?? name);
}
