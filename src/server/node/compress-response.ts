import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptsEncoding } from '../core/assets.ts';
import { CONTENT_LENGTH_FROM } from '../http/answer.ts';

const pack = promisify(gzip);

/**
 * Compresses a long JSON response, which shrinks to a tenth or less. Its ETag stays, because it guards the record.
 * Streams and downloads are not compressed.
 */
export async function compressResponse(request: Request, answer: Response): Promise<Response> {
  if (!acceptsEncoding(request, 'gzip')) return answer;
  const { status, headers } = answer;
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(headers.get('content-type') ?? '');
  if (!isJson || Number(headers.get('content-length')) < CONTENT_LENGTH_FROM || headers.has('content-disposition'))
    return answer;
  const body = await answer.arrayBuffer();
  if (body.byteLength === 0) return new Response(null, { status, headers });
  headers.delete('content-length');
  headers.set('content-encoding', 'gzip');
  return new Response(new Uint8Array(await pack(body)), { status, headers });
}
