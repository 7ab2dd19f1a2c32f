import { idOf } from '../types/element.ts';
import type { Constant, Limit, LimitName, Model } from '../types/model.ts';
import { assumedElement } from './element.ts';

type Default = Pick<Limit, 'name' | 'value' | 'per'>;

const DEFAULTS: readonly Default[] = [
  { name: 'page size', value: 50, per: null },
  { name: 'upload size', value: 10_000_000, per: null },
  { name: 'requests', value: 600, per: 'minute' },
  { name: 'export rows', value: 10_000, per: null },
  { name: 'import rows', value: 1_000, per: null },
];

/** Names of constants that set a limit, without a unit at their end. */
const BY_CONSTANT: ReadonlyMap<string, LimitName> = new Map([
  ['page size', 'page size'],
  ['default page size', 'page size'],
  ['rows per page', 'page size'],
  ['max page size', 'largest page'],
  ['maximum page size', 'largest page'],
  ['search debounce', 'search delay'],
  ['search delay', 'search delay'],
  ['min search length', 'search from'],
  ['max upload size', 'upload size'],
  ['upload max', 'upload size'],
]);

/**
 * A-LIMITS: takes a limit from a constant with a matching name, such as PAGE_SIZE. Otherwise: 50 rows per page, uploads
 * of 10 MB, 600 requests per minute and person, 10,000 exported and 1,000 imported rows. A limit stated as not shown
 * stays not shown.
 */
export function assumeLimits(model: Model): Model {
  const isFree = ({ name }: Default) => !model.limits.some((limit) => limit.name === name);
  const named = firstOfEach(model.constants.flatMap(limitOf)).filter(isFree);
  const usual = DEFAULTS.filter((limit) => isFree(limit) && !named.some(({ name }) => name === limit.name));
  const limits = [...named, ...usual].map(
    (limit): Limit => ({
      ...assumedElement('A-LIMITS', 9, idOf('limit', limit.name)),
      ...limit,
      hours: null,
      dates: null,
    }),
  );
  return limits.length === 0 ? model : { ...model, limits: [...model.limits, ...limits] };
}

function firstOfEach(limits: readonly Default[]): Default[] {
  return limits.filter(({ name }, index) => limits.findIndex((other) => other.name === name) === index);
}

const UNIT = / (?:ms|milliseconds?|s|sec|seconds?|bytes?|kb|mb|chars|characters)$/;

function limitOf({ name, value }: Constant): Default[] {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  const limit = BY_CONSTANT.get(words) ?? BY_CONSTANT.get(words.replace(UNIT, ''));
  const amount = limit === undefined ? null : amountOf(limit, value);
  return limit === undefined || amount === null || amount <= 0 ? [] : [{ name: limit, value: amount, per: null }];
}

const SIZES: ReadonlyMap<string | null, number> = new Map([
  ['bytes', 1],
  ['kB', 1e3],
  ['MB', 1e6],
]);
const TIMES: ReadonlyMap<string | null, number> = new Map([
  ['millisecond', 1],
  ['milliseconds', 1],
  ['second', 1_000],
  ['seconds', 1_000],
]);
const COUNTS: ReadonlyMap<string | null, number> = new Map([[null, 1]]);

/**
 * Returns the value in the limit's base unit: a plain number for a count, a number with a matching unit for sizes and
 * times. Null for anything else.
 */
function amountOf(limit: LimitName, value: Constant['value']): number | null {
  const tree = value?.tree ?? null;
  if (tree === null || tree.op !== 'number') return null;
  const units = limit === 'upload size' ? SIZES : limit === 'search delay' ? TIMES : COUNTS;
  const amount = Number(tree.digits) * (units.get(tree.unit) ?? Number.NaN);
  return Number.isSafeInteger(amount) ? amount : null;
}
