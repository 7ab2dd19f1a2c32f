import type { Limit, Model } from '../../model/types/model.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';

const PAGE_SIZE = 50;
/** Maximum length of a comment in characters if the document states none. */
const COMMENT = 4000;
/** How long deleted records can be restored if the document does not state it, in milliseconds. */
const RETENTION = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns the page sizes. A page is never larger than the largest; if that is not stated, the usual size is the
 * largest.
 */
export function pagesOf(model: Model): Pick<CompiledModel, 'pageSize' | 'largestPage'> {
  const usual = limitOf(model, 'page size')?.value ?? PAGE_SIZE;
  const largest = limitOf(model, 'largest page')?.value ?? usual;
  return { pageSize: Math.min(usual, largest), largestPage: largest };
}

/** Returns the retention of deleted records, and of history: as long as the records exist unless a period is stated. */
export function retentionOf(model: Model): Pick<CompiledModel, 'retention' | 'historyKept'> {
  const historyKept = limitOf(model, 'retention')?.value ?? null;
  return { retention: historyKept ?? RETENTION, historyKept };
}

/** Returns the maximum length of a comment; null if the limit exists and is not shown, which refuses comments. */
export function longestComment(model: Model): number | null {
  const limit = limitOf(model, 'comment length');
  return limit === null ? COMMENT : limit.value;
}

/** Returns the limit of this name, the first if there are two. */
export function limitOf(model: Model, name: Limit['name']): Limit | null {
  return model.limits.find((limit) => limit.name === name) ?? null;
}
