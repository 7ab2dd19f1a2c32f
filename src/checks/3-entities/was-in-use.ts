import type { Element } from '../../model/types/place.ts';
import { defineCheck, type Finding } from '../check.ts';

interface Renamed extends Pick<Element, 'id' | 'at' | 'point'> {
  readonly name: string;
  readonly was: readonly string[];
}

export const check = defineCheck({
  code: 'was-in-use',
  point: 3,
  severity: 'error',
  about: 'A former name that something else bears now, or that two have had.',
  *find({ model }) {
    yield* among(model.entities, (name) => `an entity ${name}`);
    for (const entity of model.entities) yield* among(entity.fields, (name) => `a field ${name} of ${entity.name}`);
  },
});

function* among(all: readonly Renamed[], what: (name: string) => string): Generator<Finding> {
  if (!all.some(({ was }) => was.length > 0)) return;
  const now = new Map(all.map((each) => [each.name, each] as const));
  const former = new Map<string, Renamed>();
  for (const { id, at, name, was } of all) {
    for (const old of was) {
      const other = now.get(old) ?? former.get(old);
      former.set(old, former.get(old) ?? { id, at, name, was, point: 3 });
      if (other === undefined) continue;
      const itself = other.id === id;
      const clash = now.has(old) ? `there is ${what(old)} now` : `${other.name} says the same`;
      yield {
        element: id,
        at,
        also: itself ? [] : [other.at],
        message: itself
          ? `${name} says that it was called ${old} before, more than once or as it is called now.`
          : `${name} was ${old}, and ${clash}: nobody can tell whose the data of ${old} are.`,
        next: `Remove \`was ${old}\` where it is not true.`,
      };
    }
  }
}
