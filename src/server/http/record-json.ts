import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { Can, WireGroupPage, WirePage, WireRecord, WireRefusal } from '../../engine/core/wire-format.ts';
import { quickHash } from '../core/document-hash.ts';

/** JSON in UTF-8, with a short key that differs whenever the JSON differs. */
export interface MarkedJson {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mark: string;
}

/** The same before encoding. */
interface MarkedText {
  readonly text: string;
  readonly mark: string;
}

const encoder = new TextEncoder();

/** Returns a record as JSON. Parts are cached: most of the text are refusals that many records share. */
export function recordText(compiled: CompiledModel, record: WireRecord): MarkedJson {
  const cached = compiled.responseCache.recordJson.get(record);
  if (cached !== undefined) return cached;
  const { text, mark } = textOf(compiled, record);
  const created = { bytes: encoder.encode(text), mark: quickHash(mark) };
  compiled.responseCache.recordJson.set(record, created);
  return created;
}

/** Returns a page of records as JSON. */
export function pageText(
  compiled: CompiledModel,
  { items, next, total, ...more }: WirePage | WireGroupPage,
): MarkedJson {
  const records = items.map((record) => recordText(compiled, record));
  const rest = `"next":${JSON.stringify(next)},"total":${JSON.stringify(total)}${membersOf(more)}`;
  return {
    bytes: joined(
      records.map(({ bytes }) => bytes),
      encoder.encode(`],${rest}}`),
    ),
    mark: `${records.map(({ mark }) => mark).join()}${rest}`,
  };
}

/** Returns further members of a page as JSON. */
const membersOf = (more: object): string =>
  Object.entries(more)
    .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join('');

const BEGIN = encoder.encode('{"items":[');
const COMMA = 44;

/** Joins the items with commas and appends the end of the page. */
function joined(items: readonly Uint8Array[], end: Uint8Array): Uint8Array<ArrayBuffer> {
  let size = BEGIN.length + Math.max(0, items.length - 1) + end.length;
  for (const item of items) size += item.length;
  const bytes = new Uint8Array(size);
  bytes.set(BEGIN);
  let at = BEGIN.length;
  for (const [index, item] of items.entries()) {
    if (index > 0) bytes[at++] = COMMA;
    bytes.set(item, at);
    at += item.length;
  }
  bytes.set(end, at);
  return bytes;
}

function textOf(compiled: CompiledModel, record: WireRecord): MarkedText {
  const fields = compiled.responseCache.fieldsJson.get(record);
  if (fields === undefined) {
    const text = JSON.stringify(record);
    return { text, mark: text };
  }
  const { can, ...rest } = record._;
  const info = JSON.stringify(rest);
  const may = canText(compiled, can);
  // The ETag in `info` already identifies the fields.
  return { text: `${fields.slice(0, -1)},"_":${info.slice(0, -1)},"can":${may.text}}}`, mark: info + may.mark };
}

function canText(compiled: CompiledModel, can: Can): MarkedText {
  const change = membersText(compiled, can.change);
  const events = membersText(compiled, can.events);
  const remove = refusalText(compiled, can.delete);
  const inverse = can.back === undefined ? '' : `,"back":${JSON.stringify(can.back)}`;
  return {
    text: `{"delete":${remove.text},"change":{${change.text}},"events":{${events.text}}${inverse}}`,
    mark: `${remove.mark};${change.mark};${events.mark}${inverse}`,
  };
}

function membersText(compiled: CompiledModel, refusals: Can['events']): MarkedText {
  let text = '';
  let mark = '';
  for (const name of Object.keys(refusals)) {
    const refusal = refusalText(compiled, refusals[name] ?? null);
    const key = JSON.stringify(name);
    text += `${text === '' ? '' : ','}${key}:${refusal.text}`;
    mark += `${key}${refusal.mark},`;
  }
  return { text, mark };
}

function refusalText({ responseCache }: CompiledModel, refusal: WireRefusal | null): MarkedText {
  if (refusal === null) return NONE;
  const cached = responseCache.refusalJson.get(refusal);
  if (cached !== undefined) return cached;
  const text = JSON.stringify(refusal);
  const created = { text, mark: quickHash(text) };
  responseCache.refusalJson.set(refusal, created);
  return created;
}

const NONE: MarkedText = { text: 'null', mark: '' };
