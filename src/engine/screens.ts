import type { Reference, Screen } from '../model/model.ts';
import type { App, PreparedScreen } from './app.ts';
import { refuse } from './errors.ts';
import type { Refusal } from './refusal.ts';
import type { Who } from './who.ts';

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

/** The screens whose rows can be had as a file, and be made from one. */
const LISTS: ReadonlySet<Screen['kind']> = new Set(['table', 'list', 'board', 'calendar']);

/** Whether people may have its rows as a file: on every list, unless the document says otherwise (A-CSV). */
export function isExported({ kind, entity, exported }: Screen): boolean {
  return LISTS.has(kind) && entity !== null && (exported ?? 'yes') === 'yes';
}

/** Whether people may make records of a file here: on every list, unless the document says otherwise (A-CSV). */
export function isImported({ kind, entity, imported }: Screen): boolean {
  return LISTS.has(kind) && entity !== null && (imported ?? 'yes') === 'yes';
}

/** Whether these roles open the screen at all; a filter or guard that is unknown opens it to nobody. */
export function refusedScreen(app: App, who: Who, screen: PreparedScreen | null): Refusal | null {
  if (screen === null) return null;
  const { roles, id } = screen.screen;
  if (isFor(app, screen.screen, who) && !screen.unknown && (screen.screen.guard === null || screen.guard !== null))
    return null;
  const others = (roles ?? []).map(({ name }) => app.schema.roles.get(name)?.label ?? name);
  return refuse(app, 'NOT_ALLOWED', { who: others.length === 0 ? 'somebody else' : app.format.choice(others) }, [id]);
}
