import { boundValue } from '../lookups/bound-values.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'page-size-too-large',
  point: 2,
  severity: 'warning',
  about: 'A page size that exceeds the largest page, or is not a positive whole number.',
  *find(context) {
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
          ? `A page of ${screen.name} has ${words} rows, but ${words} is not a whole number of at least 1.`
          : `A page of ${screen.name} has ${words} rows, but the largest page has ${largest?.value}.`,
        next: isNone
          ? 'Name a constant that holds a count, or write the number of rows.'
          : 'Write fewer rows, or raise the limit “largest page”.',
        witness: witnessOf(context, {
          who: screen.roles?.[0]?.name ?? null,
          screen,
          outcome: isNone ? 'a page has the usual number of rows' : `a page has ${largest?.value} rows`,
        }),
      };
    }
  },
});
