import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { CanJson } from '../../engine/compiled/response-cache.ts';
import type { Can, RecordInfo, SharedCan, WireRecord, WireRefusal } from '../../engine/core/wire-format.ts';
import { quickHash } from '../core/document-hash.ts';

/** The permissions of the records of one response, each distinct one once. */
interface CanCollection {
  /** Adds permissions if they are not there yet. Returns their index. */
  readonly indexOf: (can: CanJson) => number;
  /** Returns the record with the index of its permissions in their place. */
  readonly withIndex: (record: WireRecord) => SentRecord;
  /** What was added, for the member `_` of the response. */
  readonly shared: SharedCan;
}

interface SentRecord {
  readonly id: string;
  readonly _: Omit<RecordInfo, 'can'> & { readonly can: number };
}

export function collectCan(compiled: CompiledModel): CanCollection {
  const indexes = new Map<string, number>();
  const cans: SharedCan['can'][number][] = [];
  const refusalIndexes = new Map<string, number>();
  const refusals: WireRefusal[] = [];
  const one = (refusal: WireRefusal | null): number | null =>
    refusal === null
      ? null
      : indexIn(refusalIndexes, refusalText(compiled, refusal), () => void refusals.push(refusal));
  const all = (members: Can['events']) =>
    Object.fromEntries(Object.entries(members).map(([name, refusal]) => [name, one(refusal)]));
  const indexOf = ({ can, text }: CanJson): number =>
    indexIn(indexes, text, () => {
      cans.push({ ...can, delete: one(can.delete), change: all(can.change), events: all(can.events) });
    });
  return {
    indexOf,
    withIndex: (record) => ({
      ...record,
      _: { ...record._, can: indexOf(canJson(compiled, record._.can)) },
    }),
    shared: { can: cans, refusals },
  };
}

function indexIn(indexes: Map<string, number>, text: string, add: () => void): number {
  const known = indexes.get(text);
  if (known !== undefined) return known;
  const index = indexes.size;
  indexes.set(text, index);
  add();
  return index;
}

const encoder = new TextEncoder();

/** Maximum number of different permissions to remember. Then all are forgotten. */
const MAX_PERMISSIONS = 1_000;

/** Returns permissions as JSON. Records with equal permissions get the same object. */
export function canJson(compiled: CompiledModel, can: Can): CanJson {
  const { responseCache } = compiled;
  const [change, events] = [membersText(compiled, can.change), membersText(compiled, can.events)];
  const back = can.back === undefined ? '' : `,"back":${JSON.stringify(can.back)}`;
  const text = `{"delete":${refusalText(compiled, can.delete)},"change":{${change}},"events":{${events}}${back}}`;
  const known = responseCache.canJson.get(text);
  if (known !== undefined) return known;
  if (responseCache.canJson.size >= MAX_PERMISSIONS) responseCache.canJson.clear();
  const created = { can, text, tail: encoder.encode(`${text}}}`), mark: quickHash(text) };
  responseCache.canJson.set(text, created);
  return created;
}

const membersText = (compiled: CompiledModel, refusals: Can['events']): string =>
  Object.keys(refusals)
    .map((name) => `${JSON.stringify(name)}:${refusalText(compiled, refusals[name] ?? null)}`)
    .join();

/** Returns a refusal as JSON. Many records have the same refusals. */
function refusalText({ responseCache }: CompiledModel, refusal: WireRefusal | null): string {
  if (refusal === null) return 'null';
  const cached = responseCache.refusalJson.get(refusal);
  if (cached !== undefined) return cached;
  const text = JSON.stringify(refusal);
  responseCache.refusalJson.set(refusal, text);
  return text;
}
