import type { Does, Method } from '../../model/types/model.ts';
import type { Address } from '../points/7-address.ts';
import type { KnownEntity, Lexicon } from './lexicon.ts';
import { nameKey } from './phrases/fold.ts';
import { matchEvent } from './phrases/match.ts';

const UNKNOWN: Does = { kind: 'unknown', text: '' };

/** What is no name of a thing at the beginning of a path. */
const PREFIX = /^(?:api|rest|v\d+(?:\.\d+)?)$/i;

/** Plurals that no rule makes. */
const PLURALS: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['staff', 'staffmember'],
]);

const OF_ALL: ReadonlyMap<Method, 'list' | 'create'> = new Map([
  ['GET', 'list'],
  ['POST', 'create'],
]);
const OF_ONE: ReadonlyMap<Method, 'read' | 'change' | 'delete'> = new Map([
  ['GET', 'read'],
  ['PUT', 'change'],
  ['PATCH', 'change'],
  ['DELETE', 'delete'],
]);

/**
 * What a call does by its method and the shape of its path alone: `/tickets` and `/tickets/:id` of an entity, and
 * `/tickets/:id/close` of an event of it. Any other shape, or no address, says nothing for certain.
 */
export function deedOf(address: Address | null, lexicon: Lexicon): Does {
  if (address === null) return UNKNOWN;
  const { method, path } = address;
  const segments = path.split('/').filter((segment) => segment !== '');
  while (PREFIX.test(segments[0] ?? '')) segments.shift();
  const [collection = '', parameter = null, event = null] = segments;
  const entity = entityAt(collection, lexicon);
  if (entity === null || entity.belongsTo !== null || segments.length > 3) return UNKNOWN;
  const about = { entity: entity.name };
  if (parameter === null) {
    const kind = OF_ALL.get(method);
    return kind === undefined ? UNKNOWN : { kind, ...about };
  }
  if (!parameter.startsWith(':')) return UNKNOWN;
  if (event === null) {
    const kind = OF_ONE.get(method);
    return kind === undefined ? UNKNOWN : { kind, ...about };
  }
  if (method === 'GET' || method === 'DELETE' || event.startsWith(':')) return UNKNOWN;
  const raised = matchEvent(event, { entity: entity.name, lexicon });
  return raised === null ? UNKNOWN : { kind: 'event', ...about, event: raised.event };
}

/** Whether a segment of a path is the name, or the plural, of one entity. */
export function isEntityAt(segment: string, lexicon: Lexicon): boolean {
  return entityAt(segment, lexicon) !== null;
}

/** The entity whose name, or plural, a segment is; null where there is none or more than one. */
function entityAt(segment: string, lexicon: Lexicon): KnownEntity | null {
  const key = PLURALS.get(segment.toLowerCase()) ?? nameKey(segment);
  const found = lexicon.entities.filter(
    ({ name, plural }) => nameKey(name) === key || (plural !== null && nameKey(plural) === nameKey(segment)),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The name of the field that a name in a body stands for, `categoryId` for a reference `category`; else the name itself. */
export function sentField(written: string, does: Does, lexicon: Lexicon): string {
  const entity = 'entity' in does ? lexicon.entities.find(({ name }) => name === does.entity) : undefined;
  if (entity === undefined) return written;
  const named = entity.fields.filter(({ name }) => nameKey(name) === nameKey(written));
  if (named.length > 0) return named.length === 1 ? (named[0]?.name ?? written) : written;
  const key = /^(.+?)(?:_?ids?)$/i.exec(written)?.[1];
  const led = entity.fields.filter(
    ({ name, type }) =>
      key !== undefined && nameKey(name) === nameKey(key) && (type.kind === 'reference' || type.kind === 'references'),
  );
  return led.length === 1 ? (led[0]?.name ?? written) : written;
}

/** The fields that a change of the entity may hold; null where it is not known what a call changes. */
export function changedFields(does: Does, lexicon: Lexicon): string[] | null {
  if (does.kind !== 'change') return null;
  const entity = lexicon.entities.find(({ name }) => name === does.entity);
  const typed = entity?.fields.filter((field) => field.computed === null && !field.byProduct && !field.fixed);
  return typed?.map(({ name }) => name) ?? null;
}
