import { fixedTextOf } from '../../model/lookups/page-words.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { contractOf } from './contract.ts';

/** Adds the headers with fixed texts that a call states. Only successful answers are cached as it states. */
export function withFixedHeaders(context: RequestContext, call: string, answer: Response): Response {
  for (const { name, word } of contractOf(context, call)?.options.headers ?? []) {
    const text = fixedTextOf(word);
    const isForAnswer = name.toLowerCase() !== 'cache-control' || answer.ok || answer.status === 304;
    if (text !== null && isForAnswer) answer.headers.set(name, text);
  }
  return answer;
}
