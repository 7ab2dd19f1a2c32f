import { v7 as uuid } from 'uuid';
import type { CompiledEntity, CompiledModel } from '../../../src/engine/compiled/compiled-model.ts';
import { type Context, contextOf, entityOf } from '../../../src/engine/context/decision-context.ts';
import type { Write } from '../../../src/engine/context/verdict.ts';
import type { Facts } from '../../../src/engine/core/needs-and-facts.ts';
import { GUEST } from '../../../src/engine/core/principal.ts';
import { NO_FACTS } from '../../../src/engine/core/tracked-facts.ts';
import { newRow } from '../../../src/engine/decide/create.ts';
import { withComputedFields } from '../../../src/engine/records/computed-fields.ts';
import { type CellReader, readCell } from '../../../src/engine/sample/sample-cell.ts';
import { addToDate } from '../../../src/fields/calendar/calendar.ts';
import { noValues, type Row, type Value } from '../../../src/fields/text/value.ts';
import { filesIn } from '../../../src/fields/types/file.ts';
import { isRows } from '../../../src/fields/types/list.ts';
import type { TestServer } from '../http/server.ts';
import { entitiesOf, namesOf } from './names.ts';
import type { Fixture } from './table.ts';

/** A fixture on its way into the store. */
interface Stated {
  readonly fixture: Fixture;
  readonly entity: CompiledEntity;
  readonly id: string;
}

/**
 * Puts fixtures into the store as the product writes, or whoever `createdBy=` names: no permission, no transition, no
 * rule; what is computed is worked out. Ends with the names of those that do not bear theirs as a title.
 */
export async function loadFixtures(
  server: TestServer,
  fixtures: readonly Fixture[],
  now: number,
): Promise<Map<string, string>> {
  const { compiled: app } = server.runtime.current();
  const stated = fixtures.map((fixture): Stated => {
    const name = fixture.values.get('entity') ?? entitiesOf(app).record;
    const entity = app.entities.get(name);
    if (entity === undefined) throw new Error(`${fixture.title}: there is no entity ${name}.`);
    return { fixture, entity, id: uuid() };
  });
  const { people } = await namesOf(server, new Map(), new Map());
  const ids = new Map([
    ...[...people].map(([name, { id }]) => [name, id] as const),
    ...stated.map(({ fixture, id }) => [fixture.title, id] as const),
  ]);
  const uploads: CellReader['uploads'] = [];
  const rows = builtRows(app, stated, ids, uploads, now);
  for (const { token: file, bytes, ...kind } of uploads)
    await server.store.addUpload({ value: { file, size: bytes.byteLength, ...kind }, uploader: null, bytes }, now);
  const removed = app.model.samples.length > 0 || rows.length === 0 ? [] : madeUp(people);
  await write(server, null, removed, now);
  for (const [by, made] of Map.groupBy(rows, ({ values }) => values.createdBy ?? null))
    await write(
      server,
      typeof by === 'string' ? by : null,
      made.flatMap((row) => [{ kind: 'insert', row } as const, ...attached(row)]),
      now,
    );
  const isNamed = ({ fixture, entity }: Stated, index: number) =>
    rows[index]?.values[entity.schema.title ?? ''] !== fixture.title;
  return new Map(stated.filter(isNamed).map(({ fixture, id }) => [id, fixture.title]));
}

/** By this person, who then made the records; null: by the product. */
async function write({ store, runtime }: TestServer, by: string | null, writes: readonly Write[], now: number) {
  const outcome = await store.write({
    needs: { rows: [], unique: [], files: [], referrers: [] },
    decide: () => ({ allowed: true, writes, row: null }),
    actor: by === null ? { kind: 'product' } : { kind: 'person', person: by, acting: false },
    now,
    documentHash: runtime.current().hash,
    idempotency: null,
  });
  if (outcome.outcome !== 'decided') throw new Error('The fixtures were not written.');
}

/** Where a document states no people, development makes one up for each role: a table has people of its own. */
const madeUp = (people: ReadonlyMap<string, Row>) =>
  [...people.values()].map(({ entity, id }) => ({ kind: 'delete', entity, id }) as const);

function attached({ entity, id, values }: Row): Write[] {
  return Object.entries(values).flatMap(([field, value]) =>
    filesIn(value).map(({ file: token }) => ({ kind: 'attach', token, entity, id, field }) as const),
  );
}

/** Formulas lean on one another: a sum over records that hold sums takes a round more. */
const ROUNDS = 4;

function builtRows(
  app: CompiledModel,
  stated: readonly Stated[],
  ids: ReadonlyMap<string, string>,
  uploads: CellReader['uploads'],
  now: number,
): Row[] {
  const rows = new Map<string, Row>();
  const withLines = (row: Row): Row[] => [row, ...Object.values(row.values).filter(isRows).flat()];
  const facts: Facts = {
    ...NO_FACTS,
    row: (entity, id) => (rows.get(id)?.entity === entity ? (rows.get(id) ?? null) : null),
    taken: () => false,
    all: (name) => [...rows.values()].flatMap(withLines).filter(({ entity }) => entity === name),
    lastNumber: ({ entity, id }) =>
      stated.filter((one) => one.entity.name === entity).findIndex((one) => one.id === id),
  };
  const context = contextOf(app, GUEST, facts, now);
  for (const { fixture, entity, id } of stated) {
    const reader: CellReader = {
      model: app,
      now,
      newId: uuid,
      entity,
      id,
      byTitle: (_, name) => ids.get(name) ?? null,
      uploads,
    };
    rows.set(id, statedRow(reader, newRow(context, entity, id, new Map()).row, fixture));
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const { entity, id } of stated) {
      const row = rows.get(id);
      if (row !== undefined) rows.set(id, withComputedFields(context, entity, withComputedLines(context, row), null));
    }
  }
  return [...rows.values()];
}

function withComputedLines(context: Context, row: Row): Row {
  const values = Object.assign(noValues(), row.values);
  for (const [name, value] of Object.entries(values)) {
    if (isRows(value))
      values[name] = value.map((line) => withComputedFields(context, entityOf(context.model, line.entity), line, null));
  }
  return { ...row, values };
}

function statedRow(reader: CellReader, bare: Row, { title, values: given }: Fixture): Row {
  const values = Object.assign(noValues(), bare.values);
  const named = reader.entity.entity.fields.find(({ name }) => name === reader.entity.schema.title);
  if (named?.type.kind === 'text') values[named.name] = title;
  for (const [name, text] of given) {
    if (name === 'entity' || name === 'raw') continue;
    if (name === 'createdBy') values.createdBy = reader.byTitle('', text);
    else values[name] = text === '' || text === 'no' ? emptyOr(reader, name, text) : cellValue(reader, name, text);
  }
  return { ...bare, values };
}

/** `no` is no file, and the choice `no` of a field that has it. */
function emptyOr(reader: CellReader, name: string, text: string): Value {
  const kind = reader.entity.schema.attributes.get(name)?.type.kind;
  if (kind === 'list') return [];
  return text === '' || kind === 'file' ? null : cellValue(reader, name, text);
}

function cellValue(reader: CellReader, name: string, text: string): Value {
  const attribute = reader.entity.schema.attributes.get(name);
  const { type } = attribute ?? {};
  if (type?.kind === 'list') return linesOf(reader, name, type.entity, text);
  const cell =
    type?.kind === 'file' && text === 'yes' ? '(sample)' : text.replace(/^(today)([+-])(\d+)$/, '$1 $2 $3 days');
  const read = readCell(reader, name, cell);
  if ('problem' in read) throw new Error(`${reader.entity.name}.${name} = ${text}: ${read.problem}`);
  return 'state' in read ? read.state : read.value;
}

/** `what:amount; …`, `Item:1.00 x50`, or `field=value, field=value; …`. */
function linesOf(reader: CellReader, list: string, entity: string, text: string): Value {
  const repeated = /^(.*) x(\d+)$/.exec(text);
  const parts = repeated === null ? text.split('; ') : Array<string>(Number(repeated[2])).fill(repeated[1] ?? '');
  const lines = reader.model.entities.get(entity);
  if (lines === undefined) return [];
  return parts.map((part): Row => {
    if (!part.includes('=')) return ordered(reader, list, part);
    const values = noValues();
    for (const field of lines.entity.fields) values[field.name] = null;
    for (const pair of part.split(', ')) {
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      values[name] = cellValue({ ...reader, entity: lines }, name, pair.slice(at + 1));
    }
    return { entity, id: uuid(), version: 1, values };
  });
}

function ordered(reader: CellReader, list: string, part: string): Row {
  const at = part.lastIndexOf(':');
  const read = readCell(reader, list, `${part.slice(0, at)} ${part.slice(at + 1)}`);
  const [line] = 'value' in read && isRows(read.value) ? read.value : [];
  if (line === undefined) throw new Error(`${list}: ${part} is no line.`);
  return { ...line, id: uuid() };
}

/** `today`, `today-30`, `today+1` or a date. */
export function dateOf(text: string, today: string): string {
  const relative = /^today(?:([+-]\d+))?$/.exec(text);
  return relative === null ? text : (addToDate(today, { months: 0, days: Number(relative[1] ?? 0), ms: 0 }) ?? today);
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
  ['gif', [...Buffer.from('GIF89a')]],
  ['zip', [0x50, 0x4b, 0x05, 0x06, ...Array<number>(18).fill(0)]],
  ['txt', [...Buffer.from('just some words\n')]],
  ['log', [...Buffer.from('10:00 started\n')]],
  ['text', [...Buffer.from('just some words, whatever the name says\n')]],
]);

/** Bytes that begin as a file of this kind does, of this length where one is given. */
export function fileBytes(kind: string, length: number | null): Uint8Array {
  const head = HEADS.get(kind) ?? [];
  const bytes = new Uint8Array(length ?? head.length);
  bytes.set(head.slice(0, bytes.length));
  return bytes;
}
