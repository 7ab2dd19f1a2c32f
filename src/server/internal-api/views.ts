import { refuseScreen } from '../../engine/access/screen-access.ts';
import { isRefusal } from '../../engine/query/list.ts';
import { type ListState, readListState, type WireListView, type WireListViews } from '../../engine/query/list-state.ts';
import { withPresentNames } from '../../engine/query/renamed-fields.ts';
import { holderOf, mayShareViews, refuseState } from '../../engine/query/saved-view-sharing.ts';
import { clean, foldCase } from '../../fields/text/fold.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import type { SavedView } from '../../store/core/saved-views.ts';
import { readJson } from '../api/latest-version.ts';
import { newId } from '../core/new-id.ts';
import { emptyAnswer, jsonAnswer, refusedAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { readQuery } from '../http/query-parameters.ts';
import { messagesIn } from '../messages/index.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';
import { viewFor } from './application.ts';

const LONGEST_NAME = 60;
/** A person keeps at most so many for themselves, and there are at most so many for others on one screen. */
const MOST_OWN = 200;
const MOST_SHARED = 50;

/**
 * `GET /_/views?screen=`: the lists that this person kept, and those kept for a role of theirs. Whoever may share sees all
 * that are shared. What they say is no more than what their maker wrote: rows come of asking alone.
 */
export async function getViews(asking: RequestContext): Promise<Response> {
  const query = readQuery(asking, ['screen']);
  if (query instanceof Response) return query;
  const screen = query.get('screen') ?? '';
  const entity = listAt(asking, screen);
  if (entity instanceof Response) return entity;
  const { store } = asking.runtime;
  const items = (await seenBy(asking, screen)).map((view) => wireView(asking, view));
  const opening = await store.views.opening(screen, personOf(asking));
  const answer: WireListViews = {
    items,
    opening: items.some(({ id }) => id === opening) ? opening : null,
    shares: sharesOf(asking, screen),
  };
  return jsonAnswer(asking, answer);
}

/** `POST /_/views { screen, name, state, role? }`: keeps a list under a name, for oneself or, where one may, for a role. */
export async function postView(asked: RequestContext): Promise<Response> {
  const sent = await bodyOf(asked, ['screen', 'name', 'state', 'role']);
  if (sent instanceof Response) return sent;
  const { asking, body } = sent;
  const screen = member(body, 'screen');
  const entity = listAt(asking, typeof screen === 'string' ? screen : '');
  if (entity instanceof Response || typeof screen !== 'string') return entity as Response;
  const others = await asking.runtime.store.views.ofScreen(screen, personOf(asking));
  const next = await judged(asking, { screen, entity, others, id: null }, body, null);
  if (next instanceof Response) return next;
  const shared = others.filter(({ role }) => role !== null).length;
  const isFull =
    next.role === null ? (await asking.runtime.store.views.count(personOf(asking))) >= MOST_OWN : shared >= MOST_SHARED;
  if (isFull) return unreadable(asking, messagesIn(asking).viewsFull);
  const { now } = asking;
  const view: SavedView = { id: newId(now), screen, person: personOf(asking), made: now, changed: now, ...next };
  await asking.runtime.store.views.add(view);
  return jsonAnswer(asking, wireView(asking, view), { status: 201 });
}

/** `PATCH /_/views/:id { name?, state?, role? }`: a role of null takes it back from those it was shared with. */
export async function patchView(asked: RequestContext): Promise<Response> {
  const before = await changeable(asked);
  if (before instanceof Response) return before;
  const sent = await bodyOf(asked, ['name', 'state', 'role']);
  if (sent instanceof Response) return sent;
  const { asking, body } = sent;
  const view = await changeable(asking);
  if (view instanceof Response) return view;
  const { screen, id } = view;
  const entity = listAt(asking, screen);
  if (entity instanceof Response) return entity;
  const { views } = asking.runtime.store;
  const others = await views.ofScreen(screen, personOf(asking));
  const next = await judged(asking, { screen, entity, others, id }, body, view);
  if (next instanceof Response) return next;
  // What was for others becomes nobody's own but its maker's.
  if (next.role === null && view.person !== personOf(asking)) return notAllowed(asking, screen);
  const after = { ...view, ...next, changed: asking.now };
  if (!(await views.change(id, after))) return notThere(asking);
  return jsonAnswer(asking, wireView(asking, after));
}

/** `DELETE /_/views/:id`. */
export async function deleteView(asking: RequestContext): Promise<Response> {
  const view = await changeable(asking);
  if (view instanceof Response) return view;
  return (await asking.runtime.store.views.remove(view.id)) ? emptyAnswer(asking) : notThere(asking);
}

/** `PUT /_/opening-view { screen, view }`: what a list opens with for this person; null: as the document states it. */
export async function putOpeningView(asked: RequestContext): Promise<Response> {
  const sent = await bodyOf(asked, ['screen', 'view']);
  if (sent instanceof Response) return sent;
  const { asking, body } = sent;
  const screen = member(body, 'screen');
  const view = member(body, 'view');
  const entity = listAt(asking, typeof screen === 'string' ? screen : '');
  if (entity instanceof Response || typeof screen !== 'string') return entity as Response;
  if (view !== null && !(await seenBy(asking, screen)).some(({ id }) => id === view)) return notThere(asking);
  await asking.runtime.store.views.setOpening(screen, personOf(asking), view === null ? null : String(view));
  return emptyAnswer(asking);
}

const personOf = ({ who }: RequestContext): string => who.row?.id ?? '';
const unreadable = (asking: RequestContext, reason: string): Response =>
  standardAnswer(asking, 'UNREADABLE', { reason });
const notThere = (asking: RequestContext): Response => standardAnswer(asking, 'NOT_FOUND', { entity: 'view' });
/** Told is who may: the roles that the document names, else whoever may change roles. */
const notAllowed = (asking: RequestContext, screen: string): Response => {
  const { app } = asking.version;
  const { sharers = null } = app.screens.get(screen)?.screen ?? {};
  const named = (sharers ?? []).map(({ name }) => app.schema.roles.get(name)?.label ?? name);
  const who = named.length === 0 ? messagesIn(asking).whoChangesRoles : app.format.choice(named);
  return standardAnswer(asking, 'NOT_ALLOWED', { who }, sharers === null ? {} : { decidedBy: [screen] });
};

/** The entity whose records a screen lists, for somebody who opens it; one that they don't is as one that there is not. */
function listAt(asking: RequestContext, id: string): string | Response {
  const { app } = asking.version;
  const prepared = app.screens.get(id) ?? null;
  const isOpen = viewFor(asking).screens.some((screen) => screen.id === id);
  const entity = prepared?.screen.entity ?? null;
  if (!isOpen || entity === null || refuseScreen(app, asking.who, prepared) !== null)
    return standardAnswer(asking, 'NOT_FOUND', { entity: 'screen' });
  return entity;
}

/** Those that this person may open, as whom they are for stands now. */
async function seenBy(asking: RequestContext, screen: string): Promise<readonly SavedView[]> {
  const all = await asking.runtime.store.views.ofScreen(screen, personOf(asking));
  return all.filter((view) => isSeen(asking, view));
}

function isSeen(asking: RequestContext, { person, role, screen }: SavedView): boolean {
  const { who, version } = asking;
  if (role === null) return person === personOf(asking);
  return version.app.schema.roles.has(role) && (who.roles.has(role) || mayShare(asking, screen));
}

function mayChange(asking: RequestContext, { person, role, screen }: SavedView): boolean {
  return role === null ? person === personOf(asking) : mayShare(asking, screen);
}

function mayShare({ version, who }: RequestContext, screen: string): boolean {
  const stated = version.app.screens.get(screen)?.screen;
  return stated !== undefined && mayShareViews(version.app, who, stated);
}

/** The view of the address, where this person may change it; one that they can't see is as one that there is not. */
async function changeable(asking: RequestContext): Promise<SavedView | Response> {
  const view = await asking.runtime.store.views.find(param(asking, 'id'));
  if (view === null || !isSeen(asking, view)) return notThere(asking);
  return mayChange(asking, view) ? view : notAllowed(asking, view.screen);
}

function wireView(asking: RequestContext, view: SavedView): WireListView {
  return {
    id: view.id,
    name: view.name,
    role: view.role === null ? null : roleNamed(asking, view.role),
    mine: view.person === personOf(asking),
    mayChange: mayChange(asking, view),
    state: stateNow(asking, view),
  };
}

/** With the names of today. What an older program kept and this one can't read asks nothing. */
function stateNow({ version }: RequestContext, { screen, state }: Pick<SavedView, 'screen' | 'state'>): ListState {
  const read = readListState(JSON.parse(state) as Json);
  const entity = version.app.screens.get(screen)?.screen.entity ?? '';
  return typeof read === 'string' ? AS_STATED : withPresentNames(version.app, entity, read);
}

const AS_STATED: ListState = { filter: '', q: '', sort: '', filters: '', group: '', columns: null, density: null };

const roleNamed = ({ version }: RequestContext, name: string) => ({
  name,
  label: version.app.schema.roles.get(name)?.label ?? name,
});

function sharesOf(asking: RequestContext, screen: string): WireListViews['shares'] {
  const { app } = asking.version;
  if (!mayShare(asking, screen)) return [];
  return [...app.schema.roles.values()].filter(({ guest }) => !guest).map(({ name }) => roleNamed(asking, name));
}

interface SentBody {
  readonly asking: RequestContext;
  readonly body: { readonly [name: string]: Json };
}

async function bodyOf(asked: RequestContext, known: readonly string[]): Promise<SentBody | Response> {
  const sent = await readJson(asked);
  if (!sent.ok) return unreadableAnswer(asked, sent);
  const { asking, value } = sent;
  if (!isObject(value)) return unreadable(asking, 'its body must be an object');
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  return unknown === undefined ? { asking, body: value } : unreadable(asking, `nothing is called “${unknown}” here`);
}

interface At {
  readonly screen: string;
  readonly entity: string;
  readonly others: readonly SavedView[];
  /** Of the one that is changed. */
  readonly id: string | null;
}

/**
 * What is to be kept, over what was. A list that whoever it is for could not ask for is not kept: not for its maker, and
 * not for a role, so that sharing tells nobody of a field that they don't read.
 */
async function judged(
  asking: RequestContext,
  { screen, entity, others, id }: At,
  body: { readonly [name: string]: Json },
  before: SavedView | null,
): Promise<Pick<SavedView, 'name' | 'role' | 'state'> | Response> {
  const { app } = asking.version;
  const has = (name: string) => before === null || Object.hasOwn(body, name);
  const given = member(body, 'name');
  const name = has('name') ? (typeof given === 'string' ? clean(given) : null) : (before?.name ?? null);
  if (name === null || name.length > LONGEST_NAME)
    return unreadable(asking, `“name” must be text of 1 to ${LONGEST_NAME} characters`);
  const role = has('role') ? member(body, 'role') : (before?.role ?? null);
  if (role !== null && !sharesOf(asking, screen).some((each) => each.name === role))
    return mayShare(asking, screen) ? unreadable(asking, '“role” must name a role') : notAllowed(asking, screen);
  const state = has('state') || before === null ? readListState(member(body, 'state')) : stateNow(asking, before);
  if (typeof state === 'string') return unreadable(asking, state);
  const reader = role === null ? asking.who : holderOf(app, String(role), asking.who);
  // Another name alone asks nothing new.
  const isAsked = has('state') || has('role');
  const refused = isAsked ? refuseState(app, reader, { entity, screen, state }, asking.now) : null;
  if (refused !== null && isRefusal(refused)) return refusedAnswer(asking, refused);
  if (refused !== null) return unreadable(asking, `there is no column “${refused.column}” here`);
  const isSame = (view: SavedView) =>
    view.id !== id && view.role === role && (role !== null || isSeen(asking, view)) && sameName(view.name, name);
  if (others.some(isSame)) return unreadable(asking, messagesIn(asking).viewThere(name));
  return { name, role: role === null ? null : String(role), state: JSON.stringify(state) };
}

const sameName = (one: string, other: string): boolean => foldCase(one) === foldCase(other);
