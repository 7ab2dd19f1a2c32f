import type { Paging } from '../../model/types/call-parameter.ts';
import type { CompiledCall, CompiledModel, CompiledScreen } from '../compiled/compiled-model.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuseParameter } from '../errors/parameter-refusal.ts';
import type { ListPlan } from './list-plan.ts';

/** Which page of a list a request asks for. */
export interface RequestedPage {
  readonly limit: number;
  /** Records before the page. */
  readonly offset: number;
  /** The cursor of the page, if pages have cursors. */
  readonly cursor: string | null;
  /** The record after or before which the page lies. */
  readonly start: NonNullable<ListPlan['start']> | null;
}

/** Maximum number of records before a page that is asked for by its number or offset, or by the record after it. */
export const MOST_SKIPPED = 10_000;

/** Maximum number of records of a list without pages. */
const MOST_WITHOUT_PAGES = 5_000;

/** Returns the requested page in the parameters that the call states. `given`: those that ask for a page. */
export function readPage(
  model: CompiledModel,
  call: CompiledCall,
  paging: Paging,
  given: ReadonlyMap<string, string>,
): RequestedPage | Refusal {
  const whole = { limit: MOST_WITHOUT_PAGES, offset: 0, cursor: null, start: null };
  if (paging.kind === 'none') return whole;
  const sizes = sizesOf(model, null, call);
  const limit = paging.limit === null ? sizes.usual : readSize(model, sizes, paging.limit, given.get(paging.limit));
  if (typeof limit !== 'number') return limit;
  const page = { ...whole, limit };
  const text = (name: string | null) => (name === null ? '' : (given.get(name) ?? ''));
  if (paging.kind === 'cursor') return { ...page, cursor: text(paging.parameter) || null };
  if (paging.kind === 'after') {
    const [after, before] = [text(paging.after), text(paging.before)];
    if (after !== '' && before !== '')
      return refuseParameter(model, paging.before ?? '', `excludes the parameter “${paging.after}”`);
    if (after === '' && before === '') return page;
    return { ...page, start: after === '' ? { where: 'before', id: before } : { where: 'after', id: after } };
  }
  const first = paging.kind === 'page' ? paging.first : 0;
  const number = text(paging.parameter) === '' ? first : wholeNumber(text(paging.parameter));
  const offset = paging.kind === 'page' ? (number - first) * limit : number;
  const isTooFar = offset > MOST_SKIPPED;
  if (number >= first && !isTooFar) return { ...page, offset };
  const expected = isTooFar ? `smaller: at most ${MOST_SKIPPED} records can be skipped` : `a number from ${first}`;
  return refuseParameter(model, paging.parameter, `must be ${expected}`);
}

const wholeNumber = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : -1);

/** The size of pages: the usual one, the largest, and whether a larger one is cut. */
export interface PageSizes {
  readonly usual: number;
  readonly largest: number;
  readonly isCut: boolean;
}

/** Returns the sizes that the screen or call states, up to the largest page. */
export function sizesOf(
  model: CompiledModel,
  screen: CompiledScreen | null,
  call: Pick<CompiledCall, 'options'> | undefined,
): PageSizes {
  const { pageSize = null, largestPage = null, tooLarge = null } = call?.options ?? {};
  const largest = largestPage ?? Math.max(model.largestPage, pageSize ?? 0);
  const isCut = tooLarge === 'cut';
  const stated = screen?.screen.pageSize ?? null;
  const rows = stated === null ? null : model.bounds(stated);
  if (rows !== null && rows >= 1 && Number.isSafeInteger(rows))
    return { usual: Math.min(rows, Math.max(model.largestPage, model.pageSize)), largest, isCut };
  const usual = pageSize ?? model.pageSize;
  return { usual: largestPage === null ? usual : Math.min(usual, largestPage), largest, isCut };
}

/** Returns the page size: the requested one, else the usual one. */
export function readSize(
  model: CompiledModel,
  { usual, largest, isCut }: PageSizes,
  parameter: string,
  text: string | undefined,
): number | Refusal {
  if (text === undefined) return usual;
  const limit = wholeNumber(text);
  if (limit > largest && isCut) return largest;
  if (limit >= 1 && limit <= largest) return limit;
  return refuseParameter(model, parameter, `must be a number from 1 to ${largest}`);
}
