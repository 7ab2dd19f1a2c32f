import type { Formula } from '../types/formula.ts';
import type { Grant, GrantedField, Model, Permission } from '../types/model.ts';
import {
  added,
  type Change,
  type ChangeSubject,
  changed,
  orderChange,
  propertyChanges,
  removed,
} from './difference-change.ts';
import { conditionChange } from './difference-conditions.ts';
import { pairElements } from './difference-match.ts';
import { haveSameMeaning, meaningKey } from './difference-words.ts';

/** Returns the changes of roles. */
export function roleChanges(old: Model, now: Model): Change[] {
  const changes = pairElements(old.roles, now.roles, [({ name }) => name]).flatMap((pair) => {
    const { name } = pair.now ?? pair.old;
    const about: ChangeSubject = { point: 6, what: 'role', subject: `The role ${name}` };
    if (pair.old === null) return [added(about, pair.now)];
    if (pair.now === null) return [removed(about, pair.old)];
    return propertyChanges(about, pair.old, pair.now, {
      standing: null,
      everyone: () => `Everyone who signs in ${pair.now.everyone ? 'now has' : 'no longer has'} the role ${name}.`,
      guest: () => `People who are not signed in ${pair.now.guest ? 'now have' : 'no longer have'} the role ${name}.`,
    });
  });
  const about: ChangeSubject = { point: 6, what: 'role', subject: 'Roles' };
  return [
    ...changes,
    ...orderChange(
      about,
      old.roles.map(({ name }) => name),
      now.roles.map(({ name }) => name),
      'they',
    ),
  ];
}

/** Returns the changes of permissions. Both Models have the new names. A missing cell refuses, like `no`. */
export function permissionChanges(old: Model, now: Model): Change[] {
  const key = ({ entity, field, operation, role }: Permission) => meaningKey([entity, field, operation, role]);
  const changes = pairElements(old.permissions, now.permissions, [key]).flatMap((pair): Change[] => {
    const cell = pair.now ?? pair.old;
    const about: ChangeSubject = { point: 6, what: 'permission', subject: cell.role };
    if (pair.old === null)
      return [{ ...cellChange(about, pair.now, null, pair.now.grant), at: { before: null, after: pair.now.at } }];
    if (pair.now === null) {
      return [
        {
          ...cellChange(about, pair.old, pair.old.grant, null),
          element: pair.old.id,
          at: { before: pair.old.at, after: null },
        },
      ];
    }
    const otherChanges = propertyChanges(about, pair.old, pair.now, { grant: null, standing: null });
    if (haveSameMeaning(pair.old.grant, pair.now.grant)) return otherChanges;
    const change = cellChange(about, pair.now, pair.old.grant, pair.now.grant);
    return [{ ...change, at: { before: pair.old.at, after: pair.now.at } }, ...otherChanges];
  });
  const about: ChangeSubject = { point: 6, what: 'permission', subject: 'The matrix' };
  return [...changes, ...orderChange(about, old.permissions.map(key), now.permissions.map(key), 'its cells')];
}

/** `null` is a missing cell. */
function cellChange(about: ChangeSubject, cell: Permission, old: Grant | null, now: Grant | null): Change {
  const before = grantWords(old);
  const after = grantWords(now);
  const kind = directionOf(old, now);
  return changed(
    about,
    { old: cell, now: cell },
    { property: 'grant', before, after, kind, message: sentence(cell, old, now, kind) },
  );
}

type Direction = 'widened' | 'narrowed' | 'changed';

/** Says whether the holders of the role may now do more or less. */
function directionOf(old: Grant | null, now: Grant | null): Direction {
  const [before, after] = [rank(old), rank(now)];
  if (before !== after) return after > before ? 'widened' : 'narrowed';
  if (old?.kind === 'never' && now?.kind === 'never')
    return opposite(conditionChange(old.where, now.where)?.kind ?? 'changed');
  if (old?.kind !== 'yes' || now?.kind !== 'yes') return 'changed';
  const directions = [
    fieldsDirection(old.fields, now.fields),
    conditionChange(old.where, now.where)?.kind ?? null,
  ].filter((direction) => direction !== null);
  return directions.every((direction) => direction === directions[0]) ? (directions[0] ?? 'changed') : 'changed';
}

function rank(grant: Grant | null): number {
  if (grant?.kind === 'never') return -1;
  return grant?.kind === 'yes' ? 1 : 0;
}

function opposite(direction: Direction): Direction {
  if (direction === 'changed') return direction;
  return direction === 'widened' ? 'narrowed' : 'widened';
}

/** Compares two lists of granted fields; null is all fields. */
function fieldsDirection(old: readonly GrantedField[] | null, now: readonly GrantedField[] | null): Direction | null {
  if (haveSameMeaning(old, now)) return null;
  if (old === null || now === null) return now === null ? 'widened' : 'narrowed';
  const [before, after] = [new Set(old.map(meaningKey)), new Set(now.map(meaningKey))];
  const [lost, gained] = [
    [...before].some((field) => !after.has(field)),
    [...after].some((field) => !before.has(field)),
  ];
  if (lost === gained) return 'changed';
  return gained ? 'widened' : 'narrowed';
}

/** Returns the content of a cell in words. */
function grantWords(grant: Grant | null): string {
  switch (grant?.kind) {
    case undefined:
      return 'not stated';
    case 'unknown':
      return 'not shown';
    case 'never':
      return `never${whereWords(grant.where)}`;
    case 'no':
      return 'no';
    case 'yes':
      return `${grant.fields === null ? 'yes' : fieldsWords(grant.fields)}${whereWords(grant.where)}`;
  }
}

const whereWords = (where: Formula | null) => (where === null ? '' : ` where \`${where.text}\``);
const fieldsWords = (fields: readonly GrantedField[]) =>
  fields.map(({ name, any }) => (any ? `${name} (any)` : name)).join(', ');

function sentence(cell: Permission, old: Grant | null, now: Grant | null, kind: Direction): string {
  const { role, operation, entity, field } = cell;
  const target = field === null ? entity : `${entity}.${field}`;
  const deed = (grant: Grant | null) => {
    if (grant?.kind !== 'yes') return `${operation} ${target}`;
    const object = grant.fields === null ? target : `${fieldsWords(grant.fields)} of ${target}`;
    return `${operation} ${object}${whereWords(grant.where)}`;
  };
  if (now?.kind === 'never')
    return `${role} may never ${operation} ${target}${whereWords(now.where)} now, whatever else is granted.`;
  if (old?.kind !== 'yes' && now?.kind !== 'yes')
    return `${role}: ${operation} ${target} is ${grantWords(now)} now (before: ${grantWords(old)}).`;
  if (old?.kind !== 'yes') return `${role} may now ${deed(now)}.`;
  if (now?.kind !== 'yes')
    return `${role} may no longer ${deed(old)}${now?.kind === 'unknown' ? ': it is not shown any more' : ''}.`;
  const only = kind === 'narrowed' ? 'only ' : '';
  const also = kind === 'widened' ? 'now ' : '';
  return `${role} may ${also}${only}${deed(now)}${kind === 'widened' ? '' : ' now'} (before: ${grantWords(old)}).`;
}
