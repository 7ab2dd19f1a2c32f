import { nearest } from '../../expressions/syntax/nearest-name.ts';
import { type CheckContext, defineCheck, type Finding, type PartContext } from '../check.ts';
import { placeWithin, renaming, rewriting } from '../places.ts';
import { type Unstated, unstatedBeside, unstatedIn } from '../references.ts';

export const check = defineCheck({
  code: 'name-unknown',
  point: null,
  severity: 'error',
  about: 'A name that is used in a cell or formula and stated nowhere.',
  *find(context) {
    for (const uses of byName(context).values()) yield findingOf(uses);
    yield* context.gather(inFormulas).flat();
  },
});

type Uses = readonly [Unstated, ...Unstated[]];

/** One statement, or one correction, mends all uses of a name, so that they are one finding. */
function byName(context: CheckContext): ReadonlyMap<string, Uses> {
  const found = new Map<string, [Unstated, ...Unstated[]]>();
  const all = [...context.gather(unstatedIn).flat(), ...unstatedBeside(context)];
  for (const unstated of all.sort((one, other) => placeOf(one) - placeOf(other))) {
    const key = `${unstated.missing} ${unstated.name}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, [unstated]);
    else known.push(unstated);
  }
  return found;
}

function placeOf({ at, element }: Unstated): number {
  return (at ?? element.at)?.from ?? 0;
}

function findingOf([first, ...others]: Uses): Finding {
  const { name, at, element, missing, candidates, point } = first;
  const meant = nearest(name, candidates);
  return {
    element: element.id === '' ? null : element.id,
    point: element.point,
    at: at ?? element.at,
    also: others.map((other) => other.at ?? other.element.at),
    message: `${missing} “${name}”.`,
    next:
      meant === null
        ? `State it in point ${point}, or correct the name.`
        : `Did you mean ${meant}? Otherwise state it in point ${point}.`,
    edit: renaming(at, name, meant),
  };
}

/** Where the entity of a formula is not stated, that alone is reported. */
function inFormulas({ formulas, schema }: PartContext): readonly Finding[] {
  const found: Finding[] = [];
  for (const { formula, problems, element, entity, point, what } of formulas) {
    if (entity !== null && !schema.entities.has(entity)) continue;
    for (const { kind, from, to, message, next, fix } of problems) {
      if (kind !== 'name') continue;
      const at = placeWithin(formula, from, to);
      const edit = at === null || fix === null ? null : rewriting(at, at, fix, `Write ${fix}`);
      found.push({ element, point, at, message: `In ${what}: ${message}`, next, edit });
    }
  }
  return found;
}
