import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { RecordJson } from '../../engine/compiled/response-cache.ts';
import type { WireGroupPage, WirePage, WireRecord } from '../../engine/core/wire-format.ts';
import { quickHash } from '../core/document-hash.ts';
import { canJson, collectCan } from './shared-can.ts';

/** JSON in UTF-8, with a short key that differs whenever the JSON differs. */
export interface MarkedJson {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mark: string;
}

const encoder = new TextEncoder();

/** Returns a record as JSON. */
export function recordText(compiled: CompiledModel, record: WireRecord): MarkedJson {
  const { head, can, mark } = recordJson(compiled, record);
  return { bytes: joined([head, can.tail]), mark };
}

/** Returns a page of records as JSON. The records share their permissions (`SharedCan`). */
export function pageText(
  compiled: CompiledModel,
  { items, next, total, ...more }: WirePage | WireGroupPage,
): MarkedJson {
  const { indexOf, shared } = collectCan(compiled);
  const records = items.map((record) => recordJson(compiled, record));
  const tails: Uint8Array[] = [];
  const parts = records.flatMap(({ head, can }, at) => {
    const index = indexOf(can);
    // Most records of a page share their permissions, so there are few different tails.
    tails[index] ??= encoder.encode(`${index}}}`);
    return at === 0 ? [head, tails[index]] : [COMMA, head, tails[index]];
  });
  const rest = `"next":${JSON.stringify(next)},"total":${JSON.stringify(total)}${membersOf(more)}`;
  return {
    bytes: joined([BEGIN, ...parts, encoder.encode(`],"_":${JSON.stringify(shared)},${rest}}`)]),
    mark: `${records.map(({ mark }) => mark).join()}${rest}`,
  };
}

/** Returns further members of a page as JSON. */
const membersOf = (more: object): string =>
  Object.entries(more)
    .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join('');

const BEGIN = encoder.encode('{"items":[');
const COMMA = encoder.encode(',');

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function recordJson(compiled: CompiledModel, record: WireRecord): RecordJson {
  const { responseCache } = compiled;
  const cached = responseCache.recordJson.get(record);
  if (cached !== undefined) return cached;
  const { can: permissions, ...info } = record._;
  const can = canJson(compiled, permissions);
  const fields = responseCache.fieldsJson.get(record) ?? JSON.stringify({ ...record, _: undefined });
  const text = `${fields.slice(0, -1)},"_":${JSON.stringify(info).slice(0, -1)},"can":`;
  const created = { head: encoder.encode(text), can, mark: quickHash(text + can.mark) };
  responseCache.recordJson.set(record, created);
  return created;
}
