import type { Screen } from '../../model/types/model.ts';
import { isForRoles } from '../access/screen-access.ts';
import type { Principal } from '../core/principal.ts';
import type { Access } from '../visible-model/entity-access.ts';

/**
 * Returns the fields that a screen can show. A record screen shows readable fields, and write-only fields that can be
 * replaced; a form shows fields that can be entered, or could be if their type were shown.
 */
export function displayableFields({ kind }: Screen, access: Access): readonly string[] {
  const { secrets, attributes } = access.entity;
  const names = attributes.map(({ name }) => name);
  const typed = new Set([...access.createInputs, ...access.typeMissing]);
  if (kind === 'form') return names.filter((name) => typed.has(name));
  if (kind !== 'record' || secrets.own.size === 0) return access.reads;
  const replaced = (name: string) => secrets.own.has(name) && access.changeInputs.includes(name);
  return names.filter((name) => access.reads.includes(name) || replaced(name));
}

/** Returns the fields that a screen shows these roles, in order, without those of its sections. */
export function fieldsOf(screen: Screen, access: Access, principal: Principal): string[] {
  const isForm = screen.kind === 'form';
  const open = displayableFields(screen, access);
  const stated = screen.fields.flatMap(({ name, roles }) =>
    open.includes(name) && isForRoles(roles, principal) ? name : [],
  );
  if (screen.fields.length > 0 && screen.kind !== 'record') return stated;
  const all = open.filter((name) => access.entity.schema.attributes.get(name)?.kind !== 'built-in');
  if (isForm || screen.kind === 'record') return all;
  return all.filter((name) => isColumn(access, name));
}

/** Returns whether the field fits in a table column, which holds a short text. */
function isColumn(access: Access, name: string): boolean {
  const kind = access.entity.schema.attributes.get(name)?.type.kind;
  return kind !== undefined && kind !== 'list' && kind !== 'long text' && kind !== 'unknown';
}
