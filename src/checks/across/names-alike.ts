import type { Place, Point, Standing } from '../../model/types/element.ts';
import type { Model } from '../../model/types/model.ts';
import { differenceOf, similarityKey } from '../lookups/similar-names.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';

interface Named {
  readonly name: string;
  readonly id: string;
  readonly point: Point;
  readonly at: Place | null;
  readonly standing: Standing;
}

export const check = defineCheck({
  code: 'names-alike',
  point: null,
  severity: 'warning',
  about: 'Two names of the same kind that differ only in capitals, spaces, letters that look the same, or the plural.',
  *find({ model, parts }) {
    if (hasAlike(namesIn(model))) yield* alike('entities', model.entities, true);
    yield* alike('roles', model.roles, true);
    yield* alike('rules', model.rules, false);
    yield* alike('calls', model.calls, false);
    yield* alike(
      'errors',
      model.errors.map((error) => ({ ...error, name: error.code })),
      false,
    );
    yield* alike('constants', model.constants, false);
    yield* parts.flatMap(alikeInPart);
  },
});

/** Returns only the names, so that a cheap test decides whether entities must be compared. */
function namesIn(model: Model): readonly string[] {
  return model.entities.flatMap(({ name, standing }) => (standing === 'stated' ? name : []));
}

function hasAlike(names: readonly string[]): boolean {
  return new Set(names.map((name) => similarityKey(name, true))).size < new Set(names).size;
}

/** Compares names within one entity: fields and state machines, states of one machine, events. */
function alikeInPart({ model }: CheckContext): readonly Finding[] {
  const found: Finding[] = [];
  for (const { name, fields } of model.entities) {
    const machines = model.machines.filter(({ entity }) => entity === name);
    found.push(...alike(`fields of ${name}`, [...fields, ...machines.filter(({ stateless }) => !stateless)], false));
    const events = machines.flatMap(({ transitions }) =>
      transitions.flatMap(({ event, id, at, point, standing }) =>
        event === null ? [] : [{ name: event, id, at, point, standing }],
      ),
    );
    found.push(...alike(`events of ${name}`, events, false));
  }
  for (const { entity, states, point, standing } of model.machines) {
    const named = states.map((state) => ({ ...state, point, standing }));
    found.push(...alike(`states of ${entity}`, named, true));
  }
  return found;
}

/** Identical names are reported by another check. */
function* alike(what: string, elements: readonly Named[], plurals: boolean): Generator<Finding> {
  const first = new Map<string, Named>();
  const reported = new Set<string>();
  for (const element of elements) {
    const { id, name, at, point, standing } = element;
    if (standing !== 'stated') continue;
    const key = similarityKey(name, plurals);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, element);
      continue;
    }
    if (earlier.name === name || reported.has(name)) continue;
    reported.add(name);
    yield {
      element: id,
      point,
      at,
      also: [earlier.at],
      message: `The ${what} “${earlier.name}” and “${name}” differ only in ${differenceOf(earlier.name, name)}.`,
      next: `If both are the same, write “${earlier.name}” everywhere. Otherwise rename one of them.`,
    };
  }
}
