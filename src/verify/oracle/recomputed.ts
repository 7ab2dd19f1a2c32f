import type { Entity, Model } from '../../model/types/model.ts';
import { within } from '../evaluator/evaluate.ts';
import { entityNamed } from '../evaluator/names.ts';
import { dependsOnReader, isUnstored, namesOf } from '../evaluator/read-values.ts';
import type { Json, Stored, Trash, World } from '../evaluator/world.ts';
import { compute, draftOf } from '../oracle-rules/draft.ts';
import type { RequestContext } from '../oracle-rules/request-context.ts';

/** Recomputes every computed field for the person, because it may depend on other records, the clock or the person. */
export function recompute(context: RequestContext): void {
  const { model, world, now } = context;
  const entities = unsettled(model);
  const last = settledLast.get(model) ?? [];
  const reader = isForReaders(model) ? (context.person?.id ?? null) : null;
  const same = last.find(
    (each) =>
      each.now === now && each.reader === reader && (isThatOf(world, each.records) || isThatOf(world, each.before)),
  );
  if (same !== undefined) {
    for (const stored of same.records) world.set(stored.id, stored);
    settledLast.set(model, [same, ...last.filter((each) => each !== same)]);
    return;
  }
  const before = [...world.values()];
  // Runs twice if a value changed, because a field may depend on a field of another record.
  if (recomputeOnce(context, entities)) recomputeOnce(context, entities);
  settledLast.set(model, [{ now, reader, before, records: [...world.values()] }, ...last].slice(0, MOST_REMEMBERED));
}

/** Returns whether a value changed. Records without a changed value stay the same objects. */
function recomputeOnce(context: RequestContext, entities: Model['entities']): boolean {
  const { world } = context;
  let isChanged = false;
  for (const entity of entities) {
    for (const stored of [...world.values()].filter((each) => each.entity === entity.name)) {
      const draft = draftOf(stored);
      compute(context, draft);
      if (isSame(stored.values, draft.values)) continue;
      world.set(stored.id, { ...stored, values: draft.values });
      isChanged = true;
    }
  }
  return isChanged;
}

function isSame(one: ReadonlyMap<string, Json>, other: ReadonlyMap<string, Json>): boolean {
  if (one.size !== other.size) return false;
  for (const [name, value] of other) {
    const known = one.get(name);
    if (known !== value && (known === undefined || JSON.stringify(known) !== JSON.stringify(value))) return false;
  }
  return true;
}

/** Recomputes the fields of deleted records that are not stored; the others stay as they were. */
export function recomputeDeleted(context: RequestContext, trash: Trash): void {
  const { model } = context;
  for (const stored of trash.values()) {
    const fields = entityNamed(model, stored.entity)?.fields ?? [];
    const names = fields.filter(({ name }) => isUnstored(model, stored.entity, name)).map(({ name }) => name);
    if (names.length === 0) continue;
    const draft = draftOf(stored);
    compute(context, draft);
    const now = names.map((name) => [name, draft.values.get(name) ?? null] as const);
    trash.set(stored.id, { ...stored, values: new Map([...stored.values, ...now]) });
  }
}

interface Settled {
  readonly now: number;
  /** The person; null if the values are the same for everybody, or for nobody. */
  readonly reader: string | null;
  /** The records before recomputing, which many hypothetical requests share. */
  readonly before: readonly Stored[];
  readonly records: readonly Stored[];
}

/** Cache of the last recomputed worlds. */
const settledLast = new WeakMap<Model, readonly Settled[]>();
const MOST_REMEMBERED = 3;

const forReaders = new WeakMap<Model, boolean>();

/** Whether a computed field depends on the reader. */
function isForReaders(model: Model): boolean {
  const found =
    forReaders.get(model) ??
    model.entities.some((entity) => entity.fields.some(({ name }) => dependsOnReader(model, entity.name, name)));
  forReaders.set(model, found);
  return found;
}

function isThatOf(world: World, records: readonly Stored[]): boolean {
  if (world.size !== records.length) return false;
  let at = 0;
  for (const stored of world.values()) if (stored !== records[at++]) return false;
  return true;
}

const known = new WeakMap<Model, Model['entities']>();

/** Returns the entities with a computed field that another record or the clock may change. */
function unsettled(model: Model): Model['entities'] {
  const found = known.get(model) ?? model.entities.filter((entity) => !standsAlone(model, entity));
  known.set(model, found);
  return found;
}

/** Whether everything computed in a record and its lines depends only on the record itself. */
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
