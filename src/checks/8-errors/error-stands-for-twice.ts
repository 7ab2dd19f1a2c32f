import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'error-stands-for-twice',
  point: 8,
  severity: 'warning',
  about: 'Two entries for the same standard error, of which only one is used.',
  *find({ model, schema }) {
    const first = new Map<string, { readonly code: string; readonly line: number | null }>();
    for (const { id, code, at, standing, standsFor, causes } of model.errors) {
      // A row for a certain cause is used beside the one for all others.
      if (standing !== 'stated' || causes.length > 0) continue;
      for (const refusal of standsFor) {
        // An entry with the same code takes precedence over entries that stand for it.
        const own = schema.errors.get(refusal) ?? null;
        const before = own === null ? (first.get(refusal) ?? null) : { code: own.code, line: own.at?.line ?? null };
        if (before === null) first.set(refusal, { code, line: at?.line ?? null });
        if (before === null || before.code === code) continue;
        const where = before.line === null ? '' : ` in line ${before.line}`;
        yield {
          element: id,
          at,
          also: [schema.errors.get(before.code)?.at ?? null],
          message: `${code} stands for ${refusal}, which ${before.code} already does.`,
          next: `Remove ${refusal} here, or from ${before.code}${where}.`,
          witness: `People who get ${refusal} read the text of ${before.code}, never that of ${code}.`,
        };
      }
    }
  },
});
