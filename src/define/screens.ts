import { PLAIN_SCREEN } from '../model/lookups/plain-screen.ts';
import { idOf } from '../model/types/element.ts';
import type { Link, SavedFilter, Screen } from '../model/types/model.ts';
import type { Destination, ScreenField } from '../model/types/screen.ts';
import {
  atPath,
  boundOf,
  type DefineContext,
  element,
  formulaOf,
  named,
  optional,
  references,
} from './entities-and-machines.ts';
import type { DestinationInput, PageScreen, RecordScreen, RedirectScreen, ScreenBase } from './input.ts';

type OfRecords = RecordScreen<string, string, string, string>;
type AnyScreen = OfRecords | PageScreen<string> | RedirectScreen<string>;

export function screenOf(route: string, input: AnyScreen, here: DefineContext): Screen {
  const base = { ...PLAIN_SCREEN, ...everyScreen(route, input, here) };
  if (!('shows' in input)) {
    if (input.as === 'redirect') return { ...base, kind: 'redirect', entity: null, otherwise: leadingOf(input.to) };
    return { ...base, kind: input.as, entity: null, next: leadingOf(input.next) };
  }
  return {
    ...base,
    kind: input.as ?? (/\/:[^/]+$/.test(route) ? 'record' : 'table'),
    entity: input.shows,
    filter: optional(input.where, atPath(here, 'where')),
    fields: fieldsOf(input.fields),
    by: input.by ?? null,
    until: input.until ?? null,
    sort: (input.sort ?? []).map((key) => ({
      field: key.replace(/^-/, ''),
      descending: key.startsWith('-'),
      at: null,
    })),
    actions: references(input.actions),
    filters: [...filtersOf('filter', route, input, here), ...filtersOf('switch', route, input, here)],
    sections: Object.entries(input.sections ?? {}).map(([name, section]) => ({
      ...element(2, idOf('section', route, name), ''),
      ...named(name),
      fields: fieldsOf(section.fields),
      roles: references(section.for),
    })),
    next: leadingOf(input.next),
    pageSize: boundOf(input.pageSize),
    exported: input.exported ?? null,
    imported: input.imported ?? null,
    trash: input.trash ?? null,
    inline: input.inline ?? null,
    presence: input.presence ?? null,
    groupBy: groupOf(input.groupBy),
    duplicated: input.duplicated ?? null,
    related: input.related ?? null,
    comments: input.comments ?? null,
    sharers: input.sharers === undefined ? null : references(input.sharers ?? []),
    ...tilesOf(route, input, here),
  };
}

function groupOf(input: OfRecords['groupBy']): Screen['groupBy'] {
  if (input === undefined || input === 'no' || input === 'not shown') return input ?? null;
  return { field: input.field, interval: input.interval ?? null, at: null };
}

function everyScreen(route: string, input: ScreenBase<string>, here: DefineContext) {
  const { menu, otherwise } = input;
  const when = typeof menu === 'object' ? formulaOf(menu.where, atPath(here, 'menu', 'where')) : null;
  return {
    ...element(2, idOf('screen', route), input.help),
    ...named(input.name ?? route),
    route,
    roles: input.for === null ? null : references(input.for),
    whenEmpty: input.whenEmpty ?? null,
    links: (input.links ?? []).map(
      (link): Link =>
        typeof link === 'string' ? { text: '', route: link, at: null } : { text: link.text, route: link.to, at: null },
    ),
    startFor: references(input.startFor),
    menu: menu === undefined ? null : { shown: menu !== false, when },
    guard: optional(input.onlyIf, atPath(here, 'onlyIf')),
    otherwise: leadingOf(otherwise),
    refresh: optional(input.refresh, atPath(here, 'refresh')),
  };
}

function leadingOf(input: DestinationInput | undefined): Destination | null {
  if (input === undefined) return null;
  if (typeof input === 'string') return { route: input, message: null, at: null };
  return { route: input.to, message: input.message, at: null };
}

function fieldsOf(input: OfRecords['fields']): readonly ScreenField[] {
  return (input ?? []).map((field) =>
    typeof field === 'string'
      ? { name: field, at: null, roles: [] }
      : { name: field.field, at: null, roles: references(field.for) },
  );
}

function filtersOf(
  kind: 'filter' | 'switch',
  route: string,
  input: OfRecords,
  here: DefineContext,
): readonly SavedFilter[] {
  const member = kind === 'filter' ? 'filters' : 'switches';
  return Object.entries(input[member] ?? {}).map(([name, { where, on }]) => ({
    ...element(2, idOf(kind, route, name), ''),
    ...named(name),
    kind,
    filter: formulaOf(where, atPath(here, member, name, 'where')),
    on: on ?? false,
  }));
}

function tilesOf(route: string, input: OfRecords, here: DefineContext): Pick<Screen, 'numbers' | 'charts'> {
  return {
    numbers: Object.entries(input.numbers ?? {}).map(([name, tile]) => ({
      ...element(2, idOf('number', route, name), ''),
      ...named(name),
      aggregate: tile.aggregate,
      field: tile.of ?? null,
      filter: optional(tile.where, atPath(here, 'numbers', name, 'where')),
    })),
    charts: Object.entries(input.charts ?? {}).map(([name, chart]) => ({
      ...element(2, idOf('chart', route, name), ''),
      ...named(name),
      shape: chart.shape,
      aggregate: chart.aggregate,
      field: chart.of ?? null,
      by: chart.by,
      interval: chart.interval ?? null,
      filter: optional(chart.where, atPath(here, 'charts', name, 'where')),
    })),
  };
}
