import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { exampleText, origin, startServer, type TestServer } from '../support/http/server.ts';
import { quick } from '../support/http/sign-in.ts';

type Json = Readonly<Record<string, unknown>>;

const API = '/petclinic/api';

interface Seen<T> {
  readonly status: number;
  readonly body: T;
}

test('the document of the PetClinic contract has no errors, and states 37 operations', () => {
  const { diagnostics, model } = diagnose(exampleText('apis/petclinic.md'));
  const serious = diagnostics.filter(({ severity, code }) => severity === 'error' || code === 'constant-never-used');
  assert.deepEqual(serious, []);
  assert.equal(model.calls.filter(({ path, standing }) => standing === 'stated' && path.startsWith(API)).length, 37);
});

describe('the PetClinic contract', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer(exampleText('apis/petclinic.md'), { production: { passwords: quick } });
  });
  after(() => server.stop());

  async function send<T = Json>(method: string, path: string, data?: unknown): Promise<Seen<T>> {
    server.clock.now += 1_000;
    const answer = await server.fetch(
      new Request(`${origin}${API}${path}`, {
        method,
        headers: { accept: 'application/json', ...(data !== undefined && { 'content-type': 'application/json' }) },
        ...(data !== undefined && { body: JSON.stringify(data) }),
      }),
    );
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? (null as T) : JSON.parse(text) };
  }

  const GEORGE = {
    firstName: 'George',
    lastName: 'Franklin',
    address: '110 W. Liberty St.',
    city: 'Madison',
    telephone: '6085551023',
  };
  const addOwner = async (more: Json = {}) => {
    const { status, body } = await send('POST', '/owners', { ...GEORGE, ...more });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  const CAT = { id: 1, name: 'cat' };
  const addPet = async (owner: Json, more: Json = {}) => {
    const pet = { name: 'Leo', birthDate: '2010-09-07', type: CAT, ...more };
    const { status, body } = await send('POST', `/owners/${String(owner['id'])}/pets`, pet);
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };

  /** Asserts that an answer is an error as ProblemDetail states it. */
  function assertProblem({ status, body }: Seen<Json>, expected: number, path: string): void {
    assert.equal(status, expected, JSON.stringify(body));
    const members = ['type', 'title', 'status', 'detail', 'timestamp', 'schemaValidationErrors'];
    assert.deepEqual(Object.keys(body).sort(), [...members].sort());
    assert.equal(body['status'], expected);
    assert.equal(body['type'], origin + API + path);
    assert.match(String(body['timestamp']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    for (const name of ['title', 'detail']) assert.equal(typeof body[name], 'string');
    for (const { message } of body['schemaValidationErrors'] as readonly Json[]) assert.equal(typeof message, 'string');
  }

  test('serves the requests of its Postman collection', async () => {
    const anna = {
      address: '123 Brasilia Street',
      city: 'Brasília',
      firstName: 'Anna Luísa',
      lastName: 'Medeiros',
      telephone: '1234567890',
    };
    const registered = await send('POST', '/owners', anna);
    assert.equal(registered.status, 201);
    const owner = registered.body['id'];
    assert.equal(typeof owner, 'number');
    assert.equal(registered.body['firstName'], 'Anna Luísa');

    const drax = { birthDate: '2025-12-04', name: 'Drax', type: { id: '1', name: 'cat' } };
    const added = await send('POST', `/owners/${String(owner)}/pets`, drax);
    assert.equal(added.status, 201);
    const pet = added.body['id'];
    assert.equal(typeof pet, 'number');
    assert.equal(added.body['ownerId'], owner);

    const visits = `/owners/${String(owner)}/pets/${String(pet)}/visits`;
    const schedule = async (date: string) => {
      const visit = await send('POST', visits, { description: 'Regular checkup', date });
      assert.equal(visit.status, 201);
      assert.equal(typeof visit.body['id'], 'number');
      assert.equal(visit.body['petId'], pet);
      assert.equal(visit.body['date'], date);
    };
    await schedule('2025-04-12');

    // The collection expects 204 here; the description states 200 with the owner.
    const moved = { ...anna, address: 'Valinor', city: 'Eldamar', lastName: 'Medeiros Jr.' };
    assert.equal((await send('PUT', `/owners/${String(owner)}`, moved)).status, 200);

    const confirmed = await send('GET', `/owners/${String(owner)}`);
    assert.equal(confirmed.status, 200);
    assert.equal(confirmed.body['firstName'], 'Anna Luísa');
    assert.equal(confirmed.body['lastName'], 'Medeiros Jr.');

    const draxis = { birthDate: '2025-11-05', name: 'Draxis', type: { id: '1', name: 'cat' } };
    assert.equal((await send('PUT', `/owners/${String(owner)}/pets/${String(pet)}`, draxis)).status, 204);
    await schedule('2025-10-02');
  });

  describe('owners', () => {
    test('are added, read, changed and deleted', async () => {
      const owner = await addOwner();
      const { id, ...rest } = owner;
      assert.equal(Number.isInteger(id), true);
      assert.deepEqual(rest, { ...GEORGE, pets: [] });
      const path = `/owners/${String(id)}`;
      assert.deepEqual(await send('GET', path), { status: 200, body: owner });
      const changed = { ...owner, city: 'Windsor' };
      assert.deepEqual(await send('PUT', path, changed), { status: 200, body: changed });
      assert.deepEqual(await send('DELETE', path), { status: 200, body: changed });
      assertProblem(await send('GET', path), 404, path);
      assertProblem(await send('PUT', path, GEORGE), 404, path);
      assertProblem(await send('DELETE', path), 404, path);
      for (const wrong of ['/owners/abc', '/owners/abc/pets/1', '/pets/1.5'])
        assertProblem(await send('GET', wrong), 400, wrong);
      assertProblem(await send('POST', '/owners/abc/pets', { name: 'x' }), 400, '/owners/abc/pets');
    });

    test('are listed by last name', async () => {
      const owner = await addOwner({ lastName: 'Coleman' });
      assert.deepEqual(await send('GET', '/owners?lastName=Coleman'), { status: 200, body: [owner] });
      const { body } = await send<readonly Json[]>('GET', '/owners');
      assert.ok(body.some(({ id }) => id === owner['id']));
      assert.deepEqual((await send('GET', '/owners?lastName=Nobody')).body, []);
    });

    test('are listed in pages', async () => {
      const made: Json[] = [];
      for (const city of ['a', 'b', 'c']) made.push(await addOwner({ lastName: 'Pagemaker', city }));
      const page = await send('GET', '/v2/owners?lastName=Pagemaker&page=1&size=2');
      assert.deepEqual(page, {
        status: 200,
        body: { content: [made[2]], page: 1, size: 2, totalElements: 3, totalPages: 2 },
      });
      const { body } = await send('GET', '/v2/owners');
      assert.deepEqual([body['page'], body['size']], [0, 20]);
      for (const query of ['size=101', 'size=0', 'page=-1', 'page=x'])
        assertProblem(await send('GET', `/v2/owners?${query}`), 400, '/v2/owners');
    });

    test('are refused with what is wrong', async () => {
      for (const [name, value] of [
        ['firstName', ''],
        ['firstName', 'x'.repeat(31)],
        ['lastName', '007'],
        ['address', undefined],
        ['city', null],
        ['telephone', 'phone'],
        ['telephone', '0'.repeat(21)],
      ] as const)
        assertProblem(await send('POST', '/owners', { ...GEORGE, [name]: value }), 400, '/owners');
      assertProblem(await send('POST', '/owners', { firstName: '1', lastName: '2' }), 400, '/owners');
      assertProblem(await send('POST', '/owners', []), 400, '/owners');
      const owner = await addOwner();
      const path = `/owners/${String(owner['id'])}`;
      assertProblem(await send('PUT', path, { firstName: 'Only' }), 400, path);
    });
  });

  describe('pets', () => {
    test('are added to an owner, read, changed and deleted', async () => {
      const owner = await addOwner();
      const pet = await addPet(owner);
      const { id, ...rest } = pet;
      assert.equal(Number.isInteger(id), true);
      const expected = { name: 'Leo', birthDate: '2010-09-07', type: CAT, ownerId: owner['id'], visits: [] };
      assert.deepEqual(rest, expected);
      const path = `/owners/${String(owner['id'])}/pets/${String(id)}`;
      assert.deepEqual(await send('GET', path), { status: 200, body: pet });
      const max = { name: 'Max', birthDate: '2011-01-02', type: { id: 2, name: 'dog' } };
      assert.deepEqual(await send('PUT', path, max), { status: 204, body: null });
      const changed = { ...pet, ...max };
      assert.deepEqual(await send('GET', `/pets/${String(id)}`), { status: 200, body: changed });
      assert.deepEqual((await send('GET', `/owners/${String(owner['id'])}`)).body['pets'], [changed]);
      const again = { ...changed, name: 'Rosy' };
      assert.deepEqual(await send('PUT', `/pets/${String(id)}`, again), { status: 200, body: again });
      assert.ok((await send<readonly Json[]>('GET', '/pets')).body.some((one) => one['id'] === id));
      assert.deepEqual(await send('DELETE', `/pets/${String(id)}`), { status: 200, body: again });
      assertProblem(await send('GET', `/pets/${String(id)}`), 404, `/pets/${String(id)}`);
    });

    test('are listed in pages', async () => {
      const owner = await addOwner();
      await addPet(owner);
      const { status, body } = await send('GET', '/v2/pets?page=0&size=1');
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body).sort(), ['content', 'page', 'size', 'totalElements', 'totalPages']);
      assert.equal((body['content'] as readonly Json[]).length, 1);
      assert.equal(body['totalPages'], body['totalElements']);
    });

    test('are found only under their own owner, and are of a known type', async () => {
      const [owner, other] = [await addOwner(), await addOwner()];
      const pet = await addPet(owner);
      const path = `/owners/${String(other['id'])}/pets/${String(pet['id'])}`;
      assertProblem(await send('GET', path), 404, path);
      assertProblem(await send('PUT', path, { name: 'x', birthDate: '2010-09-07', type: CAT }), 404, path);
      assertProblem(await send('POST', `${path}/visits`, { description: 'x' }), 404, `${path}/visits`);
      const pets = `/owners/${String(owner['id'])}/pets`;
      assertProblem(await send('POST', pets, { name: 'x', birthDate: '2010-09-07', type: { id: 9999 } }), 400, pets);
      assertProblem(await send('POST', pets, { name: 'x', birthDate: 'soon', type: CAT }), 400, pets);
      assertProblem(await send('POST', pets, { birthDate: '2010-09-07' }), 400, pets);
      assertProblem(await send('POST', '/owners/99999/pets', {}), 404, '/owners/99999/pets');
    });
  });

  describe('visits', () => {
    test('are added, read, changed and deleted', async () => {
      const owner = await addOwner();
      const pet = await addPet(owner);
      const added = await send('POST', '/visits', { date: '2013-01-01', description: 'rabies shot', petId: pet['id'] });
      assert.equal(added.status, 200, JSON.stringify(added.body));
      const { id, ...rest } = added.body;
      assert.equal(Number.isInteger(id), true);
      assert.deepEqual(rest, { date: '2013-01-01', description: 'rabies shot', petId: pet['id'] });
      const path = `/visits/${String(id)}`;
      assert.deepEqual(await send('GET', path), { status: 200, body: added.body });
      const changed = { ...added.body, description: 'neutered', date: '2014-02-03' };
      assert.deepEqual(await send('PUT', path, { description: 'neutered', date: '2014-02-03' }), {
        status: 200,
        body: changed,
      });
      assert.deepEqual((await send('GET', `/pets/${String(pet['id'])}`)).body['visits'], [changed]);
      assert.ok((await send<readonly Json[]>('GET', '/visits')).body.some((one) => one['id'] === id));
      assertProblem(await send('POST', '/visits', { description: 'x', petId: 99_999 }), 400, '/visits');
      assertProblem(await send('POST', '/visits', { description: 'x' }), 400, '/visits');
      assertProblem(await send('PUT', path, { date: '2014-02-03' }), 400, path);
      assert.deepEqual(await send('DELETE', path), { status: 200, body: changed });
      assertProblem(await send('DELETE', path), 404, path);
    });

    test('have a date if none is sent', async () => {
      const pet = await addPet(await addOwner());
      const path = `/owners/${String(pet['ownerId'])}/pets/${String(pet['id'])}/visits`;
      const { status, body } = await send('POST', path, { description: 'soon' });
      assert.equal(status, 201);
      assert.match(String(body['date']), /^\d{4}-\d\d-\d\d$/);
    });

    test('are gone with their pet, and pets with their owner', async () => {
      const owner = await addOwner();
      const pet = await addPet(owner);
      const { body } = await send('POST', '/visits', { description: 'last', petId: pet['id'] });
      assert.equal((await send('DELETE', `/owners/${String(owner['id'])}`)).status, 200);
      assert.equal((await send('GET', `/pets/${String(pet['id'])}`)).status, 404);
      assert.equal((await send('GET', `/visits/${String(body['id'])}`)).status, 404);
    });
  });

  for (const list of ['pettypes', 'specialties'])
    test(`${list} are added, read, changed and deleted`, async () => {
      const added = await send('POST', `/${list}`, { name: 'new one' });
      assert.equal(added.status, 200);
      const { id } = added.body;
      assert.equal(Number.isInteger(id), true);
      assert.deepEqual(added.body, { id, name: 'new one' });
      const path = `/${list}/${String(id)}`;
      assert.deepEqual(await send('GET', path), { status: 200, body: added.body });
      const changed = { id, name: 'newer' };
      assert.deepEqual(await send('PUT', path, changed), { status: 200, body: changed });
      const all = await send<readonly Json[]>('GET', `/${list}`);
      assert.equal(all.status, 200);
      assert.ok(all.body.some((one) => one['id'] === id && one['name'] === 'newer'));
      assertProblem(await send('POST', `/${list}`, {}), 400, `/${list}`);
      assertProblem(await send('POST', `/${list}`, { name: 'x'.repeat(81) }), 400, `/${list}`);
      assertProblem(await send('PUT', path, { id, name: '' }), 400, path);
      assert.deepEqual(await send('DELETE', path), { status: 200, body: changed });
      for (const method of ['GET', 'DELETE']) assertProblem(await send(method, path), 404, path);
      assertProblem(await send('PUT', path, changed), 404, path);
    });

  test('vets are added, read, changed and deleted', async () => {
    const radiology = { id: 1, name: 'radiology' };
    const james = { firstName: 'James', lastName: 'Carter', specialties: [radiology] };
    const added = await send('POST', '/vets', james);
    assert.equal(added.status, 200, JSON.stringify(added.body));
    const { id } = added.body;
    assert.equal(Number.isInteger(id), true);
    assert.deepEqual(added.body, { id, ...james });
    const path = `/vets/${String(id)}`;
    assert.deepEqual(await send('GET', path), { status: 200, body: added.body });
    const changed = { id, firstName: 'Jim', lastName: 'Carter', specialties: [{ id: 2, name: 'surgery' }] };
    assert.deepEqual(await send('PUT', path, changed), { status: 200, body: changed });
    assert.ok((await send<readonly Json[]>('GET', '/vets')).body.some((one) => one['id'] === id));
    assertProblem(await send('POST', '/vets', { ...james, specialties: [{ id: 999 }] }), 400, '/vets');
    assertProblem(await send('POST', '/vets', { ...james, firstName: '' }), 400, '/vets');
    assert.deepEqual(await send('DELETE', path), { status: 200, body: changed });
    for (const method of ['GET', 'DELETE']) assertProblem(await send(method, path), 404, path);
  });

  test('users are added, and their password is not given out', async () => {
    const user = { username: 'john.doe', enabled: true, roles: [{ name: 'admin' }] };
    const { status, body } = await send('POST', '/users', { ...user, password: '1234abc' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body, user);
    assertProblem(await send('POST', '/users', { password: '1234abc' }), 400, '/users');
  });

  test('the endpoint that always fails does', async () => assertProblem(await send('GET', '/oops'), 400, '/oops'));
});
