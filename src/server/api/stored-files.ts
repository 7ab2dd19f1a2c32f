import type { ReceivedFile } from '../../engine/core/intent.ts';
import { uploaderOf } from '../../engine/core/principal.ts';
import { invalid } from '../../engine/errors/error-catalogue.ts';
import { fileFailure } from '../../engine/input/input-failure.ts';
import type { FileValue } from '../../fields/text/value.ts';
import { type FieldProblem, refused } from '../../fields/text/value-problem.ts';
import { acceptsEnding } from '../../fields/types/file.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Type } from '../../model/types/types.ts';
import { attachmentDisposition } from '../core/content-disposition.ts';
import { randomToken } from '../core/document-hash.ts';
import { cleanName, inspectFile, UNNAMED } from '../core/file-kind.ts';
import { privateHeaders, refusedAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { uploadedFile } from '../http/multipart-file.ts';
import type { RequestContext } from '../runtime/request-context.ts';

export type FileType = Extract<Type, { kind: 'file' }>;

/**
 * Receives the file in the body of a request, as the body itself or as the only file of a form. Returns the value to
 * set in the field, what is wrong with it, or the refusal of the request. `named`: the file's name if the request states
 * it elsewhere. `onBytes` gets the bytes as they arrive. The size is checked while streaming, the format by the bytes.
 */
export async function receiveFile(
  context: RequestContext,
  attribute: Attribute,
  type: FileType,
  named: string | null,
  onBytes: (bytes: Uint8Array) => void = () => {},
): Promise<FileValue | ReceivedFile | Response> {
  const { runtime, principal, request, now } = context;
  const limit = limitOf(context, type);
  const { name: field } = attribute;
  if ('problem' in limit) return { field, ...limit };
  const upload = uploadedFile(request, limit.bytes);
  const inspected = inspectFile(watched(upload.bytes, onBytes));
  const uploader = uploaderOf(principal, context.address);
  const uploaded: { value: FileValue | null } = { value: null };
  const judge = async () => {
    const mediaType = request.headers.get('content-type');
    const kind = await inspected.identify({ name: cleanName(named ?? upload.name() ?? ''), mediaType });
    if (kind === null || !acceptsEnding(type, kind.name)) return null;
    uploaded.value = { file: randomToken(), size: upload.size(), ...kind };
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
  if (uploaded.value !== null) return uploaded.value;
  const name = cleanName(named ?? upload.name() ?? '') ?? UNNAMED;
  const { problem } = refused('WRONG_FILE', { name, endings: type.endings.join(', ') });
  return { field, problem, decidedBy: [] };
}

async function* watched(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    onBytes(chunk);
    yield chunk;
  }
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

/** Answers that the file is wrong. */
export function wrongFile(context: RequestContext, attribute: Attribute, received: ReceivedFile): Response {
  const { compiled } = context.version;
  return refusedAnswer(context, invalid(compiled, [fileFailure(compiled, attribute.id, received)]));
}

/** Answers with the bytes of a stored file, as a download. */
export async function fileAnswer(context: RequestContext, value: FileValue): Promise<Response> {
  const { runtime, request } = context;
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
