import { today } from '../../fields/calendar/calendar.ts';
import { weightOf } from '../../fields/registry/row-memory.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { rolesKey } from '../compiled/memoize-by-roles.ts';
import type { CachedRecord } from '../compiled/response-cache.ts';
import { contextOf } from '../context/decision-context.ts';
import type { Answer, Facts, QuestionNeed } from '../core/needs-and-facts.ts';
import type { Principal } from '../core/principal.ts';
import type { WireRecord } from '../core/wire-format.ts';
import { recordIn } from './wire-record.ts';

/**
 * Cache limits per record and in total. Records with long texts count more. When the total is reached, the cache is
 * emptied.
 */
const MOST_OF_ROW = 32;
const MOST = 4000;

/**
 * Like `wireRecord`, but returns a cached response if it would be the same: for the same person and roles, if every
 * record that was read is the identical object and every query has the same result. Responses that depend on the exact
 * time, or on anything else that is loaded, are not cached. `row` must be committed.
 */
export function cachedRecord(
  model: CompiledModel,
  principal: Principal,
  row: Row,
  facts: Facts,
  now: number,
  dev: boolean,
): WireRecord | null {
  const { cachedRecords } = model.responseCache;
  const roles = rolesKey(model, principal);
  const entries = cachedRecords.of.get(row) ?? [];
  const match = entries.find((each) => each.person === principal.row && each.roles === roles && each.dev === dev);
  if (match !== undefined && stillHolds(model, match, facts, now)) return match.wire;
  const watch = trackReads(facts);
  let clock: 'none' | 'day' | 'instant' = 'none';
  const context = contextOf(model, principal, watch.facts, now);
  const onClock = (kind: 'day' | 'instant') => {
    context.onClock?.(kind);
    if (clock !== 'instant') clock = kind;
  };
  const wire = recordIn({ ...context, onClock }, row, dev);
  const others = entries.filter((each) => each !== match).slice(-MOST_OF_ROW + 1);
  const reads = watch.went();
  if (reads === null || (clock as string) === 'instant') {
    if (match !== undefined) cachedRecords.of.set(row, others);
    return wire;
  }
  const date = (clock as string) === 'day' ? today(now, model.zone) : null;
  if (cachedRecords.count >= MOST) Object.assign(cachedRecords, { of: new WeakMap(), count: 0 });
  cachedRecords.of.set(row, [...others, { person: principal.row, roles, dev, wire, ...reads, date }]);
  cachedRecords.count += weightOf(row);
  return wire;
}

function stillHolds(
  { zone }: CompiledModel,
  { date, rows, answers }: CachedRecord,
  facts: Facts,
  now: number,
): boolean {
  if (date !== null && date !== today(now, zone)) return false;
  for (const [entity, id, row] of rows) if (facts.row(entity, id) !== row) return false;
  // Every query is requested, so that results that are not loaded yet are recorded as missing.
  let holds = true;
  for (const [need, answer] of answers) if (!isSame(facts.answer?.(need), answer)) holds = false;
  return holds;
}

function isSame(one: Answer | undefined, other: Answer): boolean {
  if (one === undefined || !('value' in one) || !('value' in other)) return false;
  return one.value === other.value || (isPlainList(one.value) && JSON.stringify(one) === JSON.stringify(other));
}

const isPlainList = (value: Value): boolean =>
  Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object');

/** Wraps facts to record what is read from them. `went` returns null if something was read that can't be cached. */
function trackReads(facts: Facts): {
  readonly facts: Facts;
  readonly went: () => Pick<CachedRecord, 'rows' | 'answers'> | null;
} {
  const rows = new Map<string, readonly [string, string, Row | null]>();
  const answers = new Map<string, readonly [QuestionNeed, Answer]>();
  let open = false;
  const passing =
    <Need, Found>(ask: ((need: Need) => Found) | undefined) =>
    (need: Need): Found | undefined => {
      open = true;
      return ask?.(need);
    };
  const answerOf = facts.answer;
  const answer: Facts['answer'] = (need) => {
    const cachedAnswer = answerOf?.(need);
    if (cachedAnswer === undefined) open = true;
    else answers.set(need.key, [need, cachedAnswer]);
    return cachedAnswer;
  };
  return {
    facts: {
      ...(answerOf === undefined ? {} : { answer }),
      row: (entity, id) => {
        const row = facts.row(entity, id);
        if (row === undefined) open = true;
        else rows.set(`${id} ${entity}`, [entity, id, row]);
        return row;
      },
      taken: passing(facts.taken),
      upload: passing(facts.upload),
      referrers: passing(facts.referrers),
      lastNumber: passing(facts.lastNumber),
      stateEntry: passing(facts.stateEntry),
      referring: passing(facts.referring),
      all: passing(facts.all),
    },
    went: () => (open ? null : { rows: [...rows.values()], answers: [...answers.values()] }),
  };
}
