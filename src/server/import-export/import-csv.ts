import { refuseCaller } from '../../engine/access/call-access.ts';
import { trackDecision } from '../../engine/context/decision.ts';
import type { Verdict } from '../../engine/context/verdict.ts';
import type { Intent } from '../../engine/core/intent.ts';
import type { Failure, Refusal } from '../../engine/core/refusal.ts';
import type { WireImport, WireRefusedRow } from '../../engine/core/wire-format.ts';
import { decide } from '../../engine/decide/decide.ts';
import { needs, recordsNamedIn } from '../../engine/decide/needs.ts';
import { refuse } from '../../engine/errors/error-catalogue.ts';
import { wireFailure, wireRefusal } from '../../engine/errors/problem-details.ts';
import { callOfScreens } from '../../engine/input/input-fields.ts';
import type { CsvRow } from '../../fields/text/csv.ts';
import type { WriteBatch, WriteRequest } from '../../store/core/store.ts';
import { actorOf } from '../api/write-record.ts';
import { hashOfText } from '../core/document-hash.ts';
import { newId } from '../core/new-id.ts';
import { createYield } from '../core/yield-to-requests.ts';
import { standardAnswer } from '../http/answer.ts';
import { closeRevokedConnections, publishInbox } from '../runtime/close-revoked-connections.ts';
import { followUpDecider, sentFieldsOf } from '../runtime/decide-follow-ups.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { messagesIn } from '../runtime/server-messages.ts';
import { findUnreadable, type IsUnreadable } from '../runtime/shown-records.ts';
import { type CellMessage, type MappedColumn, type ReadRow, readRows } from './parse-import-rows.ts';

export type Keep = WriteBatch['keep'];

/** A file with the fields of its columns. */
export interface ImportFile {
  readonly entity: string;
  readonly headings: readonly string[];
  readonly filled: readonly MappedColumn[];
  readonly rows: readonly CsvRow[];
  /** Rows of the file before these, if they are a part of it. */
  readonly rowsBefore: number;
}

interface ImportOptions {
  readonly keep: Keep;
  readonly key: string | null;
  /** The text of the file, which distinguishes two requests with the same key. */
  readonly text: string;
}

/**
 * Creates a record per row in one transaction; each row is decided after the rows before it. Only the decision on a
 * create intent decides. If nothing is to be written, the transaction is rolled back.
 */
export async function importRows(
  context: RequestContext,
  file: ImportFile,
  options: ImportOptions,
): Promise<WireImport | Response> {
  const fits = file.rows.map(({ cells }) => cells.length === file.headings.length);
  const readable = file.rows.filter((_, index) => fits[index]);
  const read = await readRows(context, readable, file.filled);
  const odd = file.rows.length - readable.length;
  // A row that can't be parsed prevents writing all rows.
  const keep = options.keep === 'all' && odd > 0 ? 'none' : options.keep;
  const report = (verdicts: readonly Verdict[], kept: boolean) =>
    reportOf(context, file, { fits, read, verdicts, kept });
  // Records of one moment are ordered by their ids, so that a list shows them in the order of the file.
  const ids = read.map(() => newId(context.now)).sort();
  const intents = read.map((row, index) => intentOf(context, file.entity, row, ids[index] ?? newId(context.now)));
  const isUnreadable = await findUnreadable(
    context,
    intents.flatMap((intent) => recordsNamedIn(context.version.compiled, intent)),
  );
  const yieldToRequests = createYield();
  const requests: WriteRequest[] = [];
  for (const intent of intents) {
    await yieldToRequests();
    requests.push(requestOf(context, intent, isUnreadable));
  }
  const outcome = await context.runtime.store.writeTogether({
    requests,
    keep,
    actor: actorOf(context),
    now: context.now,
    documentHash: context.version.hash,
    idempotency:
      options.key === null || keep === 'none'
        ? null
        : {
            key: options.key,
            request: hashOfText(`${context.url.pathname}${context.url.search}\n${options.text}`),
            answer: (verdicts) => JSON.stringify(report(verdicts, true)),
          },
  });
  if (outcome.outcome === 'mismatch') return standardAnswer(context, 'IDEMPOTENCY_MISMATCH');
  if (outcome.outcome === 'replayed') return JSON.parse(outcome.answer) as WireImport;
  const { verdicts, kept } = outcome;
  const writes = kept ? verdicts.flatMap((verdict) => (verdict.allowed ? verdict.writes : [])) : [];
  closeRevokedConnections(context, writes);
  publishInbox(context, writes);
  return report(verdicts, kept);
}

function intentOf(
  { version: { compiled }, principal }: RequestContext,
  entity: string,
  { input }: ReadRow,
  id: string,
): Intent {
  const call =
    callOfScreens(compiled, 'create', entity, (one) => refuseCaller(compiled, principal, one.id) === null)?.id ?? null;
  return { kind: 'create', entity, id, call, input };
}

/** Builds the write of a row. Unreadable records are not loaded, so the response time reveals nothing about them. */
function requestOf(context: RequestContext, intent: Intent, isUnreadable: IsUnreadable): WriteRequest {
  const { version, principal, now } = context;
  const { compiled } = version;
  return {
    needs: needs(compiled, principal, intent, now, isUnreadable),
    ...trackDecision((facts) =>
      decide(compiled, principal, intent, { ...facts, isKnownUnreadable: isUnreadable }, now),
    ),
    follow: followUpDecider(version, principal, now, sentFieldsOf(intent)),
    actor: actorOf(context),
    now,
    documentHash: version.hash,
    idempotency: null,
  };
}

const NOTHING: ReadonlyMap<string, CellMessage> = new Map();

interface DecidedRows {
  /** Whether each row has as many cells as there are headings; other rows are not parsed. */
  readonly fits: readonly boolean[];
  readonly read: readonly ReadRow[];
  readonly verdicts: readonly Verdict[];
  readonly kept: boolean;
}

function reportOf(context: RequestContext, file: ImportFile, { fits, read, verdicts, kept }: DecidedRows): WireImport {
  const refused: WireRefusedRow[] = [];
  const warned: WireImport['warned'][number][] = [];
  let good = 0;
  let at = 0;
  file.rows.forEach(({ line, cells }, index) => {
    const row = file.rowsBefore + index + 1;
    if (fits[index] !== true) {
      const message = messagesIn(context).wrongCellCount({ cells: cells.length, headings: file.headings.length });
      refused.push({
        row,
        line,
        ...rowOf(context, file, { ...refuse(context.version.compiled, 'UNREADABLE'), message }),
      });
      return;
    }
    const [verdict, instead] = [verdicts[at], read[at]?.messages ?? NOTHING];
    at += 1;
    if (verdict?.allowed === false) refused.push({ row, line, ...rowOf(context, file, verdict.refusal, instead) });
    if (verdict?.allowed !== true) return;
    good += 1;
    const { warnings = [] } = verdict;
    if (warnings.length > 0) warned.push({ row, line, failures: failuresOf(context, file, warnings, NOTHING) });
  });
  return { rows: file.rows.length, good, written: kept ? good : 0, refused, warned };
}

function rowOf(
  context: RequestContext,
  file: ImportFile,
  refusal: Refusal,
  instead: ReadonlyMap<string, CellMessage> = NOTHING,
): Omit<WireRefusedRow, 'row' | 'line'> {
  const { failures: _, pointer: __, ...told } = wireRefusal(context.version.compiled, refusal, context.runtime.dev);
  const failures = failuresOf(context, file, refusal.failures, instead);
  const [only, ...more] = failures;
  return { ...told, ...(only === undefined || more.length > 0 ? {} : { message: only.message }), failures };
}

/**
 * Returns failures with the columns of their fields. A message about the cell itself replaces the decision's message.
 */
function failuresOf(
  context: RequestContext,
  { headings, filled }: ImportFile,
  failures: readonly Failure[],
  instead: ReadonlyMap<string, CellMessage>,
): WireRefusedRow['failures'] {
  const { version, runtime } = context;
  return failures.map((failed) => {
    const name = failed.path[0];
    const found = filled.find(({ field }) => field.name === name);
    const column = found === undefined ? null : (headings[found.at] ?? null);
    const other = instead.get(String(name));
    const said = other?.code === failed.code ? { ...failed, ...other } : failed;
    return { ...wireFailure(version.compiled, said, runtime.dev), column };
  });
}
