import { trackDecision } from '../../engine/context/decision.ts';
import type { Verdict } from '../../engine/context/verdict.ts';
import type { Intent } from '../../engine/core/intent.ts';
import type { Failure, Refusal } from '../../engine/core/refusal.ts';
import type { WireImport, WireRefusedRow } from '../../engine/core/wire-format.ts';
import { decide } from '../../engine/decide/decide.ts';
import { namedIn, needs } from '../../engine/decide/needs.ts';
import { refuse } from '../../engine/errors/error-catalogue.ts';
import { wireFailure, wireRefusal } from '../../engine/errors/problem-details.ts';
import { callSent } from '../../engine/input/input-fields.ts';
import type { CsvRow } from '../../fields/text/csv.ts';
import type { WriteBatch, WriteRequest } from '../../store/core/store.ts';
import { actorOf } from '../api/write-record.ts';
import { hashOfText } from '../core/document-hash.ts';
import { newId } from '../core/new-id.ts';
import { takeTurns } from '../core/yield-to-requests.ts';
import { standardAnswer } from '../http/answer.ts';
import { messagesIn } from '../messages/index.ts';
import { endRevoked, publishInbox } from '../runtime/close-revoked-connections.ts';
import { following, sentBy } from '../runtime/decide-follow-ups.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { type Unseen, unseenOf } from '../runtime/shown-records.ts';
import { type Filled, type Instead, type ReadRow, readRows } from './import-rows.ts';

export type Keep = WriteBatch['keep'];

/** A file whose columns are known. */
export interface ImportFile {
  readonly entity: string;
  readonly headings: readonly string[];
  readonly filled: readonly Filled[];
  readonly rows: readonly CsvRow[];
}

interface How {
  readonly keep: Keep;
  readonly key: string | null;
  /** The file, which tells two requests under one key apart. */
  readonly text: string;
}

/**
 * A record of each row, one after the other in one transaction, each decided over those before it. Nothing decides but the
 * decision on a new record; where nothing is to be kept, the same is done and taken back.
 */
export async function importRows(asking: RequestContext, file: ImportFile, how: How): Promise<WireImport | Response> {
  const fits = file.rows.map(({ cells }) => cells.length === file.headings.length);
  const whole = file.rows.filter((_, index) => fits[index]);
  const read = await readRows(asking, whole, file.filled);
  const odd = file.rows.length - whole.length;
  // A row that can't be read is against all of them.
  const keep = how.keep === 'all' && odd > 0 ? 'none' : how.keep;
  const told = (verdicts: readonly Verdict[], kept: boolean) => toldOf(asking, file, { fits, read, verdicts, kept });
  const intents = read.map((row) => intentOf(asking, file.entity, row));
  const unseen = await unseenOf(
    asking,
    intents.flatMap((intent) => namedIn(asking.version.app, intent)),
  );
  const turn = takeTurns();
  const requests: WriteRequest[] = [];
  for (const intent of intents) {
    await turn();
    requests.push(requestOf(asking, intent, unseen));
  }
  const outcome = await asking.runtime.store.writeTogether({
    requests,
    keep,
    actor: actorOf(asking),
    now: asking.now,
    documentHash: asking.version.hash,
    idempotency:
      how.key === null || keep === 'none'
        ? null
        : {
            key: how.key,
            request: hashOfText(`${asking.url.pathname}${asking.url.search}\n${how.text}`),
            answer: (verdicts) => JSON.stringify(told(verdicts, true)),
          },
  });
  if (outcome.outcome === 'mismatch') return standardAnswer(asking, 'IDEMPOTENCY_MISMATCH');
  if (outcome.outcome === 'replayed') return JSON.parse(outcome.answer) as WireImport;
  const { verdicts, kept } = outcome;
  const writes = kept ? verdicts.flatMap((verdict) => (verdict.allowed ? verdict.writes : [])) : [];
  endRevoked(asking, writes);
  publishInbox(asking, writes);
  return told(verdicts, kept);
}

function intentOf({ version: { app }, now }: RequestContext, entity: string, { input }: ReadRow): Intent {
  const call = callSent(app, 'create', entity)?.id ?? null;
  return { kind: 'create', entity, id: newId(now), call, input };
}

/** What is `unseen` is looked up for no row: how long the answer takes says nothing of it. */
function requestOf(asking: RequestContext, intent: Intent, unseen: Unseen): WriteRequest {
  const { version, who, now } = asking;
  const { app } = version;
  return {
    needs: needs(app, who, intent, now, unseen),
    ...trackDecision((facts) => decide(app, who, intent, { ...facts, isKnownUnreadable: unseen }, now)),
    follow: following(version, who, now, sentBy(intent)),
    actor: actorOf(asking),
    now,
    documentHash: version.hash,
    idempotency: null,
  };
}

const NOTHING: ReadonlyMap<string, Instead> = new Map();

interface Decided {
  /** Whether a row has as many cells as the heading, so that it was read at all. */
  readonly fits: readonly boolean[];
  readonly read: readonly ReadRow[];
  readonly verdicts: readonly Verdict[];
  readonly kept: boolean;
}

function toldOf(asking: RequestContext, file: ImportFile, { fits, read, verdicts, kept }: Decided): WireImport {
  const refused: WireRefusedRow[] = [];
  const warned: WireImport['warned'][number][] = [];
  let good = 0;
  let at = 0;
  file.rows.forEach(({ line, cells }, index) => {
    const row = index + 1;
    if (fits[index] !== true) {
      const message = messagesIn(asking).cells(cells.length, file.headings.length);
      refused.push({ row, line, ...rowOf(asking, file, { ...refuse(asking.version.app, 'UNREADABLE'), message }) });
      return;
    }
    const [verdict, instead] = [verdicts[at], read[at]?.instead ?? NOTHING];
    at += 1;
    if (verdict?.allowed === false) refused.push({ row, line, ...rowOf(asking, file, verdict.refusal, instead) });
    if (verdict?.allowed !== true) return;
    good += 1;
    const { warnings = [] } = verdict;
    if (warnings.length > 0) warned.push({ row, line, failures: failuresOf(asking, file, warnings, NOTHING) });
  });
  return { rows: file.rows.length, good, written: kept ? good : 0, refused, warned };
}

function rowOf(
  asking: RequestContext,
  file: ImportFile,
  refusal: Refusal,
  instead: ReadonlyMap<string, Instead> = NOTHING,
): Omit<WireRefusedRow, 'row' | 'line'> {
  const { failures: _, pointer: __, ...told } = wireRefusal(asking.version.app, refusal, asking.runtime.dev);
  const failures = failuresOf(asking, file, refusal.failures, instead);
  const [only, ...more] = failures;
  return { ...told, ...(only === undefined || more.length > 0 ? {} : { message: only.message }), failures };
}

/** Each failure with the column that fills its field. What a cell may be besides is said in its place. */
function failuresOf(
  asking: RequestContext,
  { headings, filled }: ImportFile,
  failures: readonly Failure[],
  instead: ReadonlyMap<string, Instead>,
): WireRefusedRow['failures'] {
  const { version, runtime } = asking;
  return failures.map((failed) => {
    const name = failed.path[0];
    const found = filled.find(({ field }) => field.name === name);
    const column = found === undefined ? null : (headings[found.at] ?? null);
    const other = instead.get(String(name));
    const said = other?.code === failed.code ? { ...failed, ...other } : failed;
    return { ...wireFailure(version.app, said, runtime.dev), column };
  });
}
