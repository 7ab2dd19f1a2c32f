import type { Relation } from '../../expressions/relation/relation.ts';
import type { Screen } from '../../model/types/model.ts';
import { gatedRelation } from '../access/apply-read-policy.ts';
import { gatesOf } from '../access/read-policy.ts';
import { CONDITION, type PreparedSaved } from '../compiled/compiled-formula.ts';
import type { App, PreparedScreen } from '../compiled/compiled-model.ts';
import { readsSomewhere } from '../context/permissions.ts';
import type { Who } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';

/** Screens that show many records, or what they come to, and so what they are narrowed by. */
export const narrows = ({ kind }: Pick<Screen, 'kind'>): boolean =>
  kind === 'table' || kind === 'list' || kind === 'board' || kind === 'calendar' || kind === 'dashboard';

/** The parameter that says which filters and switches of a screen are on; without it, those that are on at first. */
export const FILTERS = 'filters';

/**
 * The filters and switches of a screen that these roles turn on and off: those that look only at what they read
 * somewhere. All others stand as they stand at first, so that turning one never tells what is hidden.
 */
export function savedFor(app: App, who: Who, screen: PreparedScreen): readonly PreparedSaved[] {
  return screen.saved.filter((each) => isOffered(app, who, each) && gated(app, who, screen, each) !== null);
}

/** What the filters and switches of a screen leave, as asked. `asked` undefined: as they stand at first. */
export function savedRelations(
  app: App,
  who: Who,
  screen: PreparedScreen,
  asked: string | undefined,
): { readonly where: readonly Relation[]; readonly shape: readonly string[] } | Refusal {
  const offered = new Set(savedFor(app, who, screen));
  const chosen = asked === undefined ? null : namesIn(asked);
  const names = new Set([...offered].map(({ saved }) => saved.name));
  const unknown = chosen?.find((name) => !names.has(name));
  if (unknown !== undefined) return refuse(app, 'UNREADABLE', { reason: `it has no filter “${unknown}”` });
  const where: Relation[] = [];
  const shape: string[] = [];
  for (const each of screen.saved) {
    const { saved, filter } = each;
    const isOpen = offered.has(each);
    const isOn = isOpen && chosen !== null ? chosen.includes(saved.name) : saved.on;
    // A filter that is off and a switch that is on keep nothing away.
    if (isOn === (saved.kind === 'switch')) continue;
    const relation = isOpen ? (gated(app, who, screen, each) ?? filter.relation) : filter.relation;
    where.push(isOn ? relation : without(relation));
    shape.push(saved.id);
  }
  return { where, shape };
}

/** What a filter of a screen leaves, for who turns it on; null where it is none that they turn. */
export function savedRelation(app: App, who: Who, id: string): Relation | null {
  for (const screen of app.screens.values()) {
    const found = savedFor(app, who, screen).find(({ saved }) => saved.id === id);
    if (found !== undefined) return gated(app, who, screen, found);
  }
  return null;
}

function isOffered(app: App, who: Who, { filter }: PreparedSaved): boolean {
  return filter.fields.every(
    ({ entity, field }) => app.entities.has(entity) && readsSomewhere({ app, who }, entity, field),
  );
}

/** The condition over what they read; null where that can't be asked. */
function gated(app: App, who: Who, { screen }: PreparedScreen, { filter }: PreparedSaved): Relation | null {
  return gatedRelation(filter.relation, screen.entity ?? '', (name) => {
    const entity = app.entities.get(name);
    return entity === undefined ? null : { entity, gates: gatesOf(app, entity, who) };
  });
}

/** Whatever the condition does not hold for, unknown too. */
function without(relation: Relation): Relation {
  const holds: Relation = { r: 'parameter', value: () => true, type: CONDITION };
  return { r: 'same', left: relation, right: holds, negated: true };
}

/** Each name is escaped as in an address, since a name may hold a comma. */
function namesIn(text: string): string[] {
  return text.split(',').flatMap((part) => (part === '' ? [] : [unescaped(part)]));
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
