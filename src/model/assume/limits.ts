import type { Limit, Model } from '../model.ts';
import { idOf } from '../place.ts';
import { assumed } from './element.ts';

const DEFAULTS: readonly Pick<Limit, 'name' | 'value' | 'per'>[] = [
  { name: 'page size', value: 50, per: null },
  { name: 'upload size', value: 10_000_000, per: null },
  { name: 'requests', value: 600, per: 'minute' },
];

/** A page of 50, uploads of 10 MB, 600 requests a minute for each person. A limit stated as not shown stays so. */
export function assumeLimits(model: Model): Model {
  const missing = DEFAULTS.filter(({ name }) => !model.limits.some((limit) => limit.name === name));
  const limits = missing.map((limit) => ({ ...assumed('A-LIMITS', 9, idOf('limit', limit.name)), ...limit, hours: null, dates: null }));
  return { ...model, limits: [...model.limits, ...limits] };
}
