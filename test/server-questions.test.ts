import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WirePage, WireRecord } from '../src/engine/wire.ts';
import { type Caller, startServer, type TestServer } from './support/server.ts';
import { LIBRARY } from './support/library.ts';

async function withLibrary(work: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startServer(LIBRARY);
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

type Problem = { readonly code: string; readonly failures?: readonly { readonly code: string }[] };

const lend = (who: Caller, title: string) => who.post<WireRecord & Problem>('/api/loans', { title });

describe('a quota', () => {
  test('24 requests at once against a quota of 5: exactly 5 succeed', async () => {
    await withLibrary(async (server) => {
      const ada = await server.as('Ada');
      const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => lend(ada, `Book ${index}`)));
      assert.equal(answers.filter(({ status }) => status === 201).length, 5, answers.map(({ text }) => text).join('\n'));
      const refused = answers.filter(({ status }) => status !== 201);
      assert.deepEqual([...new Set(refused.map(({ status }) => status))], [422]);
      assert.deepEqual([...new Set(refused.map(({ body }) => body.failures?.[0]?.code))], ['TOO_MANY']);
      const { body } = await ada.get<WirePage>('/api/loans?total=exact');
      assert.equal(body.total?.count, 5);
    });
  });
});
