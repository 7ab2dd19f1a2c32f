import assert from 'node:assert/strict';
import type { WireRecord } from '../../../src/engine/core/wire-format.ts';
import type { Caller, TestServer } from '../http/server.ts';
import type { Naming } from './hostile-document.ts';

/** An object whose keys are data, `__proto__` too. */
const bodyOf = (...entries: readonly (readonly [string, unknown])[]): object => Object.fromEntries(entries);

const own = (record: object, name: string): unknown => Object.getOwnPropertyDescriptor(record, name)?.value as unknown;

/** The addresses of an entity, as the Model has them. */
function pathsOf({ runtime }: TestServer, entity: string): ReadonlyMap<string, string> {
  const { calls } = runtime.current().model;
  return new Map(
    calls.flatMap(({ does, path }) => ('entity' in does && does.entity === entity ? [[does.kind, path] as const] : [])),
  );
}

const filled = (path: string, id: string) => path.replace(/:\w+/, id);

function bodyFor({ at, fieldsOf, choices }: Naming, index: number): object {
  const { title, number, choice, list } = fieldsOf(index);
  const line = bodyOf([at(index), 'a line'], [at(index + 6), '1.50']);
  return bodyOf([title, `title ${index}`], [number, 5], [choice, choices[index % choices.length]], [list, [line]]);
}

/** The entity of this number is made, read, listed, searched, changed, moved on, told of and deleted like any other. */
export async function worksAsNamed(server: TestServer, naming: Naming, index: number): Promise<void> {
  const { at, fieldsOf, choices } = naming;
  const name = at(index);
  const ann = await server.as('Ann');
  const bob = await server.as('Bob');
  const paths = pathsOf(server, name);
  const { title, number, choice, list } = fieldsOf(index);
  const path = (kind: string) => paths.get(kind) ?? assert.fail(`${name} has no call that does ${kind}`);
  const made = await ann.post<WireRecord>(path('create'), bodyFor(naming, index));
  assert.equal(made.status, 201, made.text);
  assert.equal(own(made.body, title), `title ${index}`);
  assert.equal(own(made.body, number), 5);
  assert.equal(own(made.body, choice), choices[index % choices.length]);
  const lines = own(made.body, list) as readonly object[];
  assert.equal(own(lines[0] ?? {}, at(index)), 'a line');
  const { id } = made.body;
  assert.equal(own((await bob.get<WireRecord>(filled(path('read'), id))).body, title), `title ${index}`);
  await listsWork(bob, naming, path('list'), index, id);
  await writesWork(server, ann, naming, index, made.body);
  const refused = await ann.post<{ code: string }>(path('create'), {
    ...bodyFor(naming, index),
    ...bodyOf([number, 500]),
  });
  assert.deepEqual([refused.status, refused.body.code], [422, `${name} error`], refused.text);
  assert.equal((await bob.post(path('create'), bodyFor(naming, index))).status, 403);
  const error = await bob.get<{ code: string }>(`/_/errors/${encodeURIComponent(`${name} error`)}`);
  assert.equal(error.body.code, `${name} error`, error.text);
}

/** What every list takes, whatever its fields are called. */
const PARAMETERS: ReadonlySet<string> = new Set(['q', 'filter', 'sort', 'page', 'limit', 'total']);

async function listsWork(
  caller: Caller,
  { fieldsOf, choices }: Naming,
  list: string,
  index: number,
  id: string,
): Promise<void> {
  const { title, number, choice } = fieldsOf(index);
  const ids = async (...query: readonly (readonly [string, string])[]) => {
    const answer = await caller.get<{ items: WireRecord[] }>(
      `${list}?${new URLSearchParams(query.map(([key, value]) => [key, value]))}`,
    );
    assert.equal(answer.status, 200, answer.text);
    return answer.body.items.map((item) => item.id);
  };
  assert.deepEqual(await ids(), [id]);
  assert.deepEqual(await ids(['q', `title ${index}`]), [id]);
  assert.deepEqual(await ids([`${number}.min`, '5'], [`${number}.max`, '5']), [id]);
  assert.deepEqual(await ids([`${number}.min`, '6']), []);
  const chosen = choices[index % choices.length] ?? '';
  // Where a parameter of every list has the same name, a filter asks instead.
  const asked = PARAMETERS.has(choice)
    ? ids(['filter', `this[${JSON.stringify(choice)}] == ${JSON.stringify(chosen)}`])
    : ids([choice, chosen]);
  assert.deepEqual(await asked, [id]);
  assert.deepEqual(
    await ids(['filter', `this[${JSON.stringify(title)}] == "title ${index}" and this[${JSON.stringify(number)}] < 6`]),
    [id],
  );
  if (title !== 'order') assert.deepEqual(await ids(['sort', `${title},-${number}`]), [id]);
}

async function writesWork(
  server: TestServer,
  caller: Caller,
  naming: Naming,
  index: number,
  record: WireRecord,
): Promise<void> {
  const { at, fieldsOf } = naming;
  const name = at(index);
  const paths = pathsOf(server, name);
  const { title, next } = fieldsOf(index);
  const other = await caller.post<WireRecord>(
    pathsOf(server, at(index + 1)).get('create') ?? '',
    bodyFor(naming, index + 1),
  );
  const match = (etag: string) => ({ 'if-match': etag });
  const changed = await caller.patch<WireRecord>(
    filled(paths.get('change') ?? '', record.id),
    bodyOf([title, 'changed'], [next, other.body.id]),
    match(record._.etag),
  );
  assert.equal(changed.status, 200, changed.text);
  assert.equal(own(changed.body._.labels, next), `title ${index + 1}`);
  const raised = await caller.post<WireRecord>(
    filled(paths.get('event') ?? '', record.id),
    {},
    match(changed.body._.etag),
  );
  assert.equal(raised.status, 200, raised.text);
  assert.equal(raised.body['status'], at(index + 2));
  const history = await caller.get<{ items: { event: string; changes: { field: string }[] }[] }>(
    `/_/records/${encodeURIComponent(name)}/${record.id}/history`,
  );
  assert.deepEqual(
    history.body.items.map(({ event }) => event),
    [at(index + 7), 'change', 'create'],
  );
  assert.deepEqual(history.body.items[1]?.changes.map(({ field }) => field).sort(), [title, next].sort());
  const labels = await caller.get<{ items: { title: string }[] }>(`/_/labels/${encodeURIComponent(name)}?q=changed`);
  assert.deepEqual(
    labels.body.items.map((item) => item.title),
    ['changed'],
  );
  assert.equal(
    (await caller.delete(filled(paths.get('delete') ?? '', record.id), match(raised.body._.etag))).status,
    204,
  );
  await caller.delete(
    filled(pathsOf(server, at(index + 1)).get('delete') ?? '', other.body.id),
    match(other.body._.etag),
  );
}
