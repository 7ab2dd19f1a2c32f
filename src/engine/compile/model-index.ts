import type { Call, Model, NamedShape, Permission, Rule, Screen } from '../../model/types/model.ts';
import { statedGroupingOf } from '../../model/types/screen.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import { readableReferenceFields } from '../records/readable-references.ts';

/** What compiling an entity needs of the rest of the Model, by entity. */
export interface ModelIndex {
  readonly rules: ReadonlyMap<string | null, readonly Rule[]>;
  readonly permissions: ReadonlyMap<string | null, readonly Permission[]>;
  readonly screens: ReadonlyMap<string | null, readonly Screen[]>;
  readonly calls: ReadonlyMap<string | null, readonly Call[]>;
  readonly shapes: ReadonlyMap<string, readonly NamedShape[]>;
  readonly referrers: ReadonlyMap<string, CompiledEntity['referrers']>;
  readonly readerDependent: ReturnType<typeof readableReferenceFields>;
}

/** Goes through the Model once, so that compiling takes time in proportion to the number of entities. */
export function indexModel(model: Model): ModelIndex {
  return {
    rules: Map.groupBy(model.rules, ({ entity }) => entity),
    permissions: Map.groupBy(model.permissions, ({ entity }) => entity),
    screens: Map.groupBy(model.screens, ({ entity }) => entity),
    calls: Map.groupBy(model.calls, ({ does }) => ('entity' in does ? does.entity : null)),
    shapes: Map.groupBy(model.shapes, ({ entity }) => entity),
    referrers: referrersOf(model),
    readerDependent: readableReferenceFields(model),
  };
}

/** Returns the fields that refer to each entity. */
function referrersOf({ entities }: Model): ModelIndex['referrers'] {
  const referring = entities.flatMap(({ name, fields }) =>
    fields.flatMap((field) => {
      const { type } = field;
      const isReference = type.kind === 'reference' || type.kind === 'references';
      return isReference ? [{ to: type.entity, referrer: { entity: name, field } }] : [];
    }),
  );
  const groups = Map.groupBy(referring, ({ to }) => to);
  return new Map([...groups].map(([to, all]) => [to, all.map(({ referrer }) => referrer)] as const));
}

/**
 * Returns the built-in fields that are sent to clients. `changedAt` and `changedBy` reveal that something hidden
 * changed, so they are sent only if the document names them.
 */
export function shownBuiltIns({ screens, calls, shapes }: ModelIndex, entity: string): ReadonlySet<string> {
  const named = (screens.get(entity) ?? []).flatMap((screen) => [
    ...screen.fields.map(({ name }) => name),
    ...screen.sort.map(({ field }) => field),
    statedGroupingOf(screen)?.field ?? '',
  ]);
  const stated = [
    ...(calls.get(entity) ?? []).flatMap((call) => [call.gets, ...textsOfQuery(call)]),
    ...(shapes.get(entity) ?? []).flatMap(({ members }) => members.map(({ name, value }) => value || name)),
  ];
  const late = ['changedAt', 'changedBy'].filter(
    (name) => named.includes(name) || stated.some((text) => text.includes(name)),
  );
  return new Set(['id', 'createdAt', 'createdBy', ...late]);
}

/** Returns what the order and the parameters of a list name. */
function textsOfQuery({ options, parameters }: Call): readonly string[] {
  const sorts = [
    ...(options.sort ?? []),
    ...parameters.flatMap(({ effect }) => (effect.kind === 'order' ? effect.sort : [])),
  ];
  const filters = parameters.flatMap(({ effect }) => (effect.kind === 'filter' ? effect.formula.text : []));
  return [...sorts.map(({ field }) => field), ...filters];
}
