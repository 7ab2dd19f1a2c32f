import type { Typed } from '../../expressions/types/typed.ts';
import { placeWithin } from '../lookups/text-places.ts';
import { type CheckContext, type CheckedFormula, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'function-out-of-place',
  point: null,
  severity: 'error',
  about: 'A newToken() where the token is not stored, values() outside of effects, or link() outside of permissions.',
  *find(document) {
    for (const context of document.parts) {
      for (const checked of context.formulas) {
        const { formula, parts, element, point } = checked;
        for (const part of parts) {
          const wrong = wrongIn(part, checked, context);
          if (wrong !== null) yield { element, point, at: placeWithin(formula, part.from, part.to), ...wrong };
        }
      }
    }
  },
});

interface Wrong {
  readonly message: string;
  readonly next: string;
}

function wrongIn(part: Typed, checked: CheckedFormula, context: CheckContext): Wrong | null {
  if (part.op !== 'call') return null;
  if (part.name === 'newToken' && !isStored(checked, context))
    return {
      message: 'newToken() returns a new token each time, but this token is not stored.',
      next: 'Use it as the default of a field, or set a field of the record in an event: `token = newToken()`. Lines cannot have tokens.',
    };
  if (part.name === 'values' && !isSet(checked, context))
    return {
      message: 'values() is what a record holds at the moment of an effect, and this is no effect.',
      next: 'Set a field of the type `object` in point 4: `create LogEntry: after = values(this)`.',
    };
  if (part.name === 'link' && checked.point !== 6)
    return {
      message: 'link() is the link that a person opened, which only permissions can use.',
      next: 'Use it in point 6, as in `token == link()` under “read”.',
    };
  return null;
}

/**
 * Whether the value of a formula is stored: it is a default, or an event sets it in its own record. Lines have no token
 * of their own.
 */
function isStored({ formula, what }: CheckedFormula, { model }: CheckContext): boolean {
  const [entity] = model.entities;
  if (entity === undefined || entity.belongsTo !== null) return false;
  if (what === 'the default') return true;
  const effects = model.machines.flatMap(({ transitions }) => transitions.flatMap((each) => each.effects));
  return effects.some((effect) => effect.kind === 'set' && effect.on === null && effect.value === formula);
}

/** Whether an effect sets a field to the value of a formula. */
function isSet({ formula }: CheckedFormula, { model }: CheckContext): boolean {
  const effects = model.machines.flatMap(({ transitions }) => transitions.flatMap((each) => each.effects));
  return effects.some(
    (effect) =>
      (effect.kind === 'set' && effect.value === formula) ||
      (effect.kind === 'create' && effect.values.some(({ value }) => value === formula)),
  );
}
