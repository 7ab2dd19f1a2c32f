import type { Tree } from '../../model/formula.ts';
import type { Model } from '../../model/model.ts';
import type { Place } from '../../model/place.ts';
import { literal } from './units.ts';

/** Something of a document that the oracle does not know the meaning of: of what it is, nothing can be judged. */
export interface Unjudged {
  /** The entity that it stands in; null: it bears on all of them. */
  readonly entity: string | null;
  readonly at: Place | null;
  /** In words: `the function slug`. */
  readonly what: string;
}

/** The functions that the oracle has; what is not among them it does not guess. */
const KNOWN_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['all', 'exists', 'exists_one', 'none', 'filter', 'map', 'newToken', 'link', 'coalesce'],
  ...['sum', 'count', 'average', 'min', 'max', 'size', 'round', 'floor', 'ceil', 'cents', 'abs', 'fileName'],
  ...['seconds', 'minutes', 'hours', 'days', 'lower', 'upper', 'contains', 'startsWith', 'endsWith', 'matches'],
  ...['date', 'year', 'month', 'day', 'weekday', 'daysBetween', 'monthsBetween', 'yearsBetween'],
  ...['startOfDay', 'startOfWeek', 'startOfMonth', 'startOfQuarter', 'startOfYear'],
]);

/** What of a document can't be judged. Working hours that nothing states are known: what goes by them is not shown. */
export function unjudgedIn(model: Model): readonly Unjudged[] {
  const hasHours = model.limits.some(({ name, hours }) => name === 'working hours' && hours !== null);
  const from = (entity: string | null, part: unknown): readonly Unjudged[] =>
    nodesIn(part).flatMap(({ node, at }) => {
      const what = unknownIn(node, hasHours);
      return what === null ? [] : [{ entity, at, what }];
    });
  const found = [
    ...from(null, model.constants),
    ...from(null, model.roles),
    ...model.entities.flatMap((entity) => from(ownerOf(model, entity.name), entity)),
    ...[...model.machines, ...model.rules, ...model.permissions].flatMap((part) =>
      from(ownerOf(model, part.entity), part),
    ),
  ];
  const key = ({ entity, at, what }: Unjudged) => JSON.stringify([entity, at?.line, what]);
  return [...new Map(found.map((each) => [key(each), each])).values()];
}

/** The entity whose records hold such lines; its own, where it is no line. */
export function ownerOf(model: Model, entity: string): string {
  const owner = model.entities.find(({ name }) => name === entity)?.belongsTo?.name ?? null;
  return owner === null || owner === entity ? entity : ownerOf(model, owner);
}

type Node = { readonly [name: string]: unknown };

/** Every object within, with the nearest place that is known of it. */
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

function unknownIn(node: Node, hasHours: boolean): string | null {
  if ('op' in node) return unknownTree(node as unknown as Tree, hasHours);
  const { kind } = node;
  if (kind === 'raise' && 'event' in node) return `that ${String(node['event'])} is raised on another record`;
  if (kind === 'create' && 'values' in node) return `that ${String(node['entity'])} is created along`;
  if (kind === 'on' && 'event' in node && 'by' in node) return 'what follows from an event of another record';
  return null;
}

function unknownTree(tree: Tree, hasHours: boolean): string | null {
  if (tree.op === 'number') return literal(tree.digits, tree.unit) === undefined ? `the unit ${tree.unit}` : null;
  if (tree.op !== 'call' || KNOWN_FUNCTIONS.has(tree.name)) return null;
  return BY_HOURS.has(tree.name) && !hasHours ? null : `the function ${tree.name}`;
}

const BY_HOURS: ReadonlySet<string> = new Set(['isWorkingTime', 'isWorkingDay', 'workingTime']);
