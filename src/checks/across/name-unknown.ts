import { nearest } from '../../expressions/syntax/nearest-name.ts';
import { type UnstatedName, unstatedNamesAcross, unstatedNamesIn } from '../lookups/reference-uses.ts';
import { placeWithin, renameEdit, rewriteEdit } from '../lookups/text-places.ts';
import { type CheckContext, type DocumentContext, defineCheck, type Finding } from '../runner/check.ts';

export const check = defineCheck({
  code: 'name-unknown',
  point: null,
  severity: 'error',
  about: 'A name that is used but stated nowhere.',
  *find(context) {
    for (const uses of byName(context).values()) yield findingOf(uses);
    yield* inFormulas(context);
  },
});

type Uses = readonly [UnstatedName, ...UnstatedName[]];

/** Groups the uses of a name: one statement or one correction fixes all of them, so they are one finding. */
function byName(context: DocumentContext): ReadonlyMap<string, Uses> {
  const found = new Map<string, [UnstatedName, ...UnstatedName[]]>();
  const all = [...context.parts.flatMap(unstatedNamesIn), ...unstatedNamesAcross(context)];
  for (const unstated of all.sort((one, other) => placeOf(one) - placeOf(other))) {
    const key = `${unstated.missing} ${unstated.name}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, [unstated]);
    else known.push(unstated);
  }
  return found;
}

function placeOf({ at, element }: UnstatedName): number {
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
        : `Did you mean ${meant}? Otherwise, state it in point ${point}.`,
    edit: renameEdit(at, name, meant),
  };
}

/** If the entity of a formula is not stated, only the entity is reported. */
function inFormulas({ formulas, schema }: CheckContext): readonly Finding[] {
  const found: Finding[] = [];
  for (const { formula, problems, element, entity, point, what } of formulas) {
    if (entity !== null && !schema.entities.has(entity)) continue;
    for (const { kind, from, to, message, next, fix } of problems) {
      if (kind !== 'name') continue;
      const at = placeWithin(formula, from, to);
      const edit = at === null || fix === null ? null : rewriteEdit(at, at, fix, `Write ${fix}`);
      found.push({ element, point, at, message: `In ${what}: ${message}`, next, edit });
    }
  }
  return found;
}
