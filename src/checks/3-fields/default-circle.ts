import { pathsFrom } from '../../expressions/types/field-paths.ts';
import type { Field } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'default-circle',
  point: 3,
  severity: 'error',
  about: 'Defaults that read one another in a circle.',
  *find({ entities }) {
    for (const context of entities) {
      for (const entity of context.model.entities) {
        const [field, ...others] = circleIn(entity.fields, context);
        if (field === undefined) continue;
        yield {
          element: field.id,
          at: field.default?.at ?? field.at,
          also: others.map((other) => other.default?.at ?? other.at),
          message: `The default of ${field.name} of ${entity.name} reads ${others.length === 0 ? 'the field itself' : `itself, through ${others.map(({ name }) => name).join(', ')}`}, so it never has a value.`,
          next: 'Let one of these defaults read another field, or leave it out.',
          witness: witnessOf(context, {
            entity: entity.name,
            opens: 'form',
            outcome: `a record without ${field.name} is refused`,
          }),
        };
      }
    }
  },
});

/** Returns the fields whose defaults wait for one another, in stated order. */
function circleIn(fields: readonly Field[], context: CheckContext): readonly Field[] {
  const readsOf = ({ default: value }: Field): readonly string[] => {
    const typed = context.typed(value);
    return typed === null ? [] : pathsFrom(typed, 'this').flatMap(([name]) => name ?? []);
  };
  let rest = fields.filter((field) => field.default !== null);
  for (let count = -1; count !== rest.length; ) {
    count = rest.length;
    const waiting = new Set(rest.map(({ name }) => name));
    rest = rest.filter((field) => readsOf(field).some((name) => waiting.has(name)));
  }
  return rest;
}
