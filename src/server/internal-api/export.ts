import { isExported } from '../../engine/access/screen-access.ts';
import { cursorAfter, isRefusal, planList } from '../../engine/query/list.ts';
import type { ListPlan } from '../../engine/query/list-plan.ts';
import { BYTE_ORDER_MARK, csvRow } from '../../fields/text/csv.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { LimitName } from '../../model/types/model.ts';
import type { ListResult } from '../../store/core/store.ts';
import { recordsOf } from '../api/read-record.ts';
import { disposition } from '../core/content-disposition.ts';
import { PROTOCOL } from '../core/http-refusals.ts';
import { takeTurns } from '../core/yield-to-requests.ts';
import { privateHeaders, refusedAnswer, standardAnswer } from '../http/answer.ts';
import { cellOf, headingsOf } from '../import-export/csv-cells.ts';
import { messagesIn } from '../messages/index.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { viewFor } from './application.ts';

const OWN: readonly string[] = ['screen', 'columns'];
/** Whoever asks for a file asks for all of it. */
const PAGING: readonly string[] = ['page', 'limit', 'total'];

/**
 * `GET /_/export?screen=&columns=["title","total"]`: the rows of a list as CSV, narrowed and in order as `/_/list` takes it, with the
 * columns asked for, else those of the screen. Rows are read as they are sent, and never more of them at once than so much text. More rows
 * than the limit are refused.
 */
export async function getExport(asking: RequestContext): Promise<Response> {
  const query = [...asking.url.searchParams];
  const [id, ...others] = query.flatMap(([name, value]) => (name === 'screen' ? [value] : []));
  if (id === undefined || others.length > 0)
    return standardAnswer(asking, 'UNREADABLE', { reason: 'its parameter “screen” must name one screen' });
  const paging = query.find(([name]) => PAGING.includes(name));
  if (paging !== undefined) return standardAnswer(asking, 'UNKNOWN_PARAMETER', { parameter: paging[0] });
  const { app } = asking.version;
  const screen = app.screens.get(id)?.screen;
  const entity = screen?.entity ?? null;
  if (screen === undefined || entity === null) return standardAnswer(asking, 'NOT_FOUND', { entity: 'screen' });
  const most = limitOf(asking, 'export rows');
  if (most instanceof Response) return most;
  const asked = query.filter(([name]) => !OWN.includes(name));
  const source = { asking, entity, screen: id, query: asked, most: most.rows };
  const first = await foundAfter(source, null);
  if (first instanceof Response) return first;
  // Who may not see the list at all is told that first.
  if (!isExported(screen)) return notOffered(asking, id, screen.exported === 'not shown' ? 'Export' : null);
  const columns = columnsOf(asking, id, entity, asking.url.searchParams.getAll('columns'));
  if (columns instanceof Response) return columns;
  if (first.total !== null && first.total.count > most.rows)
    return tooManyRows(asking, most, messagesIn(asking).tooManyOut(number(asking, most.rows)));
  const headers = privateHeaders(asking);
  headers.set('content-type', 'text/csv; charset=utf-8; header=present');
  headers.set('content-disposition', disposition(`${screen.label}.csv`));
  headers.set('cache-control', 'private, no-store');
  return new Response(await streamed(source, columns, first), { headers });
}

interface Source {
  readonly asking: RequestContext;
  readonly entity: string;
  readonly screen: string;
  readonly query: readonly (readonly [string, string])[];
  readonly most: number;
}

/** Rows that are read and held at once have no more bytes of text than these together, but for one that has more by itself. */
export const MOST_HELD = 1_000_000;
/** So many rows are found at once where what they are sorted by may be long; else as many as the largest page has. */
const FEW = 100;

/** The rows of a page by their ids, with what each will hold once it is read. */
interface Found {
  readonly ids: readonly string[];
  readonly weights: readonly number[];
  readonly next: string | null;
  readonly total: ListResult['total'];
}

async function foundAfter(source: Source, page: string | null): Promise<Found | Response> {
  const { asking, entity, screen, query, most } = source;
  const { runtime, version, who, now } = asking;
  const paging = page === null ? [] : [['page', page] as const];
  const limit = ['limit', String(version.app.largestPage)] as const;
  const request = { entity, from: screen, query: [...query, ...paging, limit], secret: runtime.secret };
  const planned = planList(version.app, who, request, now);
  if (isRefusal(planned)) return refusedAnswer(asking, planned);
  const attributes = version.app.schema.entities.get(entity)?.attributes;
  const isLong = planned.sort.some(({ field }) => mayBeLong(attributes?.get(field)));
  const plan: ListPlan = {
    ...planned,
    key: `weighed ${planned.key}`,
    limit: isLong ? Math.min(FEW, planned.limit) : planned.limit,
    countTo: page === null ? most + 1 : 0,
    weighed: true,
  };
  const { rows, weights = [], more, total } = await runtime.store.list(plan, { principal: who, now });
  const last = rows.at(-1);
  const next = more && last !== undefined ? cursorAfter(version.app, who, request, plan, last) : null;
  return { ids: rows.map(({ id }) => id), weights, next, total };
}

const mayBeLong = (attribute: Attribute | undefined): boolean =>
  attribute?.type.kind === 'long text' || (attribute?.type.kind === 'text' && attribute.type.max === null);

/** The ids in stretches of rows that may be held together. */
function stretchesOf({ ids, weights }: Found): string[][] {
  const stretches: string[][] = [];
  let held = 0;
  ids.forEach((id, index) => {
    const weight = weights[index] ?? MOST_HELD;
    const last = stretches.at(-1);
    if (last === undefined || held + weight > MOST_HELD) {
      stretches.push([id]);
      held = weight;
    } else {
      last.push(id);
      held += weight;
    }
  });
  return stretches;
}

/**
 * Rows as they are asked for; one that moves while they are read stands there once. The first of them are read before
 * anything is answered, so that what fails there is told.
 */
async function streamed(
  source: Source,
  columns: readonly Attribute[],
  first: Found,
): Promise<ReadableStream<Uint8Array>> {
  const { asking, entity, most } = source;
  const { version } = asking;
  const encoder = new TextEncoder();
  const seen = new Set<string>();
  let found = first;
  let stretches = stretchesOf(first);
  const nextText = async (): Promise<string> => {
    const [stretch = [], ...rest] = stretches;
    stretches = rest;
    const fresh = stretch.filter((id) => !seen.has(id));
    const records = (await recordsOf(asking, entity, fresh)).slice(0, most - seen.size);
    for (const { id } of records) seen.add(id);
    return records.map((record) => csvRow(columns.map((column) => cellOf(version, column, record)))).join('');
  };
  const turn = takeTurns();
  let ready: string | null = `${BYTE_ORDER_MARK}${csvRow(headingsOf(version, columns))}${await nextText()}`;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      await turn();
      if (ready === null && stretches.length === 0 && found.next !== null) {
        const next = await foundAfter(source, found.next);
        // What was sent can't be taken back: a file that breaks off is none.
        if (next instanceof Response) throw new Error('The rest of the rows could not be read.');
        found = next;
        stretches = stretchesOf(next);
      }
      controller.enqueue(encoder.encode(ready ?? (await nextText())));
      ready = null;
      if ((stretches.length === 0 && found.next === null) || seen.size >= most) controller.close();
    },
  });
}

/** The columns asked for, of those that this person reads at all; else those of the screen. */
function columnsOf(
  asking: RequestContext,
  id: string,
  entity: string,
  given: readonly string[],
): Attribute[] | Response {
  const view = viewFor(asking);
  const reads = view.entities.find(({ name }) => name === entity)?.reads ?? [];
  const attributes = asking.version.app.schema.entities.get(entity)?.attributes;
  const names = given[0] === undefined ? (view.screens.find((one) => one.id === id)?.fields ?? []) : namesIn(given);
  if (names === null)
    return standardAnswer(asking, 'UNREADABLE', { reason: 'its parameter “columns” must be one JSON list of names' });
  const unknown = names.find((name) => !reads.includes(name));
  if (unknown !== undefined)
    return standardAnswer(asking, 'UNREADABLE', { reason: `there is no column “${unknown}” here` });
  return [...new Set(names)].flatMap((name) => attributes?.get(name) ?? []);
}

function namesIn([text = '', ...more]: readonly string[]): string[] | null {
  try {
    const names: unknown = JSON.parse(text);
    const isNames = Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === 'string');
    return isNames && more.length === 0 ? names : null;
  } catch {
    return null;
  }
}

/** A bound on rows, and the line of the document that holds it. */
export interface Most {
  readonly rows: number;
  readonly decidedBy: readonly string[];
}

/** The limit of point 9, or the refusal where it is not shown. */
export function limitOf(asking: RequestContext, name: LimitName): Most | Response {
  const limit = asking.version.model.limits.find((each) => each.name === name);
  const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const rows = limit?.value ?? null;
  const decidedBy = limit === undefined ? [] : [limit.id];
  if (rows === null) return standardAnswer(asking, 'LIMIT_NOT_SHOWN', { limit: label }, { decidedBy });
  return { rows, decidedBy };
}

export function tooManyRows(
  asking: RequestContext,
  { decidedBy }: Most,
  said: { readonly message: string; readonly next: string },
): Response {
  return refusedAnswer(asking, { code: 'TOO_MANY_ROWS', ...PROTOCOL.TOO_MANY_ROWS, ...said, decidedBy, failures: [] });
}

export const number = ({ version }: RequestContext, count: number): string => version.app.format.number(count, 0);

/** The document keeps it from everybody; `unknown`: by not saying what holds. */
export function notOffered(asking: RequestContext, screen: string, unknown: string | null): Response {
  return unknown === null
    ? standardAnswer(asking, 'NOT_ALLOWED', { who: messagesIn(asking).whoChangesTheDocument }, { decidedBy: [screen] })
    : standardAnswer(asking, 'NOT_SHOWN', { what: messagesIn(asking).ofThisScreen(unknown) }, { decidedBy: [screen] });
}
