import { matchRoute, pathOf } from '../../model/lookups/routes.ts';
import { eventMeaning } from '../../model/meaning/event-meaning.ts';
import { POINT_TITLES } from '../../model/types/element.ts';
import type { Model, Screen } from '../../model/types/model.ts';
import { gapDescription, templateForPoint } from '../../model/types/point-templates.ts';
import type { Tone } from '../../model/types/tone.ts';
import { languagesOf } from '../../model/types/translation.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import type { Principal } from '../core/principal.ts';
import { type IrreversibleTransition, irreversibleTransitions } from '../errors/irreversible.ts';
import { callOfScreens } from '../input/input-fields.ts';
import { isGroupable } from '../query/grouping.ts';
import { isComparable, searchedFields } from '../query/list-filter.ts';
import { type Access, accessOf, type LineInputs, lineInputsOf } from '../visible-model/entity-access.ts';
import { reducedModel } from '../visible-model/reduced-model.ts';
import { unknownFields } from '../visible-model/unknown-fields.ts';
import { isStoredOnDevices } from './offline.ts';
import { tonesOf } from './tones.ts';
import { navigationOf, screensFor, viewScreen } from './view-screen.ts';

/**
 * What a client gets (M23). `model` is the Model reduced to what these roles may see or use: the client compiles it
 * with `view.document` as its hash and renders from it. It omits entities, fields, screens, calls, events and constants
 * that they may not see or use, all conditions of permissions, guards and screen filters, and samples.
 */
export interface View {
  /** Hash of the View's content; part of every cache key on the client. */
  readonly hash: string;
  /** Hash of the document from which the View was made. */
  readonly document: string;
  readonly dev: boolean;
  readonly product: ViewProduct;
  readonly person: { readonly id: string; readonly title: string; readonly entity: string } | null;
  readonly roles: readonly string[];
  readonly navigation: readonly ViewLink[];
  /** The reduced Model. */
  readonly model: Model;
  readonly screens: readonly ViewScreen[];
  /** Routes of screens that are not for these roles and that the route of another screen would match too. */
  readonly closed: readonly { readonly route: string }[];
  readonly entities: readonly ViewEntity[];
  readonly gaps: readonly ViewGap[];
  /**
   * Ids of fields that are empty in every record because their type or formula depends on something that is not shown.
   */
  readonly unknown: readonly string[];
  /**
   * Whether the device stores what the signed-in person reads, and the writes they could not send. Never in
   * development.
   */
  readonly offline: boolean;
  /** The colours of states and options that have one, by the id of their field or machine. */
  readonly tones: { readonly [attribute: string]: { readonly [option: string]: Tone } };
  /** Assumptions in force, for the banner, such as `A-ROLES`. */
  readonly assumptions: readonly string[];
  /** Line of each element; in development only. */
  readonly lines: { readonly [element: string]: number } | null;
}

export interface ViewProduct {
  readonly name: string;
  readonly language: string;
  readonly zone: string;
  /** The languages of the document: its own first, then the translations. */
  readonly languages: readonly string[];
}

export interface ViewLink {
  readonly screen: string;
  readonly route: string;
  readonly label: string;
}

/** What the client needs in addition to the screen of the Model with the same `id`. */
export interface ViewScreen {
  readonly id: string;
  readonly route: string;
  readonly kind: Screen['kind'];
  readonly entity: string | null;
  /** Of a record screen: the route parameter that identifies the record; null if there is none. */
  readonly parameter: string | null;
  /**
   * The field whose value in the URL grants read access to the record: the client stays at this URL and shows only the
   * record. Null if the URL is no such link.
   */
  readonly linked: string | null;
  /**
   * Columns of a table, or fields of a form or record, in order: those that these roles may read; in a form, those that
   * they can enter, or could if their type were shown.
   */
  readonly fields: readonly string[];
  /**
   * Board: the field and its columns that the filter admits, in stated order. `of`: the entity whose readable records
   * are the columns instead. `none`: the column of records without a value, if the filter admits them; "left over" if
   * the field is required, so that it only contains older records and those whose field the person may not read.
   */
  readonly board: {
    readonly field: string;
    readonly columns: readonly string[];
    readonly of: string | null;
    readonly none: 'usual' | 'left over' | null;
  } | null;
  /**
   * Calendar: the field with the day of a record, and the one with its last day; null if these roles may not read it.
   */
  readonly calendar: { readonly field: string; readonly until: string | null } | null;
  /** Sort keys in force. */
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
  /** Whether the server decides who may open it, because of `Only if`. */
  readonly guarded: boolean;
  /** Refresh interval in milliseconds; null to refresh only after changes. */
  readonly refresh: number | null;
  /** Sections with a heading of a record or form; their fields are among `fields`. */
  readonly sections: readonly ViewSection[];
  /** Links to other screens; `screen` null: to another site. */
  readonly links: readonly { readonly text: string; readonly route: string; readonly screen: string | null }[];
  /** The initial grouping as written in a URL; null for none. */
  readonly group: string | null;
  /** Whether people can choose the grouping. */
  readonly groups: boolean;
  /** Filters and switches that these roles can toggle, in stated order. */
  readonly filters: readonly ViewFilter[];
  /** Events offered on rows and in bulk. */
  readonly actions: readonly string[];
  /** Whether rows can be exported, and whether records can be imported. */
  readonly exports: boolean;
  readonly imports: boolean;
  /** Whether it links to the deleted records of its entity. */
  readonly trash: boolean;
  /** Whether rows can be edited inline, as far as each record allows. */
  readonly inline: boolean;
  /** Whether signed-in people who view the same record see each other. */
  readonly presence: boolean;
  /** Whether a record can be duplicated into the screen `form`, by those who may create such records. */
  readonly duplicates: boolean;
  /** Of a record screen: its related lists. */
  readonly related: readonly ViewRelated[];
  /** Of a dashboard: the list screen that these roles have for all such records; null if there is none. */
  readonly list: string | null;
  /** Whether its records have comments, which signed-in people can write. */
  readonly comments: boolean;
  /** The screens to create a record of the list's entity and to view one; null if these roles have none. */
  readonly form: string | null;
  readonly record: string | null;
}

/** A related list: the records of an entity that refer to the shown record by one field. */
export interface ViewRelated {
  /** Id of the field. */
  readonly id: string;
  readonly entity: string;
  readonly field: string;
  /** The list screen that these roles have for all such records; null if there is none. */
  readonly list: string | null;
  /**
   * Path to the title of the referenced record as written in a condition, such as `customer.name`; null if no list can
   * be filtered by it.
   */
  readonly title: string | null;
  /** The sort order as written in a URL; empty: newest first. */
  readonly sort: string;
  /** Fields shown beside the record's title. */
  readonly columns: readonly string[];
}

export interface ViewSection {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly fields: readonly string[];
}

export interface ViewFilter {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly kind: 'filter' | 'switch';
  /** Whether it is on when the screen opens. */
  readonly on: boolean;
}

/** What the client needs in addition to the entity of the Model with the same `name`. */
export interface ViewEntity {
  readonly name: string;
  /** Fields, states and built-ins that these roles may read on some record, in stated order. */
  readonly reads: readonly string[];
  readonly createInputs: readonly string[];
  readonly changeInputs: readonly string[];
  /** Lists whose calls accept only some fields of a line, in new and in existing records; null: all input fields. */
  readonly lineInputs: readonly LineInputs[];
  readonly mayCreate: boolean;
  /** Whether these roles can list deleted records of the entity, some of which they may restore. */
  readonly mayRestore: boolean;
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
  /** Fields by which rows can be grouped. */
  readonly groups: readonly string[];
  readonly searchable: boolean;
  /** Every event of the entity's machines that these roles could raise on some record, in stated order. */
  readonly events: readonly ViewEvent[];
  /** Ids of the calls that serve the entity. */
  readonly calls: {
    readonly list: string | null;
    readonly read: string | null;
    readonly create: string | null;
    readonly change: string | null;
    readonly delete: string | null;
  };
}

export interface ViewEvent {
  readonly name: string;
  readonly label: string;
  readonly machine: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly asks: readonly { readonly field: string; readonly optional: boolean }[];
  /** The transitions that can't be undone, if these roles may read the state. */
  readonly ends: readonly IrreversibleTransition[];
  readonly call: string | null;
  /** The states in which the event is the next step, and those in which it calls the record off. */
  readonly forward: readonly string[];
  readonly danger: readonly string[];
}

/**
 * A point of the document that is not shown and that concerns this product: shown as a notice in place of the missing
 * thing.
 */
export interface ViewGap {
  readonly point: number;
  readonly title: string;
  readonly element: string;
  /** What can't be decided without it. */
  readonly consequence: string;
  /** A first line that would state it; empty if none is known. */
  readonly firstLine: string;
  /** Screens that it concerns; empty: all. */
  readonly screens: readonly string[];
}

/** Returns the View of a person with these roles. Memoized per set of roles. */
export function viewOf(
  model: CompiledModel,
  roles: ReadonlySet<string>,
  options: { readonly dev: boolean; readonly person: View['person'] },
): View {
  const principal: Principal = { row: null, roles };
  const memoized = memoizeByRoles(model, options.dev ? 'view in dev' : 'view', principal, () =>
    makeView(model, principal, options.dev),
  );
  return { ...memoized, person: options.person };
}

function makeView(compiled: CompiledModel, principal: Principal, dev: boolean): Omit<View, 'person'> {
  const accesses = accessOf(compiled, principal);
  const open = screensFor(compiled, principal, accesses);
  const model = reducedModel(
    compiled,
    principal,
    accesses,
    open.map(({ screen }) => screen),
    dev,
  );
  const view: Omit<View, 'person' | 'hash'> = {
    document: compiled.hash,
    dev,
    product: {
      name: compiled.model.name,
      language: compiled.format.language,
      zone: compiled.zone,
      languages: languagesOf(compiled.model),
    },
    roles: [...principal.roles].sort(),
    navigation: navigationOf(open),
    model: dev ? model : withoutPlaces(model),
    screens: open.map((screen) => viewScreen(compiled, principal, accesses, open, screen)),
    closed: closedAmong(
      compiled,
      open.map(({ screen }) => screen),
    ),
    entities: [...accesses.values()].map((access) => viewEntity(compiled, access)),
    gaps: gapsOf(compiled),
    unknown: unknownFields(accesses),
    offline: !dev && isStoredOnDevices(compiled.model),
    tones: tonesOf(accesses),
    assumptions: assumptionsOf(compiled),
    lines: dev ? linesOf(compiled) : null,
  };
  return { ...view, hash: compiled.digest(JSON.stringify(view)).slice(0, 32) };
}

function closedAmong({ model }: CompiledModel, open: readonly Screen[]): View['closed'] {
  const isOpen = new Set(open);
  const isMistaken = ({ route }: Screen) => matchRoute(open, pathOf(route)) !== null;
  return model.screens.flatMap((screen) => (isOpen.has(screen) || !isMistaken(screen) ? [] : { route: screen.route }));
}

function viewEntity(compiled: CompiledModel, access: Access): ViewEntity {
  const { entity } = access;
  const attributes = access.reads.flatMap((name) => entity.schema.attributes.get(name) ?? []);
  const comparable = attributes
    .filter((attribute) => isComparable(compiled, entity, attribute))
    .map(({ name }) => name);
  const call = (kind: 'list' | 'read' | 'create' | 'change' | 'delete', may: boolean) =>
    may ? (callOfScreens(compiled, kind, entity.name, (call) => access.calls.includes(call))?.id ?? null) : null;
  return {
    name: entity.name,
    reads: access.reads,
    createInputs: access.createInputs,
    changeInputs: access.changeInputs,
    lineInputs: lineInputsOf(compiled, access),
    mayCreate: access.mayCreate,
    mayRestore: access.mayRestore,
    filters: comparable,
    sorts: comparable.filter((name) => entity.schema.attributes.get(name)?.type.kind !== 'references'),
    groups: attributes.filter((attribute) => isGroupable(compiled, entity, attribute)).map(({ name }) => name),
    searchable: searchedFields(entity, (field) => access.reads.includes(field)).length > 0,
    events: entity.events.flatMap((event) => viewEvent(access, event)),
    calls: {
      list: call('list', access.mayRead),
      read: call('read', access.mayRead),
      create: call('create', access.mayCreate),
      change: call('change', access.mayChange),
      delete: call('delete', access.mayDelete),
    },
  };
}

function viewEvent(access: Access, event: string): ViewEvent[] {
  const transitions = access.transitions.filter(({ transition }) => transition.event === event);
  const [first] = transitions;
  if (first === undefined) return [];
  const known = !first.machine.stateless && access.reads.includes(first.machine.name);
  const asks = new Map(transitions.flatMap((one) => one.asks.map((ask) => [ask.field, ask] as const)));
  const serves = ({ does }: Model['calls'][number]) =>
    does.kind === 'event' && does.entity === access.entity.name && does.event === event;
  return [
    {
      name: event,
      label: first.transition.label,
      machine: first.machine.name,
      from: known ? [...new Set(transitions.flatMap(({ transition }) => transition.from ?? []))] : [],
      to: known ? [...new Set(transitions.map(({ transition }) => transition.to))] : [],
      asks: [...asks.values()],
      ends: known ? irreversibleTransitions(first.machine, event) : [],
      call: access.calls.find(serves)?.id ?? null,
      ...(known ? eventMeaning(first.machine, event) : { forward: [], danger: [] }),
    },
  ];
}

function gapsOf({ model }: CompiledModel): ViewGap[] {
  return model.points
    .filter((point) => point.standing === 'not shown')
    .map((point) => ({
      point: point.point,
      title: POINT_TITLES[point.point],
      element: point.id,
      consequence: gapDescription(point.point),
      firstLine: templateForPoint(point.point),
      screens: [],
    }));
}

/** Returns the assumptions about which the person should be warned: that everybody may do everything. */
function assumptionsOf({ model }: CompiledModel): string[] {
  return model.permissions.some((cell) => cell.assumption === 'A-ROLES') ? ['A-ROLES'] : [];
}

function linesOf(model: CompiledModel): { [element: string]: number } {
  const lines: { [element: string]: number } = Object.create(null);
  for (const [id, { line }] of model.elements) if (line !== null) lines[id] = line;
  return lines;
}

/** Removes places in the document, which are for development only. */
function withoutPlaces(model: Model): Model {
  return JSON.parse(JSON.stringify(model, (key, value: unknown) => (key === 'at' ? null : value))) as Model;
}
