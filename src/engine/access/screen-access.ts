import type { Reference, Screen } from '../../model/types/model.ts';
import { kindsShowing, SCREEN_KINDS } from '../../model/types/screen-kinds.ts';
import type { CompiledModel, CompiledScreen } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';

/**
 * Returns whether the screen is for one of the principal's roles. An empty `For` means everyone who is signed in; not
 * shown means nobody. Screens for guests are public: nobody loses them by signing in.
 */
export function isScreenForRoles(model: CompiledModel, { roles, kind }: Screen, principal: Principal): boolean {
  if (roles === null) return false;
  if (roles.some(({ name }) => principal.roles.has(name))) return true;
  const isGuest = [...principal.roles].every((role) => model.guestRoles.includes(role));
  // A sign-in screen without roles is for everyone, since nobody is signed in yet.
  if (roles.length === 0 && kind === 'sign-in') return true;
  if (roles.length === 0) return principal.row !== null || !isGuest;
  return (
    roles.some(({ name }) => model.schema.roles.get(name)?.guest === true) &&
    (principal.row !== null || principal.roles.size > 0)
  );
}

/** Returns whether a part of a screen is for these roles. No roles: for everybody who can open the screen. */
export function isForRoles(roles: readonly Reference[], principal: Principal): boolean {
  return roles.length === 0 || roles.some(({ name }) => principal.roles.has(name));
}

/** Screen kinds that list records: rows can be exported, imported and restored there. */
const LISTS: ReadonlySet<Screen['kind']> = new Set(kindsShowing('records'));

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
  return SCREEN_KINDS[kind].cells && entity !== null && (inline ?? 'yes') === 'yes';
}

/** Whether rows can be grouped: in every table and list, unless the document says otherwise (A-GROUPS). */
export function isGrouped({ kind, entity, groupBy }: Screen): boolean {
  return SCREEN_KINDS[kind].groups && entity !== null && groupBy !== 'no' && groupBy !== 'not shown';
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
export function withoutTrash(model: CompiledModel, principal: Principal, entity: string): readonly string[] | null {
  const lists = [...model.screens.values()].map(({ screen }) => screen);
  const own = lists.filter(
    (screen) => screen.entity === entity && LISTS.has(screen.kind) && isScreenForRoles(model, screen, principal),
  );
  return own.length === 0 || own.some(hasTrash) ? null : own.map(({ id }) => id);
}

/**
 * Returns the refusal if these roles may not open the screen, else null. Nobody may open a screen with an unknown
 * filter.
 */
export function refuseScreen(
  model: CompiledModel,
  principal: Principal,
  screen: CompiledScreen | null,
): Refusal | null {
  if (screen === null) return null;
  const { roles, id } = screen.screen;
  if (
    isScreenForRoles(model, screen.screen, principal) &&
    !screen.unknown &&
    (screen.screen.guard === null || screen.guard !== null)
  )
    return null;
  const others = (roles ?? []).map(({ name }) => model.schema.roles.get(name)?.label ?? name);
  return refuse(
    model,
    'NOT_ALLOWED',
    { who: others.length === 0 ? model.sentences.somebody : model.format.choice(others) },
    [id],
  );
}
