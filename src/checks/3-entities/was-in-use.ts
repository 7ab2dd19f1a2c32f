import type { Element } from '../../model/types/element.ts';
import { defineCheck, type Finding } from '../runner/check.ts';

interface Renamed extends Pick<Element, 'id' | 'at' | 'point'> {
  readonly name: string;
  readonly was: readonly string[];
}

export const check = defineCheck({
  code: 'was-in-use',
  point: 3,
  severity: 'error',
  about: 'A former name that is in use again, or that two elements claim.',
  *find({ model }) {
    yield* reusedNames(model.entities, (name) => `an entity ${name}`);
    for (const entity of model.entities)
      yield* reusedNames(entity.fields, (name) => `a field ${name} of ${entity.name}`);
  },
});

function* reusedNames(all: readonly Renamed[], what: (name: string) => string): Generator<Finding> {
  if (!all.some(({ was }) => was.length > 0)) return;
  const now = new Map(all.map((each) => [each.name, each] as const));
  const former = new Map<string, Renamed>();
  for (const { id, at, name, was } of all) {
    for (const old of was) {
      const other = now.get(old) ?? former.get(old);
      former.set(old, former.get(old) ?? { id, at, name, was, point: 3 });
      if (other === undefined) continue;
      const itself = other.id === id;
      const clash = now.has(old) ? `there is ${what(old)} now` : `so was ${other.name}`;
      yield {
        element: id,
        at,
        also: itself ? [] : [other.at],
        message: itself
          ? `${name} lists its former name ${old} twice, or it is its current name.`
          : `${name} was ${old}, but ${clash}. It is not clear which one the data of ${old} belong to.`,
        next: `Remove \`was ${old}\` where it is wrong.`,
      };
    }
  }
}
