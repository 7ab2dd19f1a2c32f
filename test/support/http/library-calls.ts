import assert from 'node:assert/strict';
import type { Problem, WirePage, WireRecord } from '../../../src/engine/core/wire-format.ts';
import { openEmpty } from '../database/each-store.ts';
import { LIBRARY } from './library.ts';
import { type Answer, type Caller, startServer, type TestServer } from './server.ts';

/** Runs a library, or another document, on a store of the kind that the test is at, and stops it. */
export async function withLibrary(work: (server: TestServer) => Promise<void>, text = LIBRARY): Promise<void> {
  const { store, done } = await openEmpty();
  const server = await startServer(text, { store });
  try {
    await work(server);
  } finally {
    await server.stop();
    await done();
  }
}

export type Written = Answer<WireRecord & Problem>;

export const lend = (who: Caller, title: string): Promise<Written> => who.post('/api/loans', { title });
export const page = async (who: Caller, path: string): Promise<WirePage> => (await who.get<WirePage>(path)).body;
export const codes = ({ body }: Written) => body.failures?.map(({ code }) => code) ?? [];

/** The record of this title in a list. */
export async function found(who: Caller, path: string, title: string): Promise<WireRecord> {
  const record = (await page(who, path)).items.find(({ _ }) => _.title === title);
  assert.ok(record, `${title} is not in ${path}`);
  return record;
}

export const act = (who: Caller, record: WireRecord, event: string): Promise<Written> =>
  who.post(`/api/loans/${record.id}/${event}`, {}, { 'if-match': record._.etag });

export const patch = (who: Caller, path: string, record: WireRecord, values: object): Promise<Written> =>
  who.patch(`${path}/${record.id}`, values, { 'if-match': record._.etag });

export const remove = async (who: Caller, path: string, record: WireRecord): Promise<number> =>
  (await who.delete(`${path}/${record.id}`, { 'if-match': record._.etag })).status;
