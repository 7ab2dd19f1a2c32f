import type { Schema } from '../../model/lookups/schema.ts';
import type { Field } from '../../model/types/model.ts';
import { boundsOf, boundText, boundValue } from '../lookups/bound-values.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'bounds-impossible',
  point: 3,
  severity: 'error',
  about: 'A field whose bounds exclude every value.',
  *find({ entities }) {
    for (const { model, schema } of entities) {
      for (const entity of model.entities) {
        for (const field of entity.fields) {
          const why = whyImpossible(field, schema);
          if (why === null) continue;
          yield {
            element: field.id,
            at: field.at,
            message: `No value fits ${field.name} of ${entity.name}: ${why}.`,
            next: 'Correct the bounds, or the constants that they name in point 9.',
          };
        }
      }
    }
  },
});

function whyImpossible({ type }: Field, schema: Schema): string | null {
  if (type.kind === 'file') {
    const most = boundValue(type.maxSize, schema);
    if (most !== null && most <= 0) return 'a file has at least 1 byte';
  }
  const bounds = boundsOf(type);
  if (bounds === null) return null;
  const [min, max] = [boundValue(bounds.min, schema), boundValue(bounds.max, schema)];
  if (min !== null && max !== null && bounds.min !== null && bounds.max !== null && min > max)
    return `at least ${boundText(bounds.min, schema)} contradicts at most ${boundText(bounds.max, schema)}`;
  if (!isNumber(type.kind) && max !== null && max < 1) return `at most ${max} excludes everything`;
  if (type.kind === 'decimal') return beyondDigits(type.precision - type.scale, min, max);
  return null;
}

function beyondDigits(digits: number, min: number | null, max: number | null): string | null {
  const most = 10 ** Math.max(0, digits);
  if (min !== null && min >= most) return `numbers with ${digits} digits before the point are below ${min}`;
  return max !== null && max <= -most ? `numbers with ${digits} digits before the point are above ${max}` : null;
}

function isNumber(kind: string): boolean {
  return kind === 'integer' || kind === 'decimal' || kind === 'money';
}
