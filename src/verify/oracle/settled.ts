import type { Tree } from '../../model/formula.ts';
import type { Entity, Model } from '../../model/model.ts';
import type { Asking } from './asking.ts';
import { compute, draftOf } from './draft.ts';
import { within } from './evaluate.ts';
import { entityNamed } from './names.ts';
import type { Stored, World } from './world.ts';

/** Puts into every computed field what its formula comes to now: one may look at other records, or at the clock. */
export function settle(asking: Asking): void {
  const { model, world, now } = asking;
  const entities = unsettled(model);
  const last = settledLast.get(model) ?? [];
  const same = last.find((each) => each.now === now && (isThatOf(world, each.records) || isThatOf(world, each.before)));
  if (same !== undefined) {
    for (const stored of same.records) world.set(stored.id, stored);
    settledLast.set(model, [same, ...last.filter((each) => each !== same)]);
    return;
  }
  const before = [...world.values()];
  // Once more for what stands on another record's.
  for (const entity of [...entities, ...entities]) {
    for (const stored of [...world.values()].filter((each) => each.entity === entity.name)) {
      const draft = draftOf(stored);
      compute(asking, draft);
      world.set(stored.id, { ...stored, values: draft.values });
    }
  }
  settledLast.set(model, [{ now, before, records: [...world.values()] }, ...last].slice(0, MOST_REMEMBERED));
}

interface Settled {
  readonly now: number;
  /** As they came: thoughts about one world all begin with these. */
  readonly before: readonly Stored[];
  readonly records: readonly Stored[];
}

/** The worlds that were settled last: many of the next questions are about the very same records, at the same moment. */
const settledLast = new WeakMap<Model, readonly Settled[]>();
const MOST_REMEMBERED = 3;

function isThatOf(world: World, records: readonly Stored[]): boolean {
  if (world.size !== records.length) return false;
  let at = 0;
  for (const stored of world.values()) if (stored !== records[at++]) return false;
  return true;
}

const known = new WeakMap<Model, Model['entities']>();

/** Entities with a computed field that another record, or the clock, may change. */
function unsettled(model: Model): Model['entities'] {
  const found = known.get(model) ?? model.entities.filter((entity) => !standsAlone(model, entity));
  known.set(model, found);
  return found;
}

/** Whether all that is computed of a record, and of its lines, comes from what stands in it. */
function standsAlone(model: Model, { fields }: Entity): boolean {
  const lines = fields.flatMap(({ type }) =>
    type.kind === 'list' ? (entityNamed(model, type.entity)?.fields ?? []) : [],
  );
  const own = [...fields, ...lines];
  const inside = own.filter(({ type }) => type.kind !== 'reference' && type.kind !== 'references');
  const names = own.flatMap(({ computed }) => (computed?.tree ? within(computed.tree) : [])).flatMap(namesOf);
  return names.every(
    (name) => inside.some((field) => field.name === name) || model.constants.some((constant) => constant.name === name),
  );
}

const namesOf = (part: Tree): readonly string[] => (part.op === 'name' || part.op === 'member' ? [part.name] : []);

/** Whether a field goes by the clock, so that its value is nowhere kept. */
export function goesByClock(model: Model, entity: string, name: string, seen: readonly string[] = []): boolean {
  const tree = entityNamed(model, entity)?.fields.find((field) => field.name === name)?.computed?.tree ?? null;
  const key = `${entity}/${name}`;
  if (tree === null || seen.includes(key)) return false;
  const names = within(tree).flatMap((part) => (part.op === 'name' || part.op === 'member' ? [part.name] : []));
  if (names.includes('now') || names.includes('today')) return true;
  const others = model.entities.filter((each) => each.name === entity || names.includes(each.name));
  const below = [...others, ...referred(model, entity, names)];
  return below.some((each) => names.some((called) => goesByClock(model, each.name, called, [...seen, key])));
}

function referred(model: Model, entity: string, names: readonly string[]): Model['entities'] {
  const targets = (entityNamed(model, entity)?.fields ?? []).flatMap(({ name, type }) =>
    names.includes(name) && 'entity' in type ? [type.entity] : [],
  );
  return model.entities.filter((each) => targets.includes(each.name));
}
