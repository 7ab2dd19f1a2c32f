import { matchRoute } from '../../model/lookups/routes.ts';
import type { Screen } from '../../model/types/model.ts';
import { isForRoles } from '../access/screen-access.ts';
import type { CompiledScreen } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import type { ViewScreen } from './view.ts';

/** Returns the sections of a screen that these roles can see; `open` are the fields that they can see. */
export function sectionsOf(screen: Screen, principal: Principal, open: readonly string[]): ViewScreen['sections'] {
  return screen.sections.flatMap(({ id, label, help, roles, fields }) => {
    if (!isForRoles(roles, principal)) return [];
    const names = fields.filter((field) => isForRoles(field.roles, principal)).map(({ name }) => name);
    const visible = [...new Set(names)].filter((name) => open.includes(name));
    // A section without visible fields is omitted, unless it is stated without any.
    return visible.length === 0 && fields.length > 0 ? [] : [{ id, label, help, fields: visible }];
  });
}

/**
 * Returns the fields of a screen followed by those of its sections. A field that is only in a section for other roles
 * is omitted; this arranges the screen and is no permission.
 */
export function withSections(
  screen: Screen,
  sections: ViewScreen['sections'],
  fields: readonly string[],
): readonly string[] {
  if (screen.sections.length === 0) return fields;
  const inside = new Set(sections.flatMap((section) => section.fields));
  const inSections = new Set(screen.sections.flatMap((section) => section.fields.map(({ name }) => name)));
  return [...fields.filter((name) => !inside.has(name) && !inSections.has(name)), ...inside];
}

/** Returns the links of a screen that these roles can follow: to a screen that they can open, or to another site. */
export function linksOf(
  screen: Screen,
  all: ReadonlyMap<string, CompiledScreen>,
  open: readonly CompiledScreen[],
): ViewScreen['links'] {
  const stated = [...all.values()].map((each) => each.screen);
  return screen.links.flatMap(({ text, route }): ViewScreen['links'] => {
    if (/^https?:\/\//.test(route)) return [{ text: text === '' ? route : text, route, screen: null }];
    const target = route.startsWith('/') ? matchRoute(stated, route)?.screen : undefined;
    if (target === undefined || !open.some((each) => each.screen.id === target.id)) return [];
    return [{ text: text === '' ? target.label : text, route, screen: target.id }];
  });
}
