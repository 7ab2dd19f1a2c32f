import { refuseScreen } from '../../engine/access/screen-access.ts';
import { isRefusal } from '../../engine/query/list.ts';
import { withCurrentNames } from '../../engine/query/renamed-fields.ts';
import {
  type ListState,
  readListState,
  type WireListView,
  type WireListViews,
} from '../../engine/query/saved-list-view.ts';
import { mayShareViews, principalWithRole, refuseState } from '../../engine/query/saved-view-sharing.ts';
import { cleanText, foldCase } from '../../fields/text/fold.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import type { SavedView } from '../../store/core/saved-views.ts';
import { readJson } from '../api/latest-version.ts';
import { newId } from '../core/new-id.ts';
import { emptyAnswer, jsonAnswer, refusedAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { readQuery } from '../http/query-parameters.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';
import { messagesIn } from '../runtime/server-messages.ts';
import { viewFor } from './application.ts';

const LONGEST_NAME = 60;
/** Maximum number of views of a person, and of shared views of a screen. */
const MOST_OWN = 200;
const MOST_SHARED = 50;

/**
 * `GET /_/views?screen=`: the person's own views, and those shared with one of their roles. Those who may share see all
 * shared views. A view contains only what its author entered; rows are queried when it is opened.
 */
export async function getViews(context: RequestContext): Promise<Response> {
  const query = readQuery(context, ['screen']);
  if (query instanceof Response) return query;
  const screen = query.get('screen') ?? '';
  const entity = listEntityOf(context, screen);
  if (entity instanceof Response) return entity;
  const { store } = context.runtime;
  const items = (await visibleViews(context, screen)).map((view) => wireView(context, view));
  const opening = await store.views.opening(screen, ownId(context));
  const answer: WireListViews = {
    items,
    opening: items.some(({ id }) => id === opening) ? opening : null,
    shares: sharesOf(context, screen),
  };
  return jsonAnswer(context, answer);
}

/** `POST /_/views { screen, name, state, role? }`: saves a view for oneself or, with permission, for a role. */
export async function postView(initial: RequestContext): Promise<Response> {
  const sent = await bodyOf(initial, ['screen', 'name', 'state', 'role']);
  if (sent instanceof Response) return sent;
  const { context, body } = sent;
  const screen = member(body, 'screen');
  const entity = listEntityOf(context, typeof screen === 'string' ? screen : '');
  if (entity instanceof Response || typeof screen !== 'string') return entity as Response;
  const others = await context.runtime.store.views.ofScreen(screen, ownId(context));
  const validated = await validateView(context, { screen, entity, others, id: null }, body, null);
  if (validated instanceof Response) return validated;
  const shared = others.filter(({ role }) => role !== null).length;
  const isFull =
    validated.role === null
      ? (await context.runtime.store.views.count(ownId(context))) >= MOST_OWN
      : shared >= MOST_SHARED;
  if (isFull) return unreadable(context, messagesIn(context).viewsFull);
  const { now } = context;
  const view: SavedView = { id: newId(now), screen, person: ownId(context), made: now, changed: now, ...validated };
  await context.runtime.store.views.add(view);
  return jsonAnswer(context, wireView(context, view), { status: 201 });
}

/** `PATCH /_/views/:id { name?, state?, role? }`: changes a view. `role: null` stops sharing it. */
export async function patchView(initial: RequestContext): Promise<Response> {
  const before = await changeable(initial);
  if (before instanceof Response) return before;
  const sent = await bodyOf(initial, ['name', 'state', 'role']);
  if (sent instanceof Response) return sent;
  const { context, body } = sent;
  const view = await changeable(context);
  if (view instanceof Response) return view;
  const { screen, id } = view;
  const entity = listEntityOf(context, screen);
  if (entity instanceof Response) return entity;
  const { views } = context.runtime.store;
  const others = await views.ofScreen(screen, ownId(context));
  const validated = await validateView(context, { screen, entity, others, id }, body, view);
  if (validated instanceof Response) return validated;
  // A shared view can become private to its author only.
  if (validated.role === null && view.person !== ownId(context)) return notAllowed(context, screen);
  const after = { ...view, ...validated, changed: context.now };
  if (!(await views.change(id, after))) return viewNotFound(context);
  return jsonAnswer(context, wireView(context, after));
}

/** `DELETE /_/views/:id`: deletes a view. */
export async function deleteView(context: RequestContext): Promise<Response> {
  const view = await changeable(context);
  if (view instanceof Response) return view;
  return (await context.runtime.store.views.remove(view.id)) ? emptyAnswer(context) : viewNotFound(context);
}

/**
 * `PUT /_/opening-view { screen, view }`: sets the view with which a list opens for this person; null: as the document
 * states.
 */
export async function putOpeningView(initial: RequestContext): Promise<Response> {
  const sent = await bodyOf(initial, ['screen', 'view']);
  if (sent instanceof Response) return sent;
  const { context, body } = sent;
  const screen = member(body, 'screen');
  const view = member(body, 'view');
  const entity = listEntityOf(context, typeof screen === 'string' ? screen : '');
  if (entity instanceof Response || typeof screen !== 'string') return entity as Response;
  if (view !== null && !(await visibleViews(context, screen)).some(({ id }) => id === view))
    return viewNotFound(context);
  await context.runtime.store.views.setOpening(screen, ownId(context), view === null ? null : String(view));
  return emptyAnswer(context);
}

const ownId = ({ principal }: RequestContext): string => principal.row?.id ?? '';
const unreadable = (context: RequestContext, reason: string): Response =>
  standardAnswer(context, 'UNREADABLE', { reason });
const viewNotFound = (context: RequestContext): Response => standardAnswer(context, 'NOT_FOUND', { entity: 'view' });
/** Refuses, and names who may share: the roles that the document states, else those who may change roles. */
const notAllowed = (context: RequestContext, screen: string): Response => {
  const { compiled } = context.version;
  const { sharers = null } = compiled.screens.get(screen)?.screen ?? {};
  const named = (sharers ?? []).map(({ name }) => compiled.schema.roles.get(name)?.label ?? name);
  const who = named.length === 0 ? messagesIn(context).whoChangesRoles : compiled.format.choice(named);
  return standardAnswer(context, 'NOT_ALLOWED', { who }, sharers === null ? {} : { decidedBy: [screen] });
};

/** Returns the entity of a screen's list. A screen that the principal can't open is treated as unknown. */
function listEntityOf(context: RequestContext, id: string): string | Response {
  const { compiled } = context.version;
  const prepared = compiled.screens.get(id) ?? null;
  const isOpen = viewFor(context).screens.some((screen) => screen.id === id);
  const entity = prepared?.screen.entity ?? null;
  if (!isOpen || entity === null || refuseScreen(compiled, context.principal, prepared) !== null)
    return standardAnswer(context, 'NOT_FOUND', { entity: 'screen' });
  return entity;
}

/** Returns the views that the principal may open, by their current roles. */
async function visibleViews(context: RequestContext, screen: string): Promise<readonly SavedView[]> {
  const all = await context.runtime.store.views.ofScreen(screen, ownId(context));
  return all.filter((view) => isViewVisible(context, view));
}

function isViewVisible(context: RequestContext, { person, role, screen }: SavedView): boolean {
  const { principal, version } = context;
  if (role === null) return person === ownId(context);
  return version.compiled.schema.roles.has(role) && (principal.roles.has(role) || mayShare(context, screen));
}

function mayChange(context: RequestContext, { person, role, screen }: SavedView): boolean {
  return role === null ? person === ownId(context) : mayShare(context, screen);
}

function mayShare({ version, principal }: RequestContext, screen: string): boolean {
  const stated = version.compiled.screens.get(screen)?.screen;
  return stated !== undefined && mayShareViews(version.compiled, principal, stated);
}

/** Returns the view in the path if the principal may change it. A view that they can't see is treated as unknown. */
async function changeable(context: RequestContext): Promise<SavedView | Response> {
  const view = await context.runtime.store.views.find(param(context, 'id'));
  if (view === null || !isViewVisible(context, view)) return viewNotFound(context);
  return mayChange(context, view) ? view : notAllowed(context, view.screen);
}

function wireView(context: RequestContext, view: SavedView): WireListView {
  return {
    id: view.id,
    name: view.name,
    role: view.role === null ? null : roleNamed(context, view.role),
    mine: view.person === ownId(context),
    mayChange: mayChange(context, view),
    state: stateNow(context, view),
  };
}

/** Returns the view's state with current field names. A state that this version can't read counts as empty. */
function stateNow({ version }: RequestContext, { screen, state }: Pick<SavedView, 'screen' | 'state'>): ListState {
  const read = readListState(JSON.parse(state) as Json);
  const entity = version.compiled.screens.get(screen)?.screen.entity ?? '';
  return typeof read === 'string' ? AS_STATED : withCurrentNames(version.compiled, entity, read);
}

const AS_STATED: ListState = { filter: '', q: '', sort: '', filters: '', group: '', columns: null, density: null };

const roleNamed = ({ version }: RequestContext, name: string) => ({
  name,
  label: version.compiled.schema.roles.get(name)?.label ?? name,
});

function sharesOf(context: RequestContext, screen: string): WireListViews['shares'] {
  const { compiled } = context.version;
  if (!mayShare(context, screen)) return [];
  return [...compiled.schema.roles.values()].filter(({ guest }) => !guest).map(({ name }) => roleNamed(context, name));
}

interface SentBody {
  readonly context: RequestContext;
  readonly body: { readonly [name: string]: Json };
}

async function bodyOf(initial: RequestContext, known: readonly string[]): Promise<SentBody | Response> {
  const sent = await readJson(initial);
  if (!sent.ok) return unreadableAnswer(initial, sent);
  const { context, value } = sent;
  if (!isObject(value)) return unreadable(context, 'its body must be an object');
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  return unknown === undefined ? { context, body: value } : unreadable(context, `its member “${unknown}” is not known`);
}

interface ViewTarget {
  readonly screen: string;
  readonly entity: string;
  readonly others: readonly SavedView[];
  /** The id of the view that is changed; null for a new one. */
  readonly id: string | null;
}

/**
 * Validates the changes of a view. A state that the reader could not query is refused, for the author as well as for a
 * role, so that sharing does not disclose fields that the role may not read.
 */
async function validateView(
  context: RequestContext,
  { screen, entity, others, id }: ViewTarget,
  body: { readonly [name: string]: Json },
  before: SavedView | null,
): Promise<Pick<SavedView, 'name' | 'role' | 'state'> | Response> {
  const { compiled } = context.version;
  const has = (name: string) => before === null || Object.hasOwn(body, name);
  const sentName = member(body, 'name');
  const name = has('name') ? (typeof sentName === 'string' ? cleanText(sentName) : null) : (before?.name ?? null);
  if (name === null || name.length > LONGEST_NAME)
    return unreadable(context, `“name” must be text of 1 to ${LONGEST_NAME} characters`);
  const role = has('role') ? member(body, 'role') : (before?.role ?? null);
  if (role !== null && !sharesOf(context, screen).some((each) => each.name === role))
    return mayShare(context, screen) ? unreadable(context, '“role” must name a role') : notAllowed(context, screen);
  const state = has('state') || before === null ? readListState(member(body, 'state')) : stateNow(context, before);
  if (typeof state === 'string') return unreadable(context, state);
  const reader = role === null ? context.principal : principalWithRole(compiled, String(role), context.principal);
  // Changing only the name needs no new check.
  const mustValidate = has('state') || has('role');
  const refused = mustValidate ? refuseState(compiled, reader, { entity, screen, state }, context.now) : null;
  if (refused !== null && isRefusal(refused)) return refusedAnswer(context, refused);
  if (refused !== null) return unreadable(context, `there is no column “${refused.column}” here`);
  const isSame = (view: SavedView) =>
    view.id !== id &&
    view.role === role &&
    (role !== null || isViewVisible(context, view)) &&
    sameName(view.name, name);
  if (others.some(isSame)) return unreadable(context, messagesIn(context).viewExists({ name }));
  return { name, role: role === null ? null : String(role), state: JSON.stringify(state) };
}

const sameName = (one: string, other: string): boolean => foldCase(one) === foldCase(other);
