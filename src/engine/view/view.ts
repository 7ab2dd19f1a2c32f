import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { matchRoute, pathOf } from '../../model/lookups/routes.ts';
import type { Model, Screen } from '../../model/types/model.ts';
import { POINT_TITLES } from '../../model/types/place.ts';
import { nextLine, whatGapDenies } from '../../model/types/point-templates.ts';
import { languagesOf } from '../../model/types/translation.ts';
import { compile } from '../compile/compile.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import type { Principal } from '../core/principal.ts';
import { type End, endsOf } from '../errors/irreversible.ts';
import { callSent } from '../input/input-fields.ts';
import { isGroupable } from '../query/grouping.ts';
import { isComparable, searchedFields } from '../query/list-filter.ts';
import { type Access, accessOf, type LineInputs, lineInputsOf } from '../visible-model/entity-access.ts';
import { reducedModel } from '../visible-model/reduced-model.ts';
import { unknownFields } from '../visible-model/unknown-fields.ts';
import { type FirstDraft, type Follows, firstDraft, followsIn } from './new-record-form.ts';
import { isStoredOnDevices } from './offline.ts';
import { navigationOf, screensFor, viewScreen } from './view-screen.ts';

/**
 * What a browser gets (M23). `model` is the Model reduced to what these roles may see or use: the client calls
 * `prepare(view.model, view.document)` on it and draws from it. Dropped: entities, fields, screens, calls, events and
 * constants that they may not see or use; every permission's condition, guard and screen filter; samples.
 */
export interface View {
  /** Of the View's content: part of every client cache key. */
  readonly hash: string;
  /** The hash of the document that it was drawn from. */
  readonly document: string;
  readonly dev: boolean;
  readonly product: ViewProduct;
  readonly person: { readonly id: string; readonly title: string; readonly entity: string } | null;
  readonly roles: readonly string[];
  readonly navigation: readonly ViewLink[];
  /** The reduced Model. */
  readonly model: Model;
  readonly screens: readonly ViewScreen[];
  /** Addresses of screens that are not for these roles, where the route of another would fit them as well. */
  readonly closed: readonly { readonly route: string }[];
  readonly entities: readonly ViewEntity[];
  readonly gaps: readonly ViewGap[];
  /** Ids of fields that hold nothing in any record since their type, or what they are computed from, is not shown. */
  readonly unknown: readonly string[];
  /** Whether the device of whoever signed in keeps what they read, and what they could not send. Never in development. */
  readonly offline: boolean;
  /** Assumptions in force, for the banner: `A-ROLES`. */
  readonly assumptions: readonly string[];
  /** Line of each element, in dev only. */
  readonly lines: { readonly [element: string]: number } | null;
}

export interface ViewProduct {
  readonly name: string;
  readonly language: string;
  readonly zone: string;
  /** The languages that the document has: its own, then those that it is translated to. */
  readonly languages: readonly string[];
}

export interface ViewLink {
  readonly screen: string;
  readonly route: string;
  readonly label: string;
}

/** Beside the screen of the Model (by `id`): what the client needs resolved. */
export interface ViewScreen {
  readonly id: string;
  readonly route: string;
  readonly kind: Screen['kind'];
  readonly entity: string | null;
  /** Of a record's screen: the parameter of its route that says which one it shows; null where there is none. */
  readonly parameter: string | null;
  /**
   * The field that its address holds and that lets people read that record: the address is kept to, and the record alone is
   * shown. Null: its address is no such link.
   */
  readonly linked: string | null;
  /**
   * Columns of a table, fields of a form or record, in order: those that these roles may read; of a form, that they may type,
   * or might if their type were shown.
   */
  readonly fields: readonly string[];
  /**
   * Board: the field and its columns, as the filter admits them, in stated order. `of`: the entity whose records are the
   * columns instead, those that the person reads. `none`: the column of records without a value, if the filter admits them;
   * "left over" where the field must be given, so that only records from before, or whose field the person does not read,
   * stand there.
   */
  readonly board: {
    readonly field: string;
    readonly columns: readonly string[];
    readonly of: string | null;
    readonly none: 'usual' | 'left over' | null;
  } | null;
  /** Calendar: the field that says on which day a record stands, and the one until when; null where these roles read it not. */
  readonly calendar: { readonly field: string; readonly until: string | null } | null;
  /** Sort keys in force. */
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
  /** Whether the server says who opens it: by `Only if`. */
  readonly guarded: boolean;
  /** Milliseconds after which it fetches anew; null: only when something changes. */
  readonly refresh: number | null;
  /** Parts of a record or form with a heading of their own; their fields are among `fields`. */
  readonly sections: readonly ViewSection[];
  /** Ways to other screens; `screen` null: out of the application. */
  readonly links: readonly { readonly text: string; readonly route: string; readonly screen: string | null }[];
  /** What its rows stand in groups by at first, as an address says it; null: in none. */
  readonly group: string | null;
  /** Whether they choose what its rows stand in groups by. */
  readonly groups: boolean;
  /** Filters and switches that they turn on and off, by name, in stated order. */
  readonly filters: readonly ViewFilter[];
  /** Events offered on rows and in bulk. */
  readonly actions: readonly string[];
  /** Whether its rows may be had as a file, and whether they may make records of one here. */
  readonly exports: boolean;
  readonly imports: boolean;
  /** Whether it leads to the deleted records of its entity. */
  readonly trash: boolean;
  /** Whether its rows are changed where they stand, as far as each record lets them. */
  readonly inline: boolean;
  /** Whether people who look at the same record see one another here, once they signed in. */
  readonly presence: boolean;
  /** Whether a record leads to a form that begins with its values: to `form`, for whoever may create such records. */
  readonly duplicates: boolean;
  /** Of a record: what it lists of the records that refer to it. */
  readonly related: readonly ViewRelated[];
  /** Whether its records have comments, which whoever signed in writes too. */
  readonly comments: boolean;
  /** The form that makes a record of this list's entity, and the record's own screen; null where there is none for these roles. */
  readonly form: string | null;
  readonly record: string | null;
  /** Of a form: how a new record stands before anything is typed; null of any other screen. */
  readonly first: FirstDraft | null;
}

/** The records of an entity that refer to the one that a screen shows, by one of their fields. */
export interface ViewRelated {
  /** Of the field. */
  readonly id: string;
  readonly entity: string;
  readonly field: string;
  /** The list screen that these roles have of all such records; null: none. */
  readonly list: string | null;
  /** The path of what they are known to refer to by name, as a condition says it: `customer.name`; null: no list is asked so. */
  readonly title: string | null;
  /** As a question for them says it; empty: newest first. */
  readonly sort: string;
  /** Fields that stand beside what a record is known by. */
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
  /** On when the screen opens. */
  readonly on: boolean;
}

/** Beside the entity of the Model (by `name`). */
export interface ViewEntity {
  readonly name: string;
  /** Fields, states and built-ins that these roles may read on some record, in stated order. */
  readonly reads: readonly string[];
  readonly createInputs: readonly string[];
  readonly changeInputs: readonly string[];
  /** Lists whose lines take some of their fields alone: in a new record, and in one that is there; null: all that is typed. */
  readonly lineInputs: readonly LineInputs[];
  readonly mayCreate: boolean;
  /** Whether they find deleted records of it, some of which they may bring back. */
  readonly mayRestore: boolean;
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
  /** Those whose values rows stand in groups by. */
  readonly groups: readonly string[];
  /** What its fields hang on, of those that are not simply typed. */
  readonly follows: readonly Follows[];
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
  /** Where nothing takes it back, as far as these roles read the state. */
  readonly ends: readonly End[];
  readonly call: string | null;
}

/** A point that is not shown and concerns this product: the board that stands where the thing would stand. */
export interface ViewGap {
  readonly point: number;
  readonly title: string;
  readonly element: string;
  /** What can't be decided because of it. */
  readonly consequence: string;
  /** A first line that would state it; empty where none is known. */
  readonly firstLine: string;
  /** Screens that it concerns; empty: all. */
  readonly screens: readonly string[];
}

/** The View of a person who holds these roles. Made once for a set of roles. */
export function viewOf(
  app: CompiledModel,
  roles: ReadonlySet<string>,
  options: { readonly dev: boolean; readonly person: View['person'] },
): View {
  const who: Principal = { row: null, roles };
  const made = memoizeByRoles(app, options.dev ? 'view in dev' : 'view', who, () => makeView(app, who, options.dev));
  return { ...made, person: options.person };
}

function makeView(app: CompiledModel, who: Principal, dev: boolean): Omit<View, 'person'> {
  const accesses = accessOf(app, who);
  const open = screensFor(app, who, accesses);
  const model = reducedModel(
    app,
    who,
    accesses,
    open.map(({ screen }) => screen),
    dev,
  );
  // As a browser has it, which knows no more.
  const own = compile(model, app.hash, app.sentences);
  const view: Omit<View, 'person' | 'hash'> = {
    document: app.hash,
    dev,
    product: {
      name: app.model.name,
      language: app.format.language,
      zone: app.zone,
      languages: languagesOf(app.model),
    },
    roles: [...who.roles].sort(),
    navigation: navigationOf(open),
    model: dev ? model : withoutPlaces(model),
    screens: open.map((screen) => {
      const made = viewScreen(app, who, accesses, open, screen);
      return { ...made, first: made.kind === 'form' ? firstDraft(own, who, made) : null };
    }),
    closed: closedAmong(
      app,
      open.map(({ screen }) => screen),
    ),
    entities: [...accesses.values()].map((access) => ({
      ...viewEntity(app, access),
      follows: followsIn(own.entities.get(access.entity.name)),
    })),
    gaps: gapsOf(app),
    unknown: unknownFields(accesses),
    offline: !dev && isStoredOnDevices(app.model),
    assumptions: assumptionsOf(app),
    lines: dev ? linesOf(app) : null,
  };
  return { ...view, hash: bytesToHex(sha256(utf8ToBytes(JSON.stringify(view)))).slice(0, 32) };
}

function closedAmong({ model }: CompiledModel, open: readonly Screen[]): View['closed'] {
  const isOpen = new Set(open);
  const isMistaken = ({ route }: Screen) => matchRoute(open, pathOf(route)) !== null;
  return model.screens.flatMap((screen) => (isOpen.has(screen) || !isMistaken(screen) ? [] : { route: screen.route }));
}

function viewEntity(app: CompiledModel, access: Access): Omit<ViewEntity, 'follows'> {
  const { model } = app;
  const { entity } = access;
  const attributes = access.reads.flatMap((name) => entity.schema.attributes.get(name) ?? []);
  const comparable = attributes.filter((attribute) => isComparable(app, entity, attribute)).map(({ name }) => name);
  const call = (kind: 'list' | 'read' | 'create' | 'change' | 'delete', may: boolean) =>
    may ? (callSent(app, kind, entity.name)?.id ?? null) : null;
  return {
    name: entity.name,
    reads: access.reads,
    createInputs: access.createInputs,
    changeInputs: access.changeInputs,
    lineInputs: lineInputsOf(app, access),
    mayCreate: access.mayCreate,
    mayRestore: access.mayRestore,
    filters: comparable,
    sorts: comparable.filter((name) => entity.schema.attributes.get(name)?.type.kind !== 'references'),
    groups: attributes.filter((attribute) => isGroupable(app, entity, attribute)).map(({ name }) => name),
    searchable: searchedFields(entity, (field) => access.reads.includes(field)).length > 0,
    events: entity.events.flatMap((event) => viewEvent(model, access, event)),
    calls: {
      list: call('list', access.mayRead),
      read: call('read', access.mayRead),
      create: call('create', access.mayCreate),
      change: call('change', access.mayChange),
      delete: call('delete', access.mayDelete),
    },
  };
}

function viewEvent(model: Model, access: Access, event: string): ViewEvent[] {
  const transitions = access.transitions.filter(({ transition }) => transition.event === event);
  const [first] = transitions;
  if (first === undefined) return [];
  const known = access.reads.includes(first.machine.name);
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
      ends: known ? endsOf(first.machine, event) : [],
      call: model.calls.find(serves)?.id ?? null,
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
      consequence: whatGapDenies(point.point),
      firstLine: nextLine(point.point),
      screens: [],
    }));
}

/** The assumptions of which the person should know: that anybody may do everything. */
function assumptionsOf({ model }: CompiledModel): string[] {
  return model.permissions.some((cell) => cell.assumption === 'A-ROLES') ? ['A-ROLES'] : [];
}

function linesOf(app: CompiledModel): { [element: string]: number } {
  const lines: { [element: string]: number } = Object.create(null);
  for (const [id, { line }] of app.elements) if (line !== null) lines[id] = line;
  return lines;
}

/** Where things stand in the document is for development. */
function withoutPlaces(model: Model): Model {
  return JSON.parse(JSON.stringify(model, (key, value: unknown) => (key === 'at' ? null : value))) as Model;
}
