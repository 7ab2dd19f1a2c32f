import type { WireRecord } from '../../engine/core/wire-format.ts';
import { isRefusal } from '../../engine/query/list.ts';
import { cursorAfterBatch, planBatch } from '../../engine/query/list-in-batches.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import { readJson } from '../api/latest-version.ts';
import { loadFacts, wireOf } from '../api/read-record.ts';
import { keyOf } from '../api/write-record.ts';
import { jsonAnswer, refusedAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { type Bulk, doesOf, outcomesOf, withSharedCan } from './bulk.ts';

/** Number of rows per step. Small enough that a person sees progress and can stop. */
const STEP = 100;

const MEMBERS: readonly string[] = ['screen', 'event', 'delete', 'input', 'query', 'after'];
/** Parameters that filter the list. The order and pages are determined by the steps. */
const NARROWING: readonly string[] = ['filter', 'q', 'filters'];

interface Matching {
  readonly screen: string;
  readonly does: Bulk['does'];
  readonly input: Json;
  readonly query: readonly (readonly [string, string])[];
  readonly after: string | null;
}

/**
 * `POST /_/bulk/matching { screen, event | delete: true, input?, query: { filter?, q?, filters? }, after? }`: one step
 * of an action on all rows of a list, each decided separately as in `/_/bulk`. Answers with each row's outcome, title
 * and previous states, the total (in the first step), and `next`, to be sent as `after` in the next step; null after
 * the last step.
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
  // Each row is changed only if it is unchanged since it was found.
  const found = rows.map(({ id }) => ({ id, etag: before(id)?._.etag }));
  const bulk: Bulk = { entity, does, input, rows: found };
  const outcomes = await outcomesOf(context, bulk, key);
  const last = rows.at(-1);
  const described = outcomes.map((outcome) => {
    const wire = before(outcome.id);
    return { ...outcome, title: wire?._.title ?? '', states: statesOf(context, entity, wire) };
  });
  return jsonAnswer(context, {
    ...withSharedCan(context, described),
    next: more && last !== undefined ? cursorAfterBatch(version.compiled, principal, request, last) : null,
    total: total?.count ?? null,
  });
}

/** Returns the rows as the principal reads them, before the action. */
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
  return machines.flatMap(({ name, stateless }) =>
    !stateless && wire !== null && Object.hasOwn(wire, name) ? [[name, wire[name] as Json] as const] : [],
  );
}

/** Returns the parsed body, or what is wrong with it. */
function matchingOf(body: Json): Matching | string {
  if (!isObject(body)) return 'its body must be an object';
  const unknown = Object.keys(body).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `its member “${unknown}” is not known`;
  const screen = member(body, 'screen');
  if (typeof screen !== 'string') return '“screen” must name a screen';
  const does = doesOf(new Map(Object.entries(body)));
  if (does === null) return 'exactly one of “event” and “delete” must be given';
  const after = member(body, 'after');
  if (after !== null && typeof after !== 'string') return '“after” must be what the step before answered as “next”';
  const query = member(body, 'query') ?? {};
  if (!isObject(query)) return '“query” must be an object';
  const entries = Object.entries(query).map(([name, value]) => [name, value] as const);
  const texts = entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  const isNarrowing = ([name]: (typeof entries)[number]) => NARROWING.includes(name);
  if (texts.length < entries.length || !entries.every(isNarrowing))
    return '“query” may hold the texts “filter”, “q” and “filters”';
  // Empty parameters are omitted, as in a URL.
  const given = texts.filter(([, value]) => value !== '');
  return { screen, does, input: member(body, 'input') ?? {}, query: given, after };
}
