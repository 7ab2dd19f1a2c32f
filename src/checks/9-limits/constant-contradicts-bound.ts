import type { Constant } from '../../model/types/model.ts';
import { boundValue } from '../lookups/bound-values.ts';
import { boundsOfField, keyOf, LEAST, MEASURE, MOST, subjectsOf, wordsOf } from '../lookups/named-bounds.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'constant-contradicts-bound',
  point: 9,
  severity: 'warning',
  about: 'A constant that seems to bound a field, while the field or a rule has another bound.',
  *find(context) {
    const named = context.model.constants.flatMap((constant) => namedBound(constant, context));
    if (named.length === 0) return;
    const subjects = subjectsOf(context);
    const rules = Map.groupBy(context.model.rules, ({ entity }) => entity);
    for (const { constant, side, subject, number } of named) {
      const [found, ...others] = subjects.get(subject) ?? [];
      if (found === undefined || others.length > 0) continue;
      const { entity, field } = found;
      for (const bound of boundsOfField(found, side, rules.get(entity.name) ?? [], context)) {
        if (bound.number === number || bound.constant !== null) continue;
        const says = `${side === 'max' ? 'at most' : 'at least'} ${bound.number}`;
        yield {
          element: constant.id,
          at: constant.value?.at ?? constant.at,
          also: [bound.at],
          message: `${constant.name} is ${number}, but the bound of ${field.name} of ${entity.name} is ${says}${bound.by}.`,
          next: `If both mean the same, write ${constant.name} instead of ${bound.number}. Otherwise rename the constant.`,
        };
      }
    }
  },
});

interface NamedBound {
  readonly constant: Constant;
  readonly side: 'min' | 'max';
  readonly subject: string;
  readonly number: number;
}

/**
 * Returns the bound that the name of a constant announces: `MAX_LINE_ITEMS` a maximum of line items, `minGuests` a
 * minimum of guests. Empty for a name that announces none.
 */
function namedBound(constant: Constant, { schema }: CheckContext): NamedBound[] {
  const words = wordsOf(constant.name);
  const side = words.some((word) => MOST.has(word)) ? 'max' : words.some((word) => LEAST.has(word)) ? 'min' : null;
  if (side === null || constant.value?.tree?.op !== 'number') return [];
  const number = boundValue({ constant: constant.name }, schema);
  const subject = keyOf(words.filter((word) => !MOST.has(word) && !LEAST.has(word) && !MEASURE.has(word)));
  return number === null || subject === '' ? [] : [{ constant, side, subject, number }];
}
