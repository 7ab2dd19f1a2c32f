import { readableValuesFor } from '../../engine/answer/allowed-actions.ts';
import { uploaderOf } from '../../engine/core/principal.ts';
import { failure, invalid } from '../../engine/errors/error-catalogue.ts';
import { mayEnterField } from '../../engine/visible-model/fillable-fields.ts';
import type { FileValue, Value } from '../../fields/text/value.ts';
import { isFile, isFiles } from '../../fields/types/file.ts';
import { isRows } from '../../fields/types/list.ts';
import { type FieldProblem, refused } from '../../fields/types/value-problem.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Type } from '../../model/types/types.ts';
import { loadRecord } from '../api/read-record.ts';
import { attachmentDisposition } from '../core/content-disposition.ts';
import { randomToken } from '../core/document-hash.ts';
import { cleanName, endingOf, inspectFile } from '../core/file-kind.ts';
import { jsonAnswer, privateHeaders, refusedAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { uploadedFile } from '../http/multipart-file.ts';
import { readQuery } from '../http/query-parameters.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';

type FileType = Extract<Type, { kind: 'file' }>;

/**
 * `POST /_/files?entity=&field=&name=`: uploads a file, as the body or as the only file of a form
 * (`multipart/form-data`), whose file name counts unless `name` is given. The response is the value to send for the
 * field, within a day. Only the uploader may attach it; a guest's upload may be attached by any guest who has the
 * value. The principal must have a role that may fill in the field. The size is checked while streaming, the format by
 * the bytes.
 */
export async function postFile(context: RequestContext): Promise<Response> {
  const { runtime, principal, request, now } = context;
  const query = readQuery(context, ['entity', 'field', 'name']);
  if (query instanceof Response) return query;
  const { compiled } = context.version;
  const entity = query.get('entity') ?? '';
  const attribute = compiled.schema.entities.get(entity)?.attributes.get(query.get('field') ?? '');
  if (attribute?.type.kind !== 'file' || !mayEnterField(compiled, principal, entity, attribute.name))
    return principal.row === null
      ? standardAnswer(context, 'NOT_SIGNED_IN')
      : standardAnswer(context, 'NOT_FOUND', { entity: 'field' });
  const limit = limitOf(context, attribute.type);
  if ('problem' in limit) return wrongFile(context, attribute, limit.problem, limit.decidedBy);
  const nameNow = () => cleanName(query.get('name') ?? upload.name() ?? '');
  const { endings } = attribute.type;
  const upload = uploadedFile(request, limit.bytes);
  const inspected = inspectFile(upload.bytes);
  const uploader = uploaderOf(principal, context.address);
  const uploaded: { value: FileValue | null } = { value: null };
  const judge = async () => {
    const name = nameNow();
    const mediaType = await inspected.kindOf(name);
    if (mediaType === null || (endings.length > 0 && !endings.includes(endingOf(name)))) return null;
    uploaded.value = { file: randomToken(), name, size: upload.size(), mediaType };
    return { value: uploaded.value, uploader };
  };
  await runtime.store.dropStaleUploads(now);
  try {
    await runtime.store.receiveUpload(inspected.bytes, judge, now);
  } catch (error) {
    const wrong = upload.wrong();
    if (wrong === null) throw error;
    return unreadableAnswer(context, wrong, limit.isOwn ? [attribute.id] : limit.decidedBy);
  }
  if (uploaded.value !== null) return jsonAnswer(context, uploaded.value, { status: 201 });
  return wrongFile(context, attribute, refused('WRONG_FILE', { name: nameNow(), endings: endings.join(', ') }).problem);
}

/**
 * Returns the smaller of the field's limit and the document's upload limit. A limit that is not shown permits no
 * upload.
 */
function limitOf({ version }: RequestContext, type: FileType): UploadLimit | UnknownLimit {
  const limit = version.model.limits.find((each) => each.name === 'upload size');
  if (limit !== undefined && limit.value === null)
    return { ...refused('LIMIT_NOT_SHOWN', { limit: 'Upload size' }), decidedBy: [limit.id] };
  const own = type.maxSize === null ? Number.POSITIVE_INFINITY : version.compiled.bounds(type.maxSize);
  if (own === null) {
    const constant = type.maxSize !== null && 'constant' in type.maxSize ? type.maxSize.constant : '';
    const stated = version.compiled.schema.constants.get(constant);
    const decidedBy = stated === undefined ? [] : [stated.id];
    return { ...refused('LIMIT_NOT_SHOWN', { limit: constant }), decidedBy };
  }
  const stated = limit?.value ?? Number.POSITIVE_INFINITY;
  const least = Math.min(own, stated);
  const bytes = Number.isFinite(least) ? least : defaultBytes;
  return { bytes, isOwn: bytes === own, decidedBy: limit === undefined || bytes < stated ? [] : [limit.id] };
}

/** The upload limit, and what states it: the field (`isOwn`) or a limit of the document. */
interface UploadLimit {
  readonly bytes: number;
  readonly isOwn: boolean;
  readonly decidedBy: readonly string[];
}

/** A limit that the document leaves open, and the ids of the lines that should state it. */
interface UnknownLimit {
  readonly problem: FieldProblem;
  readonly decidedBy: readonly string[];
}

/** Maximum size of a file in bytes if the document states none. */
const defaultBytes = 100_000_000;

function wrongFile(
  context: RequestContext,
  attribute: Attribute,
  problem: FieldProblem,
  decidedBy: readonly string[] = [],
): Response {
  const { compiled } = context.version;
  const failed = failure(compiled, [attribute.name], problem.code, problem.values, [attribute.id, ...decidedBy]);
  return refusedAnswer(context, invalid(context.version.compiled, [failed]));
}

/**
 * `GET /_/files/:entity/:id/:field`: downloads a file that the principal may read. `/:line/:inner` follows for a file
 * of a line, and `/:file` at the end for one of several files.
 */
export async function getFile(context: RequestContext): Promise<Response> {
  const { version, runtime, principal, now, request } = context;
  const entity = param(context, 'entity');
  const loaded = await loadRecord(context, entity, param(context, 'id'));
  if ('refused' in loaded) return loaded.refused;
  const values = readableValuesFor(version.compiled, principal, loaded.row, loaded.facts, now);
  const value = fileIn(context, values?.[param(context, 'field')] ?? null);
  if (value === null) return standardAnswer(context, 'NOT_FOUND', { entity: 'file' });
  const headers = privateHeaders(context);
  headers.set('etag', `"${value.file.slice(0, 32)}"`);
  if (request.headers.get('if-none-match') === headers.get('etag')) return new Response(null, { status: 304, headers });
  const stored = await runtime.store.openFile(value.file);
  if (stored === null) return standardAnswer(context, 'NOT_FOUND', { entity: 'file' });
  headers.set('content-type', value.mediaType);
  headers.set('content-length', String(stored.size));
  headers.set('content-disposition', attachmentDisposition(value.name));
  headers.set('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
  return new Response(stored.body, { headers });
}

function fileIn(context: RequestContext, value: Value): FileValue | null {
  const line =
    context.params.has('line') && isRows(value) ? value.find(({ id }) => id === param(context, 'line')) : null;
  const found = context.params.has('line') ? (line?.values[param(context, 'inner')] ?? null) : value;
  if (!context.params.has('file')) return isFile(found) ? found : null;
  return isFiles(found) ? (found.find(({ file }) => file === param(context, 'file')) ?? null) : null;
}
