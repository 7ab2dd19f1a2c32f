import { STANDARD, type StandardCode } from '../../engine/compiled/standard-errors.ts';
import { directionOf } from '../../fields/text/direction.ts';
import { type ProtocolCode, protocolError } from '../core/http-refusals.ts';
import { jsonAnswer, standardAnswer, textAnswer } from '../http/answer.ts';
import { escaped } from '../http/html-page.ts';
import { saidIn } from '../messages/index.ts';
import { type Asking, param } from '../runtime/request-context.ts';

/** `GET /_/errors/:code`: what an error of the catalogue means. Its values stand in braces, since no case fills them in. */
export function getError(asking: Asking): Response {
  const code = param(asking, 'code');
  const stated = asking.version.app.schema.errors.get(code) ?? standardOf(asking, code) ?? protocolOf(asking, code);
  if (stated === null) return standardAnswer(asking, 'NOT_FOUND', { entity: 'error' });
  const { status, message, next } = stated;
  if (!(asking.request.headers.get('accept') ?? '').includes('text/html'))
    return jsonAnswer(asking, { code, status, message, next });
  const lines = [message, next].filter((line) => line !== '').map((line) => `<p>${escaped(line)}</p>`);
  const head = `<!doctype html><html lang="${escaped(asking.version.speech.tag)}" dir="${directionOf(asking.version.speech.tag)}"><meta charset="utf-8"><title>${escaped(code)}</title>`;
  return textAnswer(asking, `${head}<h1>${escaped(code)}</h1>${lines.join('')}</html>`, {
    mediaType: 'text/html; charset=utf-8',
  });
}

const standardOf = ({ version }: Asking, code: string) =>
  Object.hasOwn(STANDARD, code)
    ? { ...STANDARD[code as StandardCode], ...version.app.sentences.errors[code as StandardCode] }
    : null;

function protocolOf(asking: Asking, code: string) {
  const found = protocolError(code);
  return found === null ? null : { ...found, ...saidIn(asking).protocol[code as ProtocolCode] };
}
