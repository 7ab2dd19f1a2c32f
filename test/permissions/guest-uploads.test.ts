import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { origin, startServer, type TestServer } from '../support/http/server.ts';

const text = readFileSync(new URL('../documents/clean/recruitment.md', import.meta.url), 'utf8');
const PDF = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';

type Uploaded = Problem & { readonly file: string };

async function upload({ fetch }: TestServer, cookie = '', field = 'papers') {
  const headers = { ...(cookie === '' ? {} : { cookie }), origin, 'content-type': 'application/pdf' };
  const path = `/_/files?entity=Application&field=${field}&name=cv.pdf`;
  const request = new Request(new URL(path, origin), { method: 'POST', headers, body: PDF });
  const answer = await fetch(request, { address: '192.0.2.7' });
  return { status: answer.status, body: (await answer.json()) as Uploaded };
}

test('a guest sends files with a record that guests may create; an upload is attached once, and only to fields that guests fill in', async (t) => {
  const server = await startServer(text);
  t.after(() => server.stop());
  const { body: jobs } = await server.guest.get<{ items: WireRecord[] }>('/api/vacancies');
  const vacancy = jobs.items[0]?.id;
  assert.ok(vacancy);
  const sent = await upload(server);
  assert.equal(sent.status, 201);
  const applying = { vacancy, name: 'Ada', email: 'ada@example.com', papers: [sent.body] };
  const made = await server.guest.post<WireRecord>('/api/applications', applying);
  // Guests don't read what they have sent.
  assert.equal(made.status, 204, made.text);
  const again = await server.guest.post<Problem>('/api/applications', { ...applying, email: 'b@example.com' });
  assert.deepEqual([again.status, again.body.failures?.map(({ code }) => code)], [422, ['NO_SUCH_VALUE']]);
  // A field that guests do not fill in takes no upload of theirs.
  assert.equal((await upload(server, '', 'letter')).status, 401);
});
