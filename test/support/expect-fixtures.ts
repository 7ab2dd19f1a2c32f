import { v7 as uuid } from 'uuid';
import type { Write } from '../../src/engine/verdict.ts';
import { addToDate } from '../../src/fields/calendar.ts';
import { type FileValue, noValues, type Row, type Value } from '../../src/fields/value.ts';
import type { Fixture } from './expect-table.ts';
import type { TestServer } from './server.ts';

/** Records by title and people by first name, straight from the store. */
export interface Ids {
  readonly byTitle: ReadonlyMap<string, Row>;
  readonly people: ReadonlyMap<string, Row>;
}

export const ENTITY = { record: 'Claim', person: 'Employee', line: 'Line' } as const;

/** The live records now. Of two with one title the one made last counts. */
export async function idsOf({ store }: TestServer): Promise<Ids> {
  const records = await store.people(ENTITY.record, 10_000);
  const people = await store.people(ENTITY.person, 1_000);
  return {
    byTitle: new Map(records.map((row) => [String(row.values['title']), row])),
    people: new Map(people.map((row) => [String(row.values['name']).split(' ')[0] ?? '', row])),
  };
}

const DAY = 86_400_000;

/** Puts fixtures into the store as the product writes: no permission, no transition, no rule. */
export async function loadFixtures(
  server: TestServer,
  fixtures: readonly Fixture[],
  now: number,
  today: string,
): Promise<void> {
  const { people } = await idsOf(server);
  const rows: Row[] = [];
  for (const fixture of fixtures) rows.push(await rowOf(server, fixture, people, now, today));
  const writes = rows.flatMap((row) => [{ kind: 'insert', row } as const, ...attached(row)]);
  const outcome = await server.store.write({
    needs: { rows: [], unique: [], files: [], referrers: [] },
    decide: () => ({ allowed: true, writes, row: null }),
    actor: { kind: 'product' },
    now,
    documentHash: server.runtime.current().hash,
    idempotency: null,
  });
  if (outcome.outcome !== 'decided') throw new Error('The fixtures were not written.');
}

function attached({ entity, id, values }: Row): Write[] {
  const file = values['receipt'];
  if (file === null || typeof file !== 'object' || !('file' in file)) return [];
  return [{ kind: 'attach', token: file.file, entity, id, field: 'receipt' }];
}

async function rowOf(
  server: TestServer,
  { title, values: given }: Fixture,
  people: ReadonlyMap<string, Row>,
  now: number,
  today: string,
): Promise<Row> {
  const text = (name: string) => given.get(name) ?? '';
  const status = text('status');
  const lines = linesOf(text('lines'));
  const values = noValues();
  values['title'] = title;
  values['owner'] = people.get(text('owner'))?.id ?? null;
  values['category'] = text('category');
  values['spentOn'] = dateOf(text('spentOn'), today);
  values['lines'] = lines;
  values['total'] = lines.reduce((sum, line) => sum + Number(line.values['amount']), 0);
  values['receipt'] = text('receipt') === 'yes' ? await sampleFile(server, now) : null;
  values['note'] = text('note') || null;
  values['refusal'] = text('refusal') || null;
  values['status'] = status;
  values['submittedAt'] = status === 'Draft' ? null : instantOf(text('submittedAt'), now - DAY);
  values['paidAt'] = status === 'Paid' ? instantOf(text('paidAt'), now) : null;
  return { entity: ENTITY.record, id: uuid(), version: 1, values };
}

function linesOf(text: string): Row[] {
  const repeated = /^(.*) x(\d+)$/.exec(text);
  const parts = repeated === null ? text.split('; ') : Array<string>(Number(repeated[2])).fill(repeated[1] ?? '');
  return parts.filter(Boolean).map((part) => {
    const values = noValues();
    values['what'] = part.slice(0, part.lastIndexOf(':'));
    values['amount'] = Math.round(Number(part.slice(part.lastIndexOf(':') + 1)) * 100);
    return { entity: ENTITY.line, id: uuid(), version: 1, values };
  });
}

/** `today`, `today-30`, `today+1` or a date. */
export function dateOf(text: string, today: string): string {
  const relative = /^today(?:([+-]\d+))?$/.exec(text);
  return relative === null ? text : (addToDate(today, { months: 0, days: Number(relative[1] ?? 0), ms: 0 }) ?? today);
}

function instantOf(text: string, otherwise: number): number {
  return text === '' ? otherwise : Date.parse(text);
}

async function sampleFile({ store }: TestServer, now: number): Promise<Value> {
  const bytes = fileBytes('pdf', null);
  const value: FileValue = { file: uuid(), name: 'receipt.pdf', size: bytes.length, mediaType: 'application/pdf' };
  await store.addUpload({ value, uploader: null, bytes }, now);
  return value;
}

const HEADS: ReadonlyMap<string, readonly number[]> = new Map([
  ['pdf', [...Buffer.from('%PDF-1.4\n%%EOF\n')]],
  [
    'png',
    [
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8,
      6, 0, 0, 0,
    ],
  ],
  ['jpg', [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]],
  ['text', [...Buffer.from('just some words, whatever the name says\n')]],
]);

/** Bytes that begin as a file of this kind does, of this length where one is given. */
export function fileBytes(kind: string, length: number | null): Uint8Array {
  const head = HEADS.get(kind) ?? [];
  const bytes = new Uint8Array(length ?? head.length);
  bytes.set(head.slice(0, bytes.length));
  return bytes;
}
