import type { Screen } from '../../model/types/model.ts';
import { isForRoles } from '../access/screen-access.ts';
import type { Principal } from '../core/principal.ts';
import type { Access } from '../visible-model/entity-access.ts';

/**
 * A record shows what is read, and has a place for what may be replaced and is never shown; a form has one for what nobody can
 * type before its type is shown.
 */
export function openOf({ kind }: Screen, access: Access): readonly string[] {
  const { secrets, attributes } = access.entity;
  const names = attributes.map(({ name }) => name);
  const typed = new Set([...access.createInputs, ...access.typeMissing]);
  if (kind === 'form') return names.filter((name) => typed.has(name));
  if (kind !== 'record' || secrets.own.size === 0) return access.reads;
  const replaced = (name: string) => secrets.own.has(name) && access.changeInputs.includes(name);
  return names.filter((name) => access.reads.includes(name) || replaced(name));
}

/** The fields that a screen shows these roles, without those of its sections, in order. */
export function fieldsOf(screen: Screen, access: Access, who: Principal): string[] {
  const isForm = screen.kind === 'form';
  const open = openOf(screen, access);
  const stated = screen.fields.flatMap(({ name, roles }) =>
    open.includes(name) && isForRoles(roles, who) ? name : [],
  );
  if (screen.fields.length > 0 && screen.kind !== 'record') return stated;
  const all = open.filter((name) => access.entity.schema.attributes.get(name)?.kind !== 'built-in');
  if (isForm || screen.kind === 'record') return all;
  return all.filter((name) => isColumn(access, name));
}

/** A column holds a line of text, not a page or lines. */
function isColumn(access: Access, name: string): boolean {
  const kind = access.entity.schema.attributes.get(name)?.type.kind;
  return kind !== undefined && kind !== 'list' && kind !== 'long text' && kind !== 'unknown';
}
