import assert from 'node:assert/strict';
import type { Problem, WireFailure, WireImport, WireRecord } from '../../src/engine/core/wire-format.ts';
import { idOf } from '../../src/model/types/element.ts';
import { contract } from '../support/database/each-store.ts';
import { TEAMS } from '../support/documents/teams.ts';
import { found, page, patch, remove, type Written, withLibrary } from '../support/http/library-calls.ts';
import type { Caller, TestServer } from '../support/http/server.ts';

/** Fields of several records, by the calls. */

const AT = '/api/projects';
const teams = (title: string, work: (server: TestServer) => Promise<void>) =>
  contract(title, () => withLibrary(work, TEAMS));

async function peopleOf(server: TestServer): Promise<ReadonlyMap<string, string>> {
  const ann = await server.as('Ann');
  const { items } = await page(ann, '/api/persons');
  return new Map(items.map((each) => [each._.title, each.id]));
}

const screenAt = (route: string) => encodeURIComponent(idOf('screen', route));
const failuresOf = ({ body }: Written): readonly (readonly [string, string])[] =>
  (body.failures ?? []).map(({ pointer, code }: WireFailure) => [pointer, code] as const);
const titles = async (who: Caller, query: string): Promise<string[]> =>
  (await page(who, `${AT}${query}`)).items.map(({ _ }) => _.title).sort();
const labelsOf = (record: WireRecord, field: string): string[] =>
  (record[field] as string[]).map((_, index) => record._.labels[`${field}/${index}`] ?? '?');

teams('what is sent is kept, each once, in its order where it has one, with titles beside', async (server) => {
  const [ann, ids] = [await server.as('Ann'), await peopleOf(server)];
  const id = (name: string) => ids.get(name) ?? '';
  const made: Written = await ann.post(AT, {
    title: 'Dam',
    members: [id('Cyd'), id('Ann')],
    reviewers: [id('Cyd'), id('Ann'), id('Ben')],
  });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(made.body['members'], [id('Cyd'), id('Ann')].sort());
  assert.deepEqual(labelsOf(made.body, 'reviewers'), ['Cyd', 'Ann', 'Ben']);
  assert.deepEqual([made.body['size'], made.body['strength']], [2, 4]);
  const changed = await patch(ann, AT, made.body, { reviewers: [id('Ben'), id('Cyd')] });
  assert.deepEqual(labelsOf(changed.body, 'reviewers'), ['Ben', 'Cyd']);
  const emptied = await patch(ann, AT, changed.body, { reviewers: [] });
  assert.equal(emptied.body['reviewers'], null);
  const { body } = await ann.get<{ items: { changes: { field: string; fromText: string; toText: string }[] }[] }>(
    `/_/records/Project/${made.body.id}/history`,
  );
  const told = body.items.flatMap(({ changes }) => changes.filter(({ field }) => field === 'reviewers'));
  assert.deepEqual(
    told.map(({ fromText, toText }) => [fromText, toText]),
    [
      ['Ben and Cyd', ''],
      ['Cyd, Ann and Ben', 'Ben and Cyd'],
      ['', 'Cyd, Ann and Ben'],
    ],
  );
});

teams('what does not fit is refused at its place', async (server) => {
  const [ben, ids] = [await server.as('Ben'), await peopleOf(server)];
  const id = (name: string) => ids.get(name) ?? '';
  const send = async (members: unknown) => failuresOf(await ben.post(AT, { title: 'Dam', members }));
  assert.deepEqual(await send([id('Cyd'), id('Ben'), id('Cyd')]), [['/members/2', 'GIVEN_TWICE']]);
  assert.deepEqual(await send([]), [['/members', 'REQUIRED']]);
  assert.deepEqual(await send(null), [['/members', 'REQUIRED']]);
  assert.deepEqual(await send('Ben'), [['/members', 'WRONG_TYPE']]);
  assert.deepEqual(await send([{ id: id('Ben') }]), [['/members', 'WRONG_TYPE']]);
  const five = ['Ann', 'Ben', 'Cyd', 'Eve, junior'].map(id);
  assert.deepEqual(await send([...five, 'another']), [['/members', 'TOO_MANY_LINES']]);
  assert.deepEqual(await send([id('Ben'), id('Eve, junior')]), [['/members', 'TOO_GREEN']]);
  // One that he may not read is answered as one that there never was.
  const [hidden, never] = [
    await ben.post(AT, { title: 'Dam', members: [id('Ben'), id('Dee')] }),
    await ben.post(AT, { title: 'Dam', members: [id('Ben'), '0199-none'] }),
  ];
  assert.deepEqual(failuresOf(hidden as Written), [['/members/1', 'NO_SUCH_VALUE']]);
  assert.equal(hidden.text.replaceAll(/"instance":"[^"]*"/g, ''), never.text.replaceAll(/"instance":"[^"]*"/g, ''));
});

teams(
  'a bound that is passed by those whom somebody may not read tells neither how many nor who they are',
  async (server) => {
    const [ben, ids] = [await server.as('Ben'), await peopleOf(server)];
    const id = (name: string) => ids.get(name) ?? '';
    const seen = await found(ben, AT, 'Bridge');
    const send = (names: readonly string[]) =>
      patch(ben, AT, seen, { members: names.map((name) => ids.get(name) ?? name) });
    const full = await send(['Ann', 'Ben', 'Cyd', 'Eve, junior']);
    assert.deepEqual(failuresOf(full), [['/members', 'TOO_MANY_LINES']]);
    assert.ok(!/\b[45]\b/.test(full.body.failures?.[0]?.message ?? '5'), full.text);
    // Dee is among them, and to him she is nobody.
    const [hidden, never] = [
      await send(['Ann', 'Ben', 'Cyd', id('Dee')]),
      await send(['Ann', 'Ben', 'Cyd', '0199-none']),
    ];
    assert.deepEqual(failuresOf(hidden), [['/members/3', 'NO_SUCH_VALUE']]);
    assert.equal(hidden.text, never.text);
  },
);

teams('of those that somebody may not read nothing is told, and nothing is lost', async (server) => {
  const [ann, ben, ids] = [await server.as('Ann'), await server.as('Ben'), await peopleOf(server)];
  const id = (name: string) => ids.get(name) ?? '';
  const [whole, seen] = [await found(ann, AT, 'Bridge'), await found(ben, AT, 'Bridge')];
  assert.deepEqual(whole['members'], [id('Ben'), id('Dee')].sort());
  assert.deepEqual([seen['members'], labelsOf(seen, 'members')], [[id('Ben')], ['Ben']]);
  assert.ok(!JSON.stringify(seen).includes(id('Dee')));
  const history = (await ben.get<unknown>(`/_/records/Project/${seen.id}/history`)).text;
  assert.ok(!history.includes(id('Dee')) && !history.includes('Dee'));
  const csv = (await ben.get<unknown>(`/_/export?screen=${screenAt('/projects')}`)).text;
  assert.ok(!csv.includes(id('Dee')) && !csv.includes('Dee'), csv);
  // Filters answer as if she were not there.
  assert.deepEqual(await titles(ann, `?members=${id('Dee')}`), ['Bridge']);
  assert.deepEqual(await titles(ben, `?members=${id('Dee')}`), []);
  assert.deepEqual(await titles(ben, `?members=${id('Ben')}`), ['Bridge']);
  assert.deepEqual(await titles(ben, `?filter=${encodeURIComponent('count(members) == 1')}`), ['Bridge']);
  assert.deepEqual(await titles(ben, `?filter=${encodeURIComponent('members.exists(m, m.level == 5)')}`), []);
  assert.deepEqual(await titles(ann, `?filter=${encodeURIComponent('members.exists(m, m.level == 5)')}`), ['Bridge']);
  // What he sends is what he sees; she stays.
  const changed = await patch(ben, AT, seen, { members: [id('Cyd'), id('Ben')] });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(changed.body['members'], [id('Ben'), id('Cyd')].sort());
  assert.deepEqual((await found(ann, AT, 'Bridge'))['members'], [id('Ben'), id('Cyd'), id('Dee')].sort());
  const without = await patch(ben, AT, changed.body, { members: [] });
  // He took himself out, so that he reads it no more.
  assert.equal(without.status, 204, without.text);
  assert.deepEqual((await found(ann, AT, 'Bridge'))['members'], [id('Dee')]);
  const back = await found(ann, AT, 'Bridge');
  assert.equal((await patch(ann, AT, back, { members: [id('Ben'), id('Dee')] })).status, 200);
  // A change of hers alone is none for him: what he saw still stands.
  const [now, before] = [await found(ann, AT, 'Bridge'), await found(ben, AT, 'Bridge')];
  assert.equal((await patch(ann, AT, now, { reviewers: [...(now['reviewers'] as string[]), id('Dee')] })).status, 200);
  assert.equal((await found(ben, AT, 'Bridge'))._.etag, before._.etag);
  assert.notEqual((await found(ann, AT, 'Bridge'))._.etag, now._.etag);
  assert.equal((await patch(ben, AT, before, { title: 'Bridges' })).status, 200);
});

teams('they decide who reads, who acts and what is listed', async (server) => {
  const [ann, ben, cyd, ids] = [
    await server.as('Ann'),
    await server.as('Ben'),
    await server.as('Cyd'),
    await peopleOf(server),
  ];
  const id = (name: string) => ids.get(name) ?? '';
  assert.deepEqual(await titles(ann, ''), ['Bridge', 'Tunnel']);
  assert.deepEqual(await titles(ben, ''), ['Bridge']);
  assert.deepEqual(await titles(cyd, ''), ['Bridge']);
  const mine = await page(cyd, `/_/list?screen=${screenAt('/mine')}`);
  assert.deepEqual(mine.items, []);
  const bridge = await found(cyd, AT, 'Bridge');
  const raise = (who: Caller, record: WireRecord) =>
    who.post<unknown>(`${AT}/${record.id}/finish`, {}, { 'if-match': record._.etag });
  assert.equal((await raise(cyd, bridge)).status, 403);
  assert.deepEqual(await titles(ann, `?members.in=${id('Dee')},${id('Ann')}`), ['Bridge', 'Tunnel']);
  assert.deepEqual(await titles(ann, '?reviewers.empty=true'), ['Tunnel']);
  assert.deepEqual(await titles(ann, '?reviewers.empty=false'), ['Bridge']);
  assert.equal((await ann.get(`${AT}?sort=members`)).status, 400);
  const named = (title: string) => `?filter=${encodeURIComponent(`'${title}' in members.name`)}`;
  assert.deepEqual(await titles(ann, named('Dee')), ['Bridge']);
  assert.deepEqual([await titles(ben, named('Dee')), await titles(ben, named('Ben'))], [[], ['Bridge']]);
  assert.deepEqual(await titles(ben, `?filter=${encodeURIComponent('me in members')}`), ['Bridge']);
  // A field that is read where one is among them: empty elsewhere, and asked for as such.
  const now = await found(ann, AT, 'Bridge');
  assert.equal((await patch(ann, AT, now, { urgent: true })).status, 200);
  const urgent = async (who: Caller) => [
    (await found(who, AT, 'Bridge'))['urgent'],
    await titles(who, '?urgent=true'),
    await titles(who, `?filter=${encodeURIComponent('urgent == null')}`),
  ];
  assert.deepEqual(await urgent(ben), [true, ['Bridge'], []]);
  assert.deepEqual(await urgent(cyd), [null, [], ['Bridge']]);
  // Out of the project he reads it no more.
  const record = await found(ann, AT, 'Bridge');
  assert.equal((await patch(ann, AT, record, { members: [id('Cyd')] })).status, 200);
  assert.deepEqual(await titles(ben, ''), []);
  assert.equal((await ben.get(`${AT}/${record.id}`)).status, 404);
  assert.equal((await raise(cyd, await found(cyd, AT, 'Bridge'))).status, 200);
});

teams('who those are that may act is told to those alone who read whoever may stand there', async (server) => {
  const [ann, cyd, ids] = [await server.as('Ann'), await server.as('Cyd'), await peopleOf(server)];
  const why = async (who: Caller) => {
    const { id, _ } = await found(who, AT, 'Bridge');
    const { body } = await who.post<Problem>(`${AT}/${id}/finish`, {}, { 'if-match': _.etag });
    return [body.code, (body.decidedBy ?? []).map(({ element }) => element)];
  };
  assert.deepEqual(await why(cyd), ['NOT_ALLOWED', []]);
  const bridge = await found(ann, AT, 'Bridge');
  assert.equal((await patch(ann, AT, bridge, { members: [ids.get('Ben')] })).status, 200);
  // Told now that nobody stands there whom Cyd does not read, it would have said before that somebody does.
  assert.deepEqual(await why(cyd), ['NOT_ALLOWED', []]);
  assert.deepEqual(await why(ann), ['NOT_ALLOWED', ['transition/Project/status/Open/finish']]);
});

teams('a record goes as the fields that lead to it say', async (server) => {
  const [ann, ids] = [await server.as('Ann'), await peopleOf(server)];
  const id = (name: string) => ids.get(name) ?? '';
  const people = (name: string) => found(ann, '/api/persons', name);
  assert.equal(await remove(ann, '/api/persons', await people('Ben')), 409);
  const bridge = await found(ann, AT, 'Bridge');
  const sent = [{ what: 'Piers', by: [id('Cyd'), id('Ben')] }];
  assert.equal((await patch(ann, AT, bridge, { parts: sent })).status, 200);
  assert.equal(await remove(ann, '/api/persons', await people('Cyd')), 204);
  const after = await found(ann, AT, 'Bridge');
  assert.deepEqual(labelsOf(after, 'reviewers'), ['Ann', 'Eve, junior']);
  assert.deepEqual((after['parts'] as { by: string[] }[])[0]?.by, [id('Ben')]);
  const topic = await found(ann, '/api/topics', 'Roads');
  assert.equal((await patch(ann, AT, after, { topics: [topic.id] })).status, 200);
  assert.equal(await remove(ann, '/api/topics', topic), 204);
  assert.deepEqual(await titles(ann, ''), ['Tunnel']);
  assert.equal(await remove(ann, '/api/persons', await people('Ben')), 204);
});

teams('what is worked out over them follows', async (server) => {
  const [ann, ids] = [await server.as('Ann'), await peopleOf(server)];
  const figures = async () => {
    const { size, strength } = (await found(ann, AT, 'Bridge')) as WireRecord & { size: number; strength: number };
    return [size, strength];
  };
  assert.deepEqual(await figures(), [2, 7]);
  const dee = await found(ann, '/api/persons', 'Dee');
  assert.equal((await patch(ann, '/api/persons', dee, { level: 9 })).status, 200);
  assert.deepEqual(await figures(), [2, 11]);
  const bridge = await found(ann, AT, 'Bridge');
  assert.equal((await patch(ann, AT, bridge, { members: [ids.get('Cyd')] })).status, 200);
  assert.deepEqual(await figures(), [1, 1]);
});

teams('several files: sent one by one, attached together, read where their field is, gone with it', async (server) => {
  const [ben, cyd, ids] = [await server.as('Ben'), await server.as('Cyd'), await peopleOf(server)];
  const send = async (who: Caller, name: string, text: string) => {
    const path = `/_/files?entity=Project&field=papers&name=${name}`;
    const answer = await who.post<{ file: string }>(path, new TextEncoder().encode(text), {
      'content-type': 'text/plain',
    });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const [one, two, three] = [
    await send(ben, 'a.txt', 'A'),
    await send(ben, 'b.txt', 'B'),
    await send(ben, 'c.txt', 'C'),
  ];
  const make = (papers: unknown): Promise<Written> => ben.post(AT, { title: 'Dam', members: [ids.get('Ben')], papers });
  assert.deepEqual(failuresOf(await make([one, two, three])), [['/papers', 'TOO_MANY_LINES']]);
  assert.deepEqual(failuresOf(await make([one, one])), [['/papers/1', 'GIVEN_TWICE']]);
  const foreign = await send(cyd, 'd.txt', 'D');
  assert.deepEqual(failuresOf(await make([one, foreign])), [['/papers/1', 'NO_SUCH_VALUE']]);
  const made = await make([two, one]);
  assert.equal(made.status, 201, made.text);
  const at = (file: string) => `/_/files/Project/${made.body.id}/papers/${file}`;
  assert.equal((await ben.get(at(one.file))).text, 'A');
  assert.equal((await ben.get(at(two.file))).text, 'B');
  assert.deepEqual([(await ben.get(at(three.file))).status, (await cyd.get(at(one.file))).status], [404, 404]);
  const less = await patch(ben, AT, made.body, { papers: [{ file: one.file }] });
  assert.deepEqual(
    (less.body['papers'] as { name: string }[]).map(({ name }) => name),
    ['a.txt'],
  );
  assert.deepEqual([(await ben.get(at(one.file))).status, (await ben.get(at(two.file))).status], [200, 404]);
  assert.equal(await server.store.openFile(two.file), null);
});

const ALBUMS = TEAMS.replace(
  '| size | integer | | = `count(members)` |',
  '| cover | file(txt) | no | |\n| size | integer | | = `count(members)` |',
).replace('| what | text | yes | |\n| by |', '| what | text | yes | |\n| leaf | file(txt) | no | |\n| by |');

contract('a file that is sent stands in one place, whether of a field, of another one or of a line', () =>
  withLibrary(async (server) => {
    const [ben, ids] = [await server.as('Ben'), await peopleOf(server)];
    const send = async (field = 'papers', entity = 'Project') => {
      const path = `/_/files?entity=${entity}&field=${field}&name=a.txt`;
      const { body } = await ben.post<{ file: string }>(path, new TextEncoder().encode('A'), {
        'content-type': 'text/plain',
      });
      return { file: body.file };
    };
    const [one, two, leaf] = [await send(), await send(), await send('leaf', 'Part')];
    const make = (more: object): Promise<Written> => ben.post(AT, { title: 'Dam', members: [ids.get('Ben')], ...more });
    const lines = [
      { what: 'a', leaf },
      { what: 'b', leaf },
    ];
    assert.deepEqual(failuresOf(await make({ cover: one, papers: [two, one] })), [['/papers/1', 'GIVEN_TWICE']]);
    assert.deepEqual(failuresOf(await make({ papers: [two, one], cover: one })), [['/cover', 'GIVEN_TWICE']]);
    assert.deepEqual(failuresOf(await make({ parts: lines })), [['/parts/1/leaf', 'GIVEN_TWICE']]);
    assert.deepEqual(failuresOf(await make({ cover: leaf, parts: lines.slice(0, 1) })), [
      ['/parts/0/leaf', 'GIVEN_TWICE'],
    ]);
    const made = await make({ title: 'Weir', cover: one, papers: [two], parts: lines.slice(0, 1) });
    assert.equal(made.status, 201, made.text);
    const [there] = made.body['parts'] as readonly object[];
    const three = await send();
    const twice = await patch(ben, AT, made.body, { cover: three, parts: [there, { what: 'b', leaf: three }] });
    assert.deepEqual(failuresOf(twice), [['/parts/1/leaf', 'GIVEN_TWICE']]);
    const kept = await patch(ben, AT, made.body, { cover: one, papers: [two, three], parts: [there] });
    assert.equal(kept.status, 200, kept.text);
  }, ALBUMS),
);

teams('sheets name them by their titles, out and in again', async (server) => {
  const ann = await server.as('Ann');
  const out = (await ann.get<unknown>(`/_/export?screen=${screenAt('/projects')}`)).text;
  assert.match(out, /"Ben, Dee"|"Dee, Ben"/);
  assert.match(out, /"Cyd, Ann, 'Eve, junior'"/);
  const sheet = `title;members;reviewers\nDam;"Ben, Cyd";"'Eve, junior', Ann"\nWeir;Nobody;\n`;
  const path = `/_/import?screen=${screenAt('/projects')}&do=valid`;
  const { body } = await ann.post<WireImport>(path, sheet, { 'content-type': 'text/csv' });
  assert.equal(body.written, 1, JSON.stringify(body));
  const dam = await found(ann, AT, 'Dam');
  assert.deepEqual(labelsOf(dam, 'reviewers'), ['Eve, junior', 'Ann']);
  assert.deepEqual(labelsOf(dam, 'members').sort(), ['Ben', 'Cyd']);
  assert.deepEqual(await titles(ann, ''), ['Bridge', 'Dam', 'Tunnel']);
});
