import type { Reference, Screen } from '../../model/types/model.ts';
import type { App, PreparedScreen } from '../compiled/compiled-model.ts';
import type { Who } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';

/**
 * Whether `For` names one of these roles. Blank: everyone who signs in; not shown: nobody. What is for whoever has not
 * signed in is public: nobody loses it by signing in.
 */
export function isFor(app: App, { roles, kind }: Screen, who: Who): boolean {
  if (roles === null) return false;
  if (roles.some(({ name }) => who.roles.has(name))) return true;
  const isGuest = [...who.roles].every((role) => app.guests.includes(role));
  // Whoever signs in has not done so yet.
  if (roles.length === 0 && kind === 'sign-in') return true;
  if (roles.length === 0) return who.row !== null || !isGuest;
  return (
    roles.some(({ name }) => app.schema.roles.get(name)?.guest === true) && (who.row !== null || who.roles.size > 0)
  );
}

/** Whether a part of a screen is for these roles. Blank: for whoever opens the screen. */
export function isForThem(roles: readonly Reference[], who: Who): boolean {
  return roles.length === 0 || roles.some(({ name }) => who.roles.has(name));
}

/** The screens whose rows can be had as a file, be made from one, and be found once they are deleted. */
const LISTS: ReadonlySet<Screen['kind']> = new Set(['table', 'list', 'board', 'calendar']);

/** Whether people may have its rows as a file: on every list, unless the document says otherwise (A-CSV). */
export function isExported({ kind, entity, exported }: Screen): boolean {
  return LISTS.has(kind) && entity !== null && (exported ?? 'yes') === 'yes';
}

/** Whether people may make records of a file here: on every list, unless the document says otherwise (A-CSV). */
export function isImported({ kind, entity, imported }: Screen): boolean {
  return LISTS.has(kind) && entity !== null && (imported ?? 'yes') === 'yes';
}

/** Whether deleted records are found from here: on every list, unless the document says otherwise (A-RESTORE). */
export function hasTrash({ kind, entity, trash }: Screen): boolean {
  return LISTS.has(kind) && entity !== null && (trash ?? 'yes') === 'yes';
}

/** Whether people change a field in the row itself: in every table, unless the document says otherwise (A-INLINE). */
export function isInline({ kind, entity, inline }: Screen): boolean {
  return kind === 'table' && entity !== null && (inline ?? 'yes') === 'yes';
}

/** Whether people choose what its rows stand in groups by: in every table and list, unless the document says otherwise (A-GROUPS). */
export function isGrouped({ kind, entity, groupBy }: Screen): boolean {
  return (kind === 'table' || kind === 'list') && entity !== null && groupBy !== 'no' && groupBy !== 'not shown';
}

/** Whether a record leads to a form that begins with its values: on every record, unless the document says otherwise (A-DUPLICATE). */
export function isDuplicated({ kind, entity, duplicated }: Screen): boolean {
  return kind === 'record' && entity !== null && (duplicated ?? 'yes') === 'yes';
}

/** Whether a record lists those that refer to it: on every record, unless the document says otherwise (A-RELATED). */
export function hasRelated({ kind, entity, related }: Screen): boolean {
  return kind === 'record' && entity !== null && (related ?? 'yes') === 'yes';
}

/**
 * The lists that say no where every list of the entity that is for these roles says so: then nobody finds what was deleted.
 * Null: some list leads there, or none is for them, and who may do it decides alone.
 */
export function withoutTrash(app: App, who: Who, entity: string): readonly string[] | null {
  const lists = [...app.screens.values()].map(({ screen }) => screen);
  const own = lists.filter((screen) => screen.entity === entity && LISTS.has(screen.kind) && isFor(app, screen, who));
  return own.length === 0 || own.some(hasTrash) ? null : own.map(({ id }) => id);
}

/** Whether these roles open the screen at all; a filter or guard that is unknown opens it to nobody. */
export function refusedScreen(app: App, who: Who, screen: PreparedScreen | null): Refusal | null {
  if (screen === null) return null;
  const { roles, id } = screen.screen;
  if (isFor(app, screen.screen, who) && !screen.unknown && (screen.screen.guard === null || screen.guard !== null))
    return null;
  const others = (roles ?? []).map(({ name }) => app.schema.roles.get(name)?.label ?? name);
  return refuse(app, 'NOT_ALLOWED', { who: others.length === 0 ? app.sentences.somebody : app.format.choice(others) }, [
    id,
  ]);
}
