import { matchRoute } from '../../model/lookups/routes.ts';
import type { Screen } from '../../model/types/model.ts';
import { isForRoles } from '../access/screen-access.ts';
import type { CompiledScreen } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import type { ViewScreen } from './view.ts';

/** Parts of a screen with a heading of their own, as far as these roles see them; `open` are the fields that they see. */
export function sectionsOf(screen: Screen, who: Principal, open: readonly string[]): ViewScreen['sections'] {
  return screen.sections.flatMap(({ id, label, help, roles, fields }) => {
    if (!isForRoles(roles, who)) return [];
    const names = fields.filter((field) => isForRoles(field.roles, who)).map(({ name }) => name);
    const seen = [...new Set(names)].filter((name) => open.includes(name));
    // A heading over what they don't see says nothing; one that stands alone is one.
    return seen.length === 0 && fields.length > 0 ? [] : [{ id, label, help, fields: seen }];
  });
}

/**
 * The fields of a screen with those of its sections behind them. What stands only in a section for others does not
 * stand on this screen: how a screen is arranged is no permission.
 */
export function withSections(
  screen: Screen,
  sections: ViewScreen['sections'],
  fields: readonly string[],
): readonly string[] {
  if (screen.sections.length === 0) return fields;
  const inside = new Set(sections.flatMap((section) => section.fields));
  const elsewhere = new Set(screen.sections.flatMap((section) => section.fields.map(({ name }) => name)));
  return [...fields.filter((name) => !inside.has(name) && !elsewhere.has(name)), ...inside];
}

/** The ways from a screen that are open to these roles: to an open screen, or out of the application. */
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
