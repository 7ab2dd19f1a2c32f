import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import type { Store } from '../../src/store/core/store.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { PROJECTS } from '../support/documents/projects.ts';
import { listen } from '../support/http/live.ts';
import { type Caller, startServer } from '../support/http/server.ts';

/** What people hear when a record that they did not ask about decides what they may read. */

interface World {
  readonly make: (path: string, values: object) => Promise<WireRecord>;
  readonly set: (path: string, record: WireRecord, values: object) => Promise<WireRecord>;
  readonly drop: (path: string, record: WireRecord) => Promise<void>;
  readonly mia: Caller;
  readonly ana: Caller;
  /** The records that somebody was told of since they were asked last: `Task/id`. */
  readonly heard: (person: 'ana' | 'bob') => Promise<readonly string[]>;
}

/** `looked`: takes the entities of which all records are asked for. */
async function withProjects(
  t: TestContext,
  work: (world: World) => Promise<void>,
  looked: Set<string> = new Set(),
): Promise<void> {
  const { store, done } = await openEmpty();
  const load: Store['load'] = (needs, more) =>
    store.load(needs, (facts) => {
      const further = more?.(facts) ?? null;
      for (const entity of further?.all ?? []) looked.add(entity);
      return further;
    });
  const server = await startServer(PROJECTS, { store: { ...store, load } });
  try {
    const [mia, ana, bob] = [await server.as('Mia'), await server.as('Ana'), await server.as('Bob')];
    const make: World['make'] = async (path, values) => {
      const answer = await mia.post<WireRecord>(path, values);
      assert.equal(answer.status, 201, answer.text);
      return answer.body;
    };
    const set: World['set'] = async (path, { id }, values) => {
      const seen = await mia.get<WireRecord>(`${path}/${id}`);
      const answer = await mia.patch<WireRecord>(`${path}/${id}`, values, { 'if-match': seen.body._.etag });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    };
    const drop: World['drop'] = async (path, { id }) => {
      const seen = await mia.get<WireRecord>(`${path}/${id}`);
      const answer = await mia.delete(`${path}/${id}`, { 'if-match': seen.body._.etag });
      assert.equal(answer.status, 204, answer.text);
    };
    const streams = { ana: await listen(t, server, ana), bob: await listen(t, server, bob) };
    for (const next of Object.values(streams)) assert.equal((await next()).event, 'hello');
    const quiet = await make('/api/projects', { name: 'Quiet' });
    const bells = new Set<string>();
    const heard: World['heard'] = async (person) => {
      const told = new Set<string>();
      // Everybody reads these. What is told together has no order: what comes with the second came after all of before.
      for (let round = 0; round < 2; round++) {
        const bell = await make('/api/letters', { title: 'Bell', project: quiet.id });
        bells.add(bell.id);
        for (let heardOf = ''; heardOf !== bell.id; ) {
          const { event, data } = await streams[person]();
          assert.equal(event, 'change');
          heardOf = data.id ?? '';
          if (!bells.has(heardOf)) told.add(`${data.entity}/${heardOf}`);
        }
      }
      return [...told].sort();
    };
    await work({ make, set, drop, mia, ana, heard });
  } finally {
    await server.stop();
    await done();
  }
}

contract('who becomes the owner of a project, or stops being it, hears of its tasks alone', async (t) => {
  await withProjects(t, async ({ make, set, ana, heard }) => {
    const project = await make('/api/projects', { name: 'Roof' });
    const other = await make('/api/projects', { name: 'Cellar', owner: ana.id });
    const [task] = [await make('/api/tasks', { title: 'Tiles', project: project.id })];
    const hers = await make('/api/tasks', { title: 'Pump', project: other.id });
    assert.deepEqual(await heard('ana'), [`Task/${hers.id}`]);
    await set('/api/projects', project, { owner: ana.id });
    assert.deepEqual(await heard('ana'), [`Task/${task.id}`]);
    assert.equal((await ana.get(`/api/tasks/${task.id}`)).status, 200);
    await set('/api/projects', project, { note: 'Nobody but the manager reads this.' });
    assert.deepEqual(await heard('ana'), []);
    await set('/api/projects', project, { owner: null });
    assert.deepEqual(await heard('ana'), [`Task/${task.id}`]);
    assert.equal((await ana.get(`/api/tasks/${task.id}`)).status, 404);
    assert.deepEqual(await heard('bob'), []);
  });
});

contract('two references away it is the same', async (t) => {
  await withProjects(t, async ({ make, set, ana, heard }) => {
    const team = await make('/api/teams', { name: 'Blue' });
    const project = await make('/api/projects', { name: 'Roof' });
    const task = await make('/api/tasks', { title: 'Tiles', project: project.id });
    await set('/api/projects', project, { team: team.id });
    assert.deepEqual(await heard('ana'), []);
    await set('/api/teams', team, { lead: ana.id });
    assert.deepEqual(await heard('ana'), [`Task/${task.id}`]);
    await set('/api/teams', team, { name: 'Green' });
    assert.deepEqual(await heard('ana'), []);
    await set('/api/projects', project, { team: null });
    assert.deepEqual(await heard('ana'), [`Task/${task.id}`]);
    assert.deepEqual(await heard('bob'), []);
  });
});

contract('who becomes a member of a project, or is none any more, hears of its reports alone', async (t) => {
  await withProjects(t, async ({ make, drop, ana, heard }) => {
    const [roof, cellar] = [await make('/api/projects', { name: 'Roof' }), await make('/api/projects', { name: 'C' })];
    const report = await make('/api/reports', { title: 'March', project: roof.id });
    await make('/api/reports', { title: 'Of another project', project: cellar.id });
    const membership = await make('/api/memberships', { person: ana.id, project: roof.id });
    assert.deepEqual(await heard('ana'), [`Report/${report.id}`]);
    const twice = await make('/api/memberships', { person: ana.id, project: roof.id });
    await drop('/api/memberships', membership);
    assert.deepEqual(await heard('ana'), [], 'she is still a member');
    await drop('/api/memberships', twice);
    assert.deepEqual(await heard('ana'), [`Report/${report.id}`]);
    assert.deepEqual(await heard('bob'), []);
  });
});

contract('what counts in no answer of theirs is told to nobody, and nothing is looked through for it', async (t) => {
  const looked = new Set<string>();
  const work = async ({ make, drop, mia, heard }: World) => {
    const roof = await make('/api/projects', { name: 'Roof' });
    await make('/api/reports', { title: 'March', project: roof.id });
    const membership = await make('/api/memberships', { person: mia.id, project: roof.id });
    await drop('/api/memberships', membership);
    assert.deepEqual([await heard('ana'), await heard('bob')], [[], []]);
  };
  await withProjects(t, work, looked);
  assert.deepEqual([...looked], []);
});

contract('a line of another record that names somebody opens what hangs on it', async (t) => {
  await withProjects(t, async ({ make, set, ana, heard }) => {
    const project = await make('/api/projects', { name: 'Roof' });
    const chair = await make('/api/chairs', { title: 'Red', project: project.id });
    await set('/api/projects', project, { seats: [{}, { holder: ana.id }] });
    assert.deepEqual(await heard('ana'), [`Chair/${chair.id}`]);
    await set('/api/projects', project, { seats: [] });
    assert.deepEqual(await heard('ana'), [`Chair/${chair.id}`]);
    assert.deepEqual(await heard('bob'), []);
  });
});

contract('a field that others open or close is a change of the record, if it holds anything', async (t) => {
  await withProjects(t, async ({ make, set, ana, heard }) => {
    const project = await make('/api/projects', { name: 'Roof' });
    const priced = await make('/api/letters', { title: 'Priced', project: project.id, price: 7 });
    const free = await make('/api/letters', { title: 'Free', project: project.id });
    const made = [`Letter/${priced.id}`, `Letter/${free.id}`].sort();
    assert.deepEqual([await heard('ana'), await heard('bob')], [made, made]);
    await set('/api/projects', project, { owner: ana.id });
    assert.deepEqual(await heard('ana'), [`Letter/${priced.id}`]);
    assert.deepEqual(await heard('bob'), []);
  });
});

contract('a field that goes by the clock turns with what it reads of another record', async (t) => {
  await withProjects(t, async ({ make, set, heard }) => {
    const project = await make('/api/projects', { name: 'Roof' });
    const letter = await make('/api/letters', { title: 'Late?', project: project.id });
    assert.deepEqual(await heard('bob'), [`Letter/${letter.id}`]);
    await set('/api/projects', project, { due: '2020-01-01' });
    assert.deepEqual(await heard('bob'), [`Letter/${letter.id}`]);
    await set('/api/projects', project, { due: '2020-01-02' });
    assert.deepEqual(await heard('bob'), [], 'late as before');
  });
});

contract(
  'what one may read by a field of another record that goes by the clock comes and goes with that',
  async (t) => {
    const looked = new Set<string>();
    const work = async ({ make, set, ana, heard }: World) => {
      const [roof, cellar] = [
        await make('/api/projects', { name: 'Roof' }),
        await make('/api/projects', { name: 'C' }),
      ];
      const warning = await make('/api/warnings', { title: 'Hurry', project: roof.id });
      await make('/api/warnings', { title: 'Of another project', project: cellar.id });
      assert.deepEqual(await heard('ana'), []);
      await set('/api/projects', roof, { due: '2020-01-01' });
      assert.deepEqual(await heard('ana'), [`Warning/${warning.id}`]);
      assert.equal((await ana.get(`/api/warnings/${warning.id}`)).status, 200);
      await set('/api/projects', roof, { due: null });
      assert.deepEqual(await heard('ana'), [`Warning/${warning.id}`]);
      assert.equal((await ana.get(`/api/warnings/${warning.id}`)).status, 404);
    };
    await withProjects(t, work, looked);
    assert.deepEqual([...looked], [], 'warnings are found from their project');
  },
);

contract('so does what they read while a record is found among others by such a field', async (t) => {
  await withProjects(t, async ({ make, set, ana, heard }) => {
    const [roof, cellar] = [await make('/api/projects', { name: 'Roof' }), await make('/api/projects', { name: 'C' })];
    const notice = await make('/api/notices', { title: 'Late post', project: roof.id });
    await make('/api/notices', { title: 'Of another project', project: cellar.id });
    const letter = await make('/api/letters', { title: 'Late?', project: roof.id });
    assert.deepEqual(await heard('ana'), [`Letter/${letter.id}`]);
    await set('/api/projects', roof, { due: '2020-01-01' });
    assert.deepEqual(await heard('ana'), [`Letter/${letter.id}`, `Notice/${notice.id}`]);
    assert.equal((await ana.get(`/api/notices/${notice.id}`)).status, 200);
    await set('/api/projects', roof, { due: null });
    assert.deepEqual(await heard('ana'), [`Letter/${letter.id}`, `Notice/${notice.id}`]);
    assert.equal((await ana.get(`/api/notices/${notice.id}`)).status, 404);
  });
});
