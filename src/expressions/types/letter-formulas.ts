import { recipientRole } from '../../model/lookups/roles.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Effect } from '../../model/types/model.ts';
import type { StatedFormula } from './formulas.ts';

/** Returns the formulas of an effect that tells people something: who is told, and the values in braces. */
export function recipientFormulas(
  schema: Schema,
  effect: Effect,
  about: Pick<StatedFormula, 'element' | 'point' | 'entity'>,
): StatedFormula[] {
  if (effect.kind !== 'notify' && effect.kind !== 'email') return [];
  // The name of a role is no expression.
  const named = recipientRole(effect.to, about.entity, schema) !== null;
  const what = effect.kind === 'notify' ? 'the person to notify' : 'the recipient';
  const to = named ? [] : [{ ...about, formula: effect.to, wants: null, what }];
  if (effect.kind === 'notify') return to;
  const values = [...effect.subject.values, ...effect.text.values];
  return [
    ...to,
    ...values.map((formula) => ({ ...about, formula, wants: null, what: 'the e-mail' })),
    ...(effect.file === null ? [] : [{ ...about, formula: effect.file, wants: null, what: 'the attached file' }]),
  ];
}
