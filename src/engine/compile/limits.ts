import type { Limit, Model } from '../../model/types/model.ts';
import type { App } from '../compiled/compiled-model.ts';

const PAGE_SIZE = 50;
/** Characters of a comment where no line states it. */
const COMMENT = 4000;
/** How long what was deleted is kept where the document does not state it. */
const RETENTION = 30 * 24 * 60 * 60 * 1000;

/** A page is never larger than the largest; where that is not stated, no larger page may be asked for. */
export function pagesOf(model: Model): Pick<App, 'pageSize' | 'largestPage'> {
  const usual = limitOf(model, 'page size')?.value ?? PAGE_SIZE;
  const largest = limitOf(model, 'largest page')?.value ?? usual;
  return { pageSize: Math.min(usual, largest), largestPage: largest };
}

/** Deleted records are kept for a while in any case; history for as long as these, unless a period is stated. */
export function retentionOf(model: Model): Pick<App, 'retention' | 'historyKept'> {
  const historyKept = limitOf(model, 'retention')?.value ?? null;
  return { retention: historyKept ?? RETENTION, historyKept };
}

/** A limit that is there and not shown refuses. */
export function longestComment(model: Model): number | null {
  const limit = limitOf(model, 'comment length');
  return limit === null ? COMMENT : limit.value;
}

/** The limit of this name; of two the first. */
export function limitOf(model: Model, name: Limit['name']): Limit | null {
  return model.limits.find((limit) => limit.name === name) ?? null;
}
