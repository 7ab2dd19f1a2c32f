import { conjunctsOf } from '../../expressions/types/conjuncts.ts';
import { recordParameter } from '../../model/lookups/call-record.ts';
import type { Screen } from '../../model/types/model.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import {
  hasTrash,
  isDuplicated,
  isExported,
  isGrouped,
  isImported,
  isInline,
  isScreenForRoles,
} from '../access/screen-access.ts';
import { toggleableFilters } from '../compile/saved-filters.ts';
import { compiledTyped } from '../compiled/compiled-formula.ts';
import type { CompiledModel, CompiledScreen } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import { valuesOf } from '../core/row-values.ts';
import { hasComments } from '../decide/comments.ts';
import { groupedBy } from '../query/grouping.ts';
import { sortOf } from '../query/list.ts';
import type { Access } from '../visible-model/entity-access.ts';
import { hasPresence } from './presence.ts';
import { fullListOf, relatedLists } from './related-lists.ts';
import type { ViewLink, ViewScreen } from './view.ts';
import { displayableFields, fieldsOf } from './view-fields.ts';
import { linksOf, sectionsOf, withSections } from './view-sections.ts';

type Accesses = ReadonlyMap<string, Access>;

/** Returns the screens that these roles can open: `For` includes one of them, and there is something to see or do. */
export function screensFor(model: CompiledModel, principal: Principal, accesses: Accesses): CompiledScreen[] {
  return [...model.screens.values()].filter(({ screen }) => {
    if (!isScreenForRoles(model, screen, principal)) return false;
    if (screen.entity === null) return true;
    const access = accesses.get(screen.entity);
    return screen.kind === 'form' ? access?.mayCreate === true : access?.mayRead === true;
  });
}

/**
 * Returns the navigation: every screen without a parameter, except forms, which are linked from their lists, and
 * redirects (A-NAVIGATION).
 */
export function navigationOf(screens: readonly CompiledScreen[]): ViewLink[] {
  return screens
    .map(({ screen }) => screen)
    .filter(isInMenu)
    .map((screen) => ({ screen: screen.id, route: screen.route, label: screen.label }));
}

/**
 * Returns whether the screen is in the menu. A stated menu entry takes precedence. A route with a parameter leads
 * nowhere by itself.
 */
function isInMenu({ kind, menu, route }: Screen): boolean {
  const leads = kind !== 'sign-in' && route !== '*' && !route.split('/').some((part) => part.startsWith(':'));
  return leads && (menu?.shown ?? (kind !== 'form' && kind !== 'redirect'));
}

/** Returns what a screen shows these roles. */
export function viewScreen(
  model: CompiledModel,
  principal: Principal,
  accesses: Accesses,
  open: readonly CompiledScreen[],
  prepared: CompiledScreen,
): ViewScreen {
  const { screen } = prepared;
  const access = accesses.get(screen.entity ?? '');
  const other = (kind: Screen['kind']) =>
    open.find((one) => one.screen.kind === kind && one.screen.entity === screen.entity && screen.entity !== null)
      ?.screen.id ?? null;
  const sections = sectionsOf(screen, principal, access === undefined ? [] : displayableFields(screen, access));
  const events = new Set(access?.transitions.map(({ transition }) => transition.event));
  return {
    id: screen.id,
    route: screen.route,
    kind: screen.kind,
    guarded: screen.guard !== null,
    refresh: prepared.refresh,
    entity: screen.entity,
    parameter: recordParameterOf(screen),
    linked: linkedBy(model, screen),
    fields: access === undefined ? [] : withSections(screen, sections, fieldsOf(screen, access, principal)),
    sections,
    links: linksOf(screen, model.screens, open),
    board: screen.by === null || access === undefined ? null : boardOf(model, prepared, access, accesses),
    calendar: access === undefined ? null : calendarOf(screen, access),
    sort: access === undefined ? [] : sortOf(readPolicyFor(model, access.entity, principal), screen.sort),
    group: access === undefined ? null : groupedBy(model, principal, access.entity, screen),
    groups: access?.mayRead === true && isGrouped(screen),
    filters:
      access === undefined
        ? []
        : toggleableFilters(model, principal, prepared).map(({ saved: { id, name, label, kind, on } }) => ({
            id,
            name,
            label,
            kind,
            on,
          })),
    actions: screen.actions.map(({ name }) => name).filter((name) => events.has(name)),
    exports: access?.mayRead === true && isExported(screen),
    imports: access?.mayCreate === true && isImported(screen),
    trash: access?.mayRestore === true && hasTrash(screen),
    inline: access?.mayChange === true && isInline(screen),
    presence: access?.mayRead === true && hasPresence(screen),
    duplicates: access?.mayCreate === true && isDuplicated(screen),
    related: access?.mayRead === true ? relatedLists(model, principal, accesses, open, screen) : [],
    list: screen.kind === 'dashboard' && access?.mayRead === true ? fullListOf(open, access.entity.name) : null,
    comments: access?.mayRead === true && hasComments(screen),
    form: other('form'),
    record: other('record'),
  };
}

function recordParameterOf({ kind, entity, route }: Screen): string | null {
  return kind === 'record' && entity !== null ? recordParameter(route, entity) : null;
}

/**
 * Returns the field that identifies the record in the screen's URL, if knowing its value grants some people read
 * access.
 */
function linkedBy({ addresses }: CompiledModel, screen: Screen): string | null {
  const { linked = false, parameter = null, field = null } = addresses.get(screen.entity ?? '') ?? {};
  return linked && parameter !== null && recordParameterOf(screen) === parameter ? (field?.name ?? null) : null;
}

function calendarOf({ kind, by, until }: Screen, { entity, reads }: Access): ViewScreen['calendar'] {
  const isDay = (name: string | null): name is string => {
    const type = entity.schema.attributes.get(name ?? '')?.type.kind;
    return name !== null && reads.includes(name) && (type === 'date' || type === 'date and time');
  };
  return kind === 'calendar' && isDay(by) ? { field: by, until: isDay(until) ? until : null } : null;
}

/**
 * Returns the board's columns: the choices that the filter admits, as far as it depends on the board's field alone; for
 * a reference field the referenced entity, if these roles may read any of its records. Records without a value are
 * admitted in the same way.
 */
function boardOf(
  model: CompiledModel,
  { screen, filter }: CompiledScreen,
  access: Access,
  accesses: Accesses,
): ViewScreen['board'] {
  const attribute = access.entity.schema.attributes.get(screen.by ?? '');
  if (attribute === undefined || !access.reads.includes(attribute.name)) return null;
  const { name, type } = attribute;
  if (type.kind !== 'reference' && type.kind !== 'choice') return null;
  if (type.kind === 'reference' && accesses.get(type.entity)?.mayRead !== true) return null;
  const place = { schema: model.schema, zone: model.zone, entity: access.entity.name };
  const parts = filter === null ? [] : conjunctsOf(filter.typed).map((part) => compiledTyped(part, place));
  const deciding = parts.filter(
    (part) => part.reads.length > 0 && !part.mentionsPerson && part.reads.every((path) => path[0] === name),
  );
  const isAdmitted = (value: string | null) => {
    const row = { entity: access.entity.name, id: '', version: 0, values: valuesOf([[name, value]]) };
    return deciding.every((part) => part.evaluate({ row, old: row, me: null, now: 0, find: () => null }) === true);
  };
  const mayBeEmpty = attribute.kind === 'field' && !attribute.field.required;
  // A record always has a state, but not everybody may read it on every record.
  const isAlwaysThere = attribute.kind === 'state' && access.always.has(name);
  return {
    field: name,
    columns:
      type.kind === 'choice' ? type.options.flatMap((option) => (isAdmitted(option.name) ? option.name : [])) : [],
    of: type.kind === 'reference' ? type.entity : null,
    none: isAlwaysThere || !isAdmitted(null) ? null : mayBeEmpty ? 'usual' : 'left over',
  };
}
