import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import { type CheckedFormula, defineCheck, type PartContext } from '../check.ts';
import { placeWithin } from '../places.ts';

export const check = defineCheck({
  code: 'function-out-of-place',
  point: null,
  severity: 'error',
  about: 'A new token where nothing is kept, or a link where it is not asked who may read.',
  *findEach(context) {
    for (const checked of context.formulas) {
      const { formula, typed, element, point } = checked;
      for (const part of typed === null ? [] : walk(typed)) {
        const wrong = wrongIn(part, checked, context);
        if (wrong !== null) yield { element, point, at: placeWithin(formula, part.from, part.to), ...wrong };
      }
    }
  },
});

interface Wrong {
  readonly message: string;
  readonly next: string;
}

function wrongIn(part: Typed, checked: CheckedFormula, context: PartContext): Wrong | null {
  if (part.op !== 'call') return null;
  if (part.name === 'newToken' && !isKept(checked, context))
    return {
      message: 'newToken() is another text each time, and here none of them is kept.',
      next: 'Write it as the default of a field, or into a field of the record by an event: `token = newToken()`. A line has none.',
    };
  if (part.name === 'link' && checked.point !== 6)
    return {
      message: 'link() is what somebody came by, and only a permission goes by that.',
      next: 'Write it into point 6, as in `token == link()` under “read”.',
    };
  return null;
}

/** A default, or what an event sets in its own record; lines are made along with theirs, without one of their own. */
function isKept({ formula, what }: CheckedFormula, { entity, model }: PartContext): boolean {
  if (entity === null || entity.belongsTo !== null) return false;
  if (what === 'the default') return true;
  const effects = model.machines.flatMap(({ transitions }) => transitions.flatMap((each) => each.effects));
  return effects.some((effect) => effect.kind === 'set' && effect.on === null && effect.value === formula);
}
