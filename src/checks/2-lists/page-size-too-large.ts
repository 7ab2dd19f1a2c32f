import { boundValue } from '../lookups/bound-values.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'page-size-too-large',
  point: 2,
  severity: 'warning',
  about: 'A screen with more rows on a page than the largest page has, or with a constant that is no number of rows.',
  *findEach(context) {
    const { model, schema } = context;
    const largest = model.limits.find(({ name }) => name === 'largest page') ?? null;
    for (const screen of model.screens) {
      if (screen.standing !== 'stated' || screen.pageSize === null) continue;
      const rows = boundValue(screen.pageSize, schema);
      const constant = 'constant' in screen.pageSize ? schema.constants.get(screen.pageSize.constant) : undefined;
      const words = constant?.name ?? String(rows);
      const isNone = constant?.value != null && (rows === null || rows < 1 || !Number.isInteger(rows));
      const isMore = rows !== null && largest?.value != null && rows > largest.value;
      if (!isNone && !isMore) continue;
      yield {
        element: screen.id,
        at: screen.at,
        also: [isNone ? (constant?.at ?? null) : (largest?.at ?? null)],
        message: isNone
          ? `A page of ${screen.name} has ${words} rows, and ${words} is no whole number from 1.`
          : `A page of ${screen.name} has ${words} rows, and no page has more than ${largest?.value}.`,
        next: isNone
          ? 'Name a constant that is a count, or write the number of rows.'
          : 'Write fewer rows, or make the limit “largest page” larger.',
        witness: witnessOf(context, {
          who: screen.roles?.[0]?.name ?? null,
          screen,
          happens: isNone ? 'a page is as long as everywhere else' : `there are ${largest?.value} rows on a page`,
        }),
      };
    }
  },
});
