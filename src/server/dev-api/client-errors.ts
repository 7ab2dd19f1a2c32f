import { STANDARD, type StandardCode } from '../../engine/compiled/standard-errors.ts';
import { directionOf } from '../../fields/text/direction.ts';
import { type ProtocolCode, protocolError } from '../core/protocol-errors.ts';
import { jsonAnswer, standardAnswer, textAnswer } from '../http/answer.ts';
import { escaped } from '../http/html-page.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';
import { messagesIn } from '../runtime/server-messages.ts';

/**
 * `GET /_/errors/:code`: explains an error code. Placeholders stay in braces, because there is no concrete case to fill
 * them in.
 */
export function getError(context: RequestContext): Response {
  const code = param(context, 'code');
  const stated =
    context.version.compiled.schema.errors.get(code) ?? standardOf(context, code) ?? protocolOf(context, code);
  if (stated === null) return standardAnswer(context, 'NOT_FOUND', { entity: 'error' });
  const { status, message, next } = stated;
  if (!(context.request.headers.get('accept') ?? '').includes('text/html'))
    return jsonAnswer(context, { code, status, message, next });
  const lines = [message, next].filter((line) => line !== '').map((line) => `<p>${escaped(line)}</p>`);
  const head = `<!doctype html><html lang="${escaped(context.version.speech.tag)}" dir="${directionOf(context.version.speech.tag)}"><meta charset="utf-8"><title>${escaped(code)}</title>`;
  return textAnswer(context, `${head}<h1>${escaped(code)}</h1>${lines.join('')}</html>`, {
    mediaType: 'text/html; charset=utf-8',
  });
}

const standardOf = ({ version }: RequestContext, code: string) =>
  Object.hasOwn(STANDARD, code)
    ? { ...STANDARD[code as StandardCode], ...version.compiled.sentences.errors[code as StandardCode] }
    : null;

function protocolOf(context: RequestContext, code: string) {
  const found = protocolError(code);
  return found === null ? null : { ...found, ...messagesIn(context).protocol[code as ProtocolCode] };
}
