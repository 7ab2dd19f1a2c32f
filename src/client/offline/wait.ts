import type { Json } from '../../engine/core/intent.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';
import type { View } from '../../engine/view/view.ts';
import { KEPT_HERE } from '../api/kept-here.ts';
import { recordIn } from '../api/record-in.ts';
import { ProblemError, unreachable } from '../api/request.ts';
import type { Ground, Sending, Wanted } from '../api/unsent.ts';
import { recordTexts } from '../screens/record/texts.ts';
import { canStay } from '../shell/shell.ts';
import { fieldValue } from '../view/shown.ts';
import type { Entry } from './entry.ts';
import { add, read, take } from './queue.ts';
import { offlineTexts } from './texts.ts';

/** Whether something about the same record is to be sent before. */
export async function mustWait({ person }: Pick<View, 'person'>, wanted: Wanted): Promise<boolean> {
  const { entity, id = null } = wanted;
  if (id === null) return false;
  return (await read(person?.id)).some(
    ({ want, state }) => state === 'waits' && want.entity === entity && want.id === id,
  );
}

/**
 * Keeps it on the device, in the place of the one that was opened to be mended. What it gives says so, or that the device
 * did not take it; null where it is not to be kept: there is no way to, or something in it is secret. `isBehind`: it was
 * not even tried.
 */
export async function kept(
  { client, view, done }: Ground,
  sending: Sending,
  isBehind: boolean,
): Promise<ProblemError | null> {
  const none = isBehind ? new ProblemError(unreachable(sending.path)) : null;
  const { person } = view;
  const { kind, entity, id = null, event = null, key, body = null, ifMatch = null, document, method, path } = sending;
  // What waits about the record was pressed later than what is to be taken back.
  if (isBehind && sending.stands !== undefined)
    return new ProblemError({ ...unreachable(path), status: 412, detail: recordTexts.changedSince });
  if (!canStay() || person === null || holdsSecret(view, entity, body)) return none;
  const before = id === null ? null : recordIn(client, entity, id);
  const entry: Omit<Entry, 'seq'> = {
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
  if (!(await add(entry))) {
    const { behind, full, next } = offlineTexts.notKept;
    const detail = isBehind ? `${behind} ${full}` : `${unreachable(path).detail} ${full}`;
    return new ProblemError({ ...unreachable(path), detail, next });
  }
  await settled(view, sending);
  done();
  const { title, detail } = isBehind ? offlineTexts.behind : offlineTexts.kept;
  return new ProblemError({ type: '', title, status: 202, detail, instance: path, code: KEPT_HERE });
}

/** Takes away what was opened to be mended, now that it is. */
export async function settled({ person }: Pick<View, 'person'>, wanted: Wanted): Promise<void> {
  const { kind, entity, id = null, event = null } = wanted;
  const isSame = ({ want, isOpen }: Entry) =>
    isOpen && want.kind === kind && want.entity === entity && want.id === id && want.event === event;
  for (const entry of (await read(person?.id)).filter(isSame)) await take(entry);
}

/** What is never given out is never kept, neither its own nor that of lines. */
export function holdsSecret(
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
      holdsSecret({ model }, type.entity, line as { readonly [field: string]: Json }),
    );
  });
}

const valuesIn = (record: WireRecord): readonly (readonly [string, Json])[] =>
  Object.keys(record)
    .filter((name) => name !== '_' && name !== 'id')
    .map((name) => [name, fieldValue(record, name)] as const);

/** What a new record will be called, as far as its fields say. */
function titleIn({ model }: View, name: string, body: { readonly [field: string]: Json } | null): string {
  const entity = model.entities.find((each) => each.name === name);
  const field = entity?.fields.find(({ title }) => title) ?? entity?.fields[0];
  // Of a reference there is only its id here.
  if (field?.type.kind !== 'text' || body === null || !Object.hasOwn(body, field.name)) return entity?.label ?? name;
  const value = body[field.name];
  return typeof value === 'string' ? value : (entity?.label ?? name);
}
