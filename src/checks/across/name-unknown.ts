import { nearest } from '../../expressions/nearest.ts';
import { type CheckContext, defineCheck, type Finding } from '../check.ts';
import { placeWithin, renaming } from '../places.ts';
import { type Unstated, unstatedNames } from '../references.ts';

export const check = defineCheck({
  code: 'name-unknown',
  point: null,
  severity: 'error',
  about: 'A name that is used in a cell or formula and stated nowhere.',
  *find(context) {
    for (const uses of byName(context).values()) yield findingOf(uses);
    yield* inFormulas(context);
  },
});

type Uses = readonly [Unstated, ...Unstated[]];

/** One statement, or one correction, mends all uses of a name, so that they are one finding. */
function byName({ schema }: CheckContext): ReadonlyMap<string, Uses> {
  const found = new Map<string, [Unstated, ...Unstated[]]>();
  for (const unstated of unstatedNames(schema)) {
    if (unstated.element.standing !== 'stated') continue;
    const key = `${unstated.missing} ${unstated.name}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, [unstated]);
    else known.push(unstated);
  }
  return found;
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
function* inFormulas({ formulas, schema }: CheckContext): Generator<Finding> {
  for (const { formula, problems, element, entity, point, what } of formulas) {
    if (entity !== null && !schema.entities.has(entity)) continue;
    for (const { kind, from, to, message, next, fix } of problems) {
      if (kind !== 'name') continue;
      const at = placeWithin(formula, from, to);
      const edit = at === null || fix === null ? null : { from: at.from, to: at.to, text: fix, title: `Write ${fix}` };
      yield { element, point, at, message: `In ${what}: ${message}`, next, edit };
    }
  }
}
