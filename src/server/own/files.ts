import { readable } from '../../engine/can.ts';
import { failure, invalid } from '../../engine/errors.ts';
import { mayFill } from '../../engine/fillable.ts';
import { type FieldProblem, refused } from '../../fields/problem.ts';
import type { FileValue, Row, Value } from '../../fields/value.ts';
import type { Attribute } from '../../model/schema.ts';
import type { Type } from '../../model/types.ts';
import { jsonAnswer, privateHeaders, refusedAnswer, standardAnswer, unreadableAnswer } from '../answer.ts';
import { type Asking, param } from '../asking.ts';
import { readBytes } from '../body.ts';
import { cleanName, endingOf, kindOf } from '../file-kind.ts';
import { randomToken } from '../hash.ts';
import { readQuery } from '../query.ts';
import { loadRecord } from '../read.ts';

type FileType = Extract<Type, { kind: 'file' }>;

/**
 * `POST /_/files?entity=&field=&name=` with the bytes as the body: an upload that only its person may attach, within
 * a day, by sending what this answers as the field's value. Only for a field that a role of theirs fills in. Size is checked while it streams, the kind by its bytes.
 */
export async function postFile(asking: Asking): Promise<Response> {
  const { runtime, who, request, now } = asking;
  if (who.row === null) return standardAnswer(asking, 'NOT_SIGNED_IN');
  const query = readQuery(asking, ['entity', 'field', 'name']);
  if (query instanceof Response) return query;
  const { app } = asking.version;
  const entity = query.get('entity') ?? '';
  const attribute = app.schema.entities.get(entity)?.attributes.get(query.get('field') ?? '');
  if (attribute?.type.kind !== 'file' || !mayFill(app, who, entity, attribute.name))
    return standardAnswer(asking, 'NOT_FOUND', { entity: 'field' });
  const limit = limitOf(asking, attribute.type);
  if ('problem' in limit) return wrongFile(asking, attribute, limit.problem, limit.decidedBy);
  const bytes = await readBytes(request, limit.bytes);
  if (!bytes.ok) return unreadableAnswer(asking, bytes, limit.isOwn ? [attribute.id] : limit.decidedBy);
  const name = cleanName(query.get('name') ?? '');
  const kind = await kindOf(name, bytes.value);
  const { endings } = attribute.type;
  if (kind === null || (endings.length > 0 && !endings.includes(endingOf(name)))) {
    return wrongFile(asking, attribute, refused('WRONG_FILE', { name, endings: endings.join(', ') }).problem);
  }
  const value: FileValue = { file: randomToken(), name, size: bytes.value.byteLength, mediaType: kind };
  await runtime.store.dropStaleUploads(now);
  await runtime.store.addUpload({ value, uploader: who.row.id, bytes: bytes.value }, now);
  return jsonAnswer(asking, value, { status: 201 });
}

/** The smaller of the field's own bound and the limit of uploads; one that is not shown admits nothing. */
function limitOf({ version }: Asking, type: FileType): Most | Unknown {
  const limit = version.model.limits.find((each) => each.name === 'upload size');
  if (limit !== undefined && limit.value === null)
    return { ...refused('LIMIT_NOT_SHOWN', { limit: 'Upload size' }), decidedBy: [limit.id] };
  const own = type.maxSize === null ? Number.POSITIVE_INFINITY : version.app.bounds(type.maxSize);
  if (own === null) {
    const constant = type.maxSize !== null && 'constant' in type.maxSize ? type.maxSize.constant : '';
    const stated = version.app.schema.constants.get(constant);
    const decidedBy = stated === undefined ? [] : [stated.id];
    return { ...refused('LIMIT_NOT_SHOWN', { limit: constant }), decidedBy };
  }
  const stated = limit?.value ?? Number.POSITIVE_INFINITY;
  const bytes = Math.min(own, stated, mostBytes);
  return { bytes, isOwn: bytes === own, decidedBy: limit === undefined || bytes < stated ? [] : [limit.id] };
}

/** How much may be sent, and what says so: the field, or a limit of the document. */
interface Most {
  readonly bytes: number;
  readonly isOwn: boolean;
  readonly decidedBy: readonly string[];
}

/** Nobody knows how much, and what would say it. */
interface Unknown {
  readonly problem: FieldProblem;
  readonly decidedBy: readonly string[];
}

/** Uploads are held in memory while they are looked at. */
const mostBytes = 100_000_000;

function wrongFile(
  asking: Asking,
  attribute: Attribute,
  problem: FieldProblem,
  decidedBy: readonly string[] = [],
): Response {
  const { app } = asking.version;
  const failed = failure(app, [attribute.name], problem.code, problem.values, [attribute.id, ...decidedBy]);
  return refusedAnswer(asking, invalid(asking.version.app, [failed]));
}

/** `GET /_/files/:entity/:id/:field`, and further `/:line/:inner` for a file of a line: for whoever reads that field of that record. */
export async function getFile(asking: Asking): Promise<Response> {
  const { version, runtime, who, now, request } = asking;
  const entity = param(asking, 'entity');
  const loaded = await loadRecord(asking, entity, param(asking, 'id'));
  if ('refused' in loaded) return loaded.refused;
  const values = readable(version.app, who, loaded.row, loaded.facts, now);
  const value = fileIn(asking, values?.[param(asking, 'field')] ?? null);
  const bytes = value === null ? null : await runtime.store.fileBytes(value.file);
  if (value === null || bytes === null) return standardAnswer(asking, 'NOT_FOUND', { entity: 'file' });
  const headers = privateHeaders(asking);
  headers.set('etag', `"${value.file.slice(0, 32)}"`);
  if (request.headers.get('if-none-match') === headers.get('etag')) return new Response(null, { status: 304, headers });
  headers.set('content-type', value.mediaType);
  headers.set('content-length', String(bytes.byteLength));
  headers.set('content-disposition', disposition(value.name));
  headers.set('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
  return new Response(new Uint8Array(bytes), { headers });
}

function fileIn(asking: Asking, value: Value): FileValue | null {
  if (!asking.params.has('line')) return isFile(value) ? value : null;
  const line = Array.isArray(value)
    ? value.find((each): each is Row => isRow(each) && each.id === param(asking, 'line'))
    : undefined;
  const inner = line?.values[param(asking, 'inner')] ?? null;
  return isFile(inner) ? inner : null;
}

const isRow = (value: unknown): value is Row => value !== null && typeof value === 'object' && 'values' in value;

const isFile = (value: Value): value is FileValue =>
  value !== null && typeof value === 'object' && 'file' in value && 'mediaType' in value;

/** Always saved, never shown in place of a page of ours. */
function disposition(name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
