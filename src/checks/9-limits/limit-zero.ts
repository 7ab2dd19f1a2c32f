import type { LimitName } from '../../model/model.ts';
import { defineCheck } from '../check.ts';

/** What nought of them means; of the others it means that something is left out, which may be meant. */
const MEANS: ReadonlyMap<LimitName, string> = new Map([
  ['page size', 'no list shows a record'],
  ['largest page', 'no list shows a record'],
  ['requests', 'nobody can do anything'],
  ['upload size', 'no file is ever taken'],
  ['session', 'whoever signs in is signed out at once'],
  ['timeout', 'no answer is waited for'],
  ['refresh', 'screens fetch without a pause'],
]);

export const check = defineCheck({
  code: 'limit-zero',
  point: 9,
  severity: 'error',
  about: 'A limit of nought that shuts the product.',
  *find({ model }) {
    for (const { id, name, at, value } of model.limits) {
      const means = value === 0 ? MEANS.get(name) : undefined;
      if (means === undefined) continue;
      yield {
        element: id,
        at,
        message: `The limit ${name} is 0: ${means}.`,
        next: 'Write the number that is meant, or remove the row.',
      };
    }
  },
});
