import type { Place } from '../../model/types/element.ts';
import type { Tree } from '../../model/types/formula.ts';
import type { Effect, Entity, Machine, Model, Transition } from '../../model/types/model.ts';
import { plainName } from './functions.ts';
import { literal } from './literals-with-unit.ts';
import { entityNamed } from './names.ts';

/** A part of the document whose meaning the oracle does not know, so that nothing that depends on it is judged. */
export interface Unjudged {
  /** The entity it belongs to; null if it affects all entities. */
  readonly entity: string | null;
  readonly at: Place | null;
  /** A description: `the function slug`. */
  readonly what: string;
}

/** The functions that the oracle implements. */
const KNOWN_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['all', 'exists', 'exists_one', 'none', 'filter', 'map', 'newToken', 'link', 'coalesce'],
  ...['sum', 'count', 'average', 'min', 'max', 'size', 'round', 'floor', 'ceil', 'cents', 'abs', 'fileName'],
  ...['seconds', 'minutes', 'hours', 'days', 'lower', 'upper', 'contains', 'startsWith', 'endsWith', 'matches'],
  ...['date', 'year', 'month', 'day', 'weekday', 'daysBetween', 'monthsBetween', 'yearsBetween'],
  ...['startOfDay', 'startOfWeek', 'startOfMonth', 'startOfQuarter', 'startOfYear', 'time', 'slug', 'firstFree'],
  'text',
  ...['isEmpty', 'overlaps', 'isWorkingDay', 'isWorkingTime', 'workingTime', 'addWorkingDays', 'addWorkingHours'],
]);

/** Returns the parts of a document that cannot be judged. */
export function unjudgedIn(model: Model): readonly Unjudged[] {
  const from = (entity: string | null, part: unknown): readonly Unjudged[] =>
    nodesIn(part).flatMap(({ node, at }) => {
      const what = unknownIn(model, node);
      return what === null ? [] : [{ entity, at, what }];
    });
  const found: Unjudged[] = [
    ...from(null, model.constants),
    ...from(null, model.roles),
    ...model.entities.flatMap((entity) => from(ownerOf(model, entity.name), entity)),
    ...[...model.machines, ...model.rules, ...model.permissions].flatMap((part) =>
      from(ownerOf(model, part.entity), part),
    ),
  ];
  found.push(...model.machines.flatMap((machine) => askedOfNone(model, machine)));
  const key = ({ entity, at, what }: Unjudged) => JSON.stringify([entity, at?.line, what]);
  return [...new Map(found.map((each) => [key(each), each])).values()];
}

/** Events that ask for a field that does not exist: nobody may raise them, and the document has an error. */
function askedOfNone(model: Model, { entity, transitions }: Machine): readonly Unjudged[] {
  const fields = entityNamed(model, entity)?.fields ?? [];
  return transitions.flatMap(({ event, effects, at }) =>
    effects.flatMap((effect) =>
      effect.kind === 'ask' && !fields.some(({ name }) => name === effect.field)
        ? [
            {
              entity: ownerOf(model, entity),
              at: effect.at ?? at,
              what: `${event} asks for ${effect.field}, which is no field`,
            },
          ]
        : [],
    ),
  );
}

/** Returns the entity whose records contain these lines; the entity itself if it is not a line. */
export function ownerOf(model: Model, entity: string): string {
  const owner = model.entities.find(({ name }) => name === entity)?.belongsTo?.name ?? null;
  return owner === null || owner === entity ? entity : ownerOf(model, owner);
}

type Node = { readonly [name: string]: unknown };

/** Yields every nested object with the nearest known place. */
function nodesIn(
  part: unknown,
  at: Place | null = null,
): readonly { readonly node: Node; readonly at: Place | null }[] {
  if (Array.isArray(part)) return part.flatMap((each) => nodesIn(each, at));
  if (part === null || typeof part !== 'object') return [];
  const node = part as Node;
  const own = isPlace(node['at']) ? node['at'] : at;
  return [{ node, at: own }, ...Object.values(node).flatMap((each) => nodesIn(each, own))];
}

const isPlace = (value: unknown): value is Place => value !== null && typeof value === 'object' && 'line' in value;

function unknownIn(model: Model, node: Node): string | null {
  if ('op' in node) return unknownTree(node as unknown as Tree);
  const isLine = ({ name, belongsTo }: Model['entities'][number]) => belongsTo !== null && name === node['entity'];
  if (node['kind'] === 'create' && 'values' in node && model.entities.some(isLine))
    return `that the line ${String(node['entity'])} is added`;
  if ('transitions' in node && model.entities.some(isLine)) return unknownStates(model, node as unknown as Machine);
  const through = node['kind'] === 'set' && node['on'] !== null ? namesOf(node['on']) : [];
  const lists = model.entities.flatMap(({ fields }) => fields.filter(({ type }) => type.kind === 'list'));
  // A path through lines may continue to records, but must not end at lines.
  return lists.some(({ name }) => name === through.at(0)) ? `what is set on the lines ${through.at(0)}` : null;
}

/**
 * Reports line states that the oracle does not support: lines within lines, timers, and effects of new lines other than
 * setting fields of the product.
 */
function unknownStates(model: Model, { entity, transitions }: Machine): string | null {
  const line = entityNamed(model, entity);
  const isInner = (entityNamed(model, line?.belongsTo?.name ?? '')?.belongsTo ?? null) !== null;
  const isKnown = (effect: Effect): boolean =>
    effect.kind === 'notify' ||
    effect.kind === 'call' ||
    (effect.kind === 'set' && effect.on === null && isByProduct(line, effect.field));
  const isPlain = ({ timer, from, effects }: Transition) => timer === null && (from !== null || effects.every(isKnown));
  return isInner || !transitions.every(isPlain) ? `the states of ${entity}, which are lines` : null;
}

const isByProduct = (entity: Entity | null, name: string): boolean =>
  entity?.fields.some((field) => field.name === name && field.byProduct) ?? false;

/** Returns the names of a path, the last first. */
function namesOf(path: unknown): readonly string[] {
  const tree = (path as { readonly tree: Tree | null }).tree;
  const from = (part: Tree | null): readonly string[] =>
    part?.op === 'member' ? [part.name, ...from(part.of)] : part?.op === 'name' ? [part.name] : [];
  return from(tree);
}

function unknownTree(tree: Tree): string | null {
  if (tree.op === 'number') return literal(tree.digits, tree.unit) === undefined ? `the unit ${tree.unit}` : null;
  return tree.op === 'call' && !KNOWN_FUNCTIONS.has(plainName(tree.name)) ? `the function ${tree.name}` : null;
}
