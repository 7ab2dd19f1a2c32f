import type { WireRecord } from '../../engine/core/wire-format.ts';
import { isRefusal } from '../../engine/query/list.ts';
import { cursorAfterBatch, planBatch } from '../../engine/query/list-in-batches.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import { readJson } from '../api/latest-version.ts';
import { loadFacts, wireOf } from '../api/read-record.ts';
import { keyOf } from '../api/write-record.ts';
import { jsonAnswer, refusedAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { type Bulk, doesOf, outcomesOf } from './bulk.ts';

/** So many rows in one step: whoever waits sees it move, and can stop it. */
const STEP = 100;

const MEMBERS: readonly string[] = ['screen', 'event', 'delete', 'input', 'query', 'after'];
/** What narrows a list; its order and pages are the walk's own. */
const NARROWING: readonly string[] = ['filter', 'q', 'filters'];

interface Matching {
  readonly screen: string;
  readonly does: Bulk['does'];
  readonly input: Json;
  readonly query: readonly (readonly [string, string])[];
  readonly after: string | null;
}

/**
 * `POST /_/bulk/matching { screen, event | delete: true, input?, query: { filter?, q?, filters? }, after? }`: one step over
 * all rows that a screen's list finds when it is asked so, each decided by itself as in `/_/bulk`. Answers the outcome of
 * each with its title and its states before, how many there are in all (in the first step), and `next`, to be sent as
 * `after` for the step after it; null where this was the last.
 */
export async function postMatching(initial: RequestContext): Promise<Response> {
  const body = await readJson(initial);
  if (!body.ok) return unreadableAnswer(initial, body);
  const { context } = body;
  const matching = matchingOf(body.value);
  if (typeof matching === 'string') return standardAnswer(context, 'UNREADABLE', { reason: matching });
  const { runtime, version, principal, now } = context;
  const { screen, does, input, query, after } = matching;
  const entity = version.compiled.screens.get(screen)?.screen.entity ?? null;
  if (entity === null) return standardAnswer(context, 'NOT_FOUND', { entity: 'screen' });
  const key = keyOf(context);
  if (key instanceof Response) return key;
  const request = { entity, from: screen, query, secret: runtime.secret };
  const plan = planBatch(version.compiled, principal, { request, after, limit: STEP }, now);
  if (isRefusal(plan)) return refusedAnswer(context, plan);
  const { rows, more, total } = await runtime.store.list(plan, { principal, now });
  const before = await wireRecordsOf(
    context,
    entity,
    rows.map(({ id }) => id),
  );
  // Each is done to the row as it was found: one that somebody changed in between is refused.
  const found = rows.map(({ id }) => ({ id, etag: before(id)?._.etag }));
  const bulk: Bulk = { entity, does, input, rows: found };
  const outcomes = await outcomesOf(context, bulk, key);
  const last = rows.at(-1);
  return jsonAnswer(context, {
    outcomes: outcomes.map((outcome) => {
      const wire = before(outcome.id);
      return { ...outcome, title: wire?._.title ?? '', states: statesOf(context, entity, wire) };
    }),
    next: more && last !== undefined ? cursorAfterBatch(version.compiled, principal, request, last) : null,
    total: total?.count ?? null,
  });
}

/** The rows as this person reads them before anything is done to them. */
async function wireRecordsOf(
  context: RequestContext,
  entity: string,
  ids: readonly string[],
): Promise<(id: string) => WireRecord | null> {
  const facts = await loadFacts(
    context,
    ids.map((id) => ({ entity, id })),
  );
  const wireRecords = new Map(
    ids.map((id) => {
      const row = facts.row(entity, id);
      return [id, row ? wireOf(context, row, facts) : null] as const;
    }),
  );
  return (id) => wireRecords.get(id) ?? null;
}

function statesOf(context: RequestContext, entity: string, wire: WireRecord | null): (readonly [string, Json])[] {
  const machines = context.version.compiled.schema.entities.get(entity)?.machines ?? [];
  return machines.flatMap(({ name }) =>
    wire !== null && Object.hasOwn(wire, name) ? [[name, wire[name] as Json] as const] : [],
  );
}

/** The body read, or what is wrong with it. */
function matchingOf(body: Json): Matching | string {
  if (!isObject(body)) return 'its body must be an object';
  const unknown = Object.keys(body).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `nothing is called “${unknown}” here`;
  const screen = member(body, 'screen');
  if (typeof screen !== 'string') return '“screen” must name a screen';
  const does = doesOf(new Map(Object.entries(body)));
  if (does === null) return 'either “event” names an event, or “delete” is true';
  const after = member(body, 'after');
  if (after !== null && typeof after !== 'string') return '“after” must be what the step before answered as “next”';
  const query = member(body, 'query') ?? {};
  if (!isObject(query)) return '“query” must be an object';
  const entries = Object.entries(query).map(([name, value]) => [name, value] as const);
  const texts = entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  const isNarrowing = ([name]: (typeof entries)[number]) => NARROWING.includes(name);
  if (texts.length < entries.length || !entries.every(isNarrowing))
    return '“query” may hold the texts “filter”, “q” and “filters”';
  // What is not asked is not sent, as in an address.
  const given = texts.filter(([, value]) => value !== '');
  return { screen, does, input: member(body, 'input') ?? {}, query: given, after };
}
