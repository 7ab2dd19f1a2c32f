import { readable } from '../../engine/answer/allowed-actions.ts';
import { uploaderOf } from '../../engine/core/principal.ts';
import { failure, invalid } from '../../engine/errors/error-catalogue.ts';
import { mayFill } from '../../engine/visible-model/fillable-fields.ts';
import type { FileValue, Value } from '../../fields/text/value.ts';
import { isFile, isFiles } from '../../fields/types/file.ts';
import { isRows } from '../../fields/types/list.ts';
import { type FieldProblem, refused } from '../../fields/types/value-problem.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Type } from '../../model/types/types.ts';
import { loadRecord } from '../api/read-record.ts';
import { disposition } from '../core/content-disposition.ts';
import { randomToken } from '../core/document-hash.ts';
import { cleanName, endingOf, lookedAt } from '../core/file-kind.ts';
import { jsonAnswer, privateHeaders, refusedAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { sentFile } from '../http/multipart-file.ts';
import { readQuery } from '../http/query-parameters.ts';
import { type Asking, param } from '../runtime/request-context.ts';

type FileType = Extract<Type, { kind: 'file' }>;

/**
 * `POST /_/files?entity=&field=&name=` with the bytes as the body, or as the one file of a form (`multipart/form-data`),
 * by the name that it has there unless `name` gives another: an upload that only its person may attach, within a day, by
 * sending what this answers as the field's value; where a guest fills in such a field, whoever has the answer. Only for a field that a role of theirs fills in. Size is checked while
 * it streams, the kind by its bytes.
 */
export async function postFile(asking: Asking): Promise<Response> {
  const { runtime, who, request, now } = asking;
  const query = readQuery(asking, ['entity', 'field', 'name']);
  if (query instanceof Response) return query;
  const { app } = asking.version;
  const entity = query.get('entity') ?? '';
  const attribute = app.schema.entities.get(entity)?.attributes.get(query.get('field') ?? '');
  if (attribute?.type.kind !== 'file' || !mayFill(app, who, entity, attribute.name))
    return who.row === null
      ? standardAnswer(asking, 'NOT_SIGNED_IN')
      : standardAnswer(asking, 'NOT_FOUND', { entity: 'field' });
  const limit = limitOf(asking, attribute.type);
  if ('problem' in limit) return wrongFile(asking, attribute, limit.problem, limit.decidedBy);
  const nameNow = () => cleanName(query.get('name') ?? arriving.name() ?? '');
  const { endings } = attribute.type;
  const arriving = sentFile(request, limit.bytes);
  const looked = lookedAt(arriving.bytes);
  const uploader = uploaderOf(who, asking.address);
  const sent: { value: FileValue | null } = { value: null };
  const judge = async () => {
    const name = nameNow();
    const mediaType = await looked.kindOf(name);
    if (mediaType === null || (endings.length > 0 && !endings.includes(endingOf(name)))) return null;
    sent.value = { file: randomToken(), name, size: arriving.size(), mediaType };
    return { value: sent.value, uploader };
  };
  await runtime.store.dropStaleUploads(now);
  try {
    await runtime.store.receiveUpload(looked.bytes, judge, now);
  } catch (error) {
    const wrong = arriving.wrong();
    if (wrong === null) throw error;
    return unreadableAnswer(asking, wrong, limit.isOwn ? [attribute.id] : limit.decidedBy);
  }
  if (sent.value !== null) return jsonAnswer(asking, sent.value, { status: 201 });
  return wrongFile(asking, attribute, refused('WRONG_FILE', { name: nameNow(), endings: endings.join(', ') }).problem);
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
  const least = Math.min(own, stated);
  const bytes = Number.isFinite(least) ? least : usualBytes;
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

/** Where the document says nothing. */
const usualBytes = 100_000_000;

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

/**
 * `GET /_/files/:entity/:id/:field`, further `/:line/:inner` for a file of a line, and at the end `/:file` for one of several:
 * for whoever reads that field of that record.
 */
export async function getFile(asking: Asking): Promise<Response> {
  const { version, runtime, who, now, request } = asking;
  const entity = param(asking, 'entity');
  const loaded = await loadRecord(asking, entity, param(asking, 'id'));
  if ('refused' in loaded) return loaded.refused;
  const values = readable(version.app, who, loaded.row, loaded.facts, now);
  const value = fileIn(asking, values?.[param(asking, 'field')] ?? null);
  if (value === null) return standardAnswer(asking, 'NOT_FOUND', { entity: 'file' });
  const headers = privateHeaders(asking);
  headers.set('etag', `"${value.file.slice(0, 32)}"`);
  if (request.headers.get('if-none-match') === headers.get('etag')) return new Response(null, { status: 304, headers });
  const kept = await runtime.store.openFile(value.file);
  if (kept === null) return standardAnswer(asking, 'NOT_FOUND', { entity: 'file' });
  headers.set('content-type', value.mediaType);
  headers.set('content-length', String(kept.size));
  headers.set('content-disposition', disposition(value.name));
  headers.set('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
  return new Response(kept.body, { headers });
}

function fileIn(asking: Asking, value: Value): FileValue | null {
  const line = asking.params.has('line') && isRows(value) ? value.find(({ id }) => id === param(asking, 'line')) : null;
  const found = asking.params.has('line') ? (line?.values[param(asking, 'inner')] ?? null) : value;
  if (!asking.params.has('file')) return isFile(found) ? found : null;
  return isFiles(found) ? (found.find(({ file }) => file === param(asking, 'file')) ?? null) : null;
}
