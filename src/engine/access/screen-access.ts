import type { Reference, Screen } from '../../model/types/model.ts';
import type { CompiledModel, CompiledScreen } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';

/**
 * Returns whether the screen is for one of the principal's roles. An empty `For` means everyone who is signed in; not
 * shown means nobody. Screens for guests are public: nobody loses them by signing in.
 */
export function isScreenForRoles(app: CompiledModel, { roles, kind }: Screen, who: Principal): boolean {
  if (roles === null) return false;
  if (roles.some(({ name }) => who.roles.has(name))) return true;
  const isGuest = [...who.roles].every((role) => app.guests.includes(role));
  // A sign-in screen without roles is for everyone, since nobody is signed in yet.
  if (roles.length === 0 && kind === 'sign-in') return true;
  if (roles.length === 0) return who.row !== null || !isGuest;
  return (
    roles.some(({ name }) => app.schema.roles.get(name)?.guest === true) && (who.row !== null || who.roles.size > 0)
  );
}

/** Returns whether a part of a screen is for these roles. No roles: for everybody who can open the screen. */
export function isForRoles(roles: readonly Reference[], who: Principal): boolean {
  return roles.length === 0 || roles.some(({ name }) => who.roles.has(name));
}

/** Screen kinds that list records: rows can be exported, imported and restored there. */
const LISTS: ReadonlySet<Screen['kind']> = new Set(['table', 'list', 'board', 'calendar']);

/** Whether rows can be exported: on every list, unless the document says otherwise (A-CSV). */
export function isExported({ kind, entity, exported }: Screen): boolean {
  return LISTS.has(kind) && entity !== null && (exported ?? 'yes') === 'yes';
}

/** Whether records can be imported from a file: on every list, unless the document says otherwise (A-CSV). */
export function isImported({ kind, entity, imported }: Screen): boolean {
  return LISTS.has(kind) && entity !== null && (imported ?? 'yes') === 'yes';
}

/** Whether the screen offers deleted records: on every list, unless the document says otherwise (A-RESTORE). */
export function hasTrash({ kind, entity, trash }: Screen): boolean {
  return LISTS.has(kind) && entity !== null && (trash ?? 'yes') === 'yes';
}

/** Whether fields can be edited inline: in every table, unless the document says otherwise (A-INLINE). */
export function isInline({ kind, entity, inline }: Screen): boolean {
  return kind === 'table' && entity !== null && (inline ?? 'yes') === 'yes';
}

/** Whether rows can be grouped: in every table and list, unless the document says otherwise (A-GROUPS). */
export function isGrouped({ kind, entity, groupBy }: Screen): boolean {
  return (kind === 'table' || kind === 'list') && entity !== null && groupBy !== 'no' && groupBy !== 'not shown';
}

/**
 * Whether a record can be duplicated into a new form: on every record screen, unless the document says otherwise
 * (A-DUPLICATE).
 */
export function isDuplicated({ kind, entity, duplicated }: Screen): boolean {
  return kind === 'record' && entity !== null && (duplicated ?? 'yes') === 'yes';
}

/**
 * Whether a record screen shows related lists: on every record screen, unless the document says otherwise (A-RELATED).
 */
export function hasRelated({ kind, entity, related }: Screen): boolean {
  return kind === 'record' && entity !== null && (related ?? 'yes') === 'yes';
}

/**
 * If all lists of the entity that are for these roles disable the trash, returns the ids of these lists: then nobody
 * with these roles can reach deleted records. Returns null if some list offers it, or if no list is for these roles, so
 * that permissions alone decide.
 */
export function withoutTrash(app: CompiledModel, who: Principal, entity: string): readonly string[] | null {
  const lists = [...app.screens.values()].map(({ screen }) => screen);
  const own = lists.filter(
    (screen) => screen.entity === entity && LISTS.has(screen.kind) && isScreenForRoles(app, screen, who),
  );
  return own.length === 0 || own.some(hasTrash) ? null : own.map(({ id }) => id);
}

/**
 * Returns the refusal if these roles may not open the screen, else null. Nobody may open a screen with an unknown
 * filter.
 */
export function refuseScreen(app: CompiledModel, who: Principal, screen: CompiledScreen | null): Refusal | null {
  if (screen === null) return null;
  const { roles, id } = screen.screen;
  if (
    isScreenForRoles(app, screen.screen, who) &&
    !screen.unknown &&
    (screen.screen.guard === null || screen.guard !== null)
  )
    return null;
  const others = (roles ?? []).map(({ name }) => app.schema.roles.get(name)?.label ?? name);
  return refuse(app, 'NOT_ALLOWED', { who: others.length === 0 ? app.sentences.somebody : app.format.choice(others) }, [
    id,
  ]);
}
