import { today } from '../../fields/calendar/calendar.ts';
import { weightOf } from '../../fields/registry/row-memory.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { rolesKey } from '../compiled/memoize-by-roles.ts';
import type { CachedRecord, RecordForm } from '../compiled/response-cache.ts';
import { type Context, contextOf } from '../context/decision-context.ts';
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
 * Like `wireRecord`, but returns a cached response if it would be the same; see `cachedForm`. `row` must be committed.
 */
export function cachedRecord(
  model: CompiledModel,
  principal: Principal,
  row: Row,
  facts: Facts,
  now: number,
  dev: boolean,
): WireRecord | null {
  const form = dev ? 'wire in development' : 'wire';
  return cachedForm({ model, principal, facts, now }, row, form, (context) => recordIn(context, row, dev));
}

/** For whom a record is made, from which facts and when. */
export interface Reading {
  readonly model: CompiledModel;
  readonly principal: Principal;
  readonly facts: Facts;
  readonly now: number;
}

/**
 * Returns what `make` makes of a record, or its cached result if it would be the same: for the same person and roles,
 * if every record that was read is the identical object and every query has the same result. Results that depend on
 * the exact time, or on anything else that is loaded, are not cached. `row` must be committed, and `make` must read
 * everything else from its context.
 */
export function cachedForm<T>(
  { model, principal, facts, now }: Reading,
  row: Row,
  form: RecordForm,
  make: (context: Context) => T,
): T {
  const { cachedRecords } = model.responseCache;
  const roles = rolesKey(model, principal);
  const { link } = principal;
  const entries = cachedRecords.of.get(row) ?? [];
  const match = entries.find(
    (each) => each.form === form && each.person === principal.row && each.roles === roles && each.link === link,
  );
  if (match !== undefined && stillHolds(model, match, facts, now)) return match.made as T;
  const watch = trackReads(facts);
  let clock: 'none' | 'day' | 'instant' = 'none';
  const context = contextOf(model, principal, watch.facts, now);
  const onClock = (kind: 'day' | 'instant') => {
    context.onClock?.(kind);
    if (clock !== 'instant') clock = kind;
  };
  const made = make({ ...context, onClock });
  const others = entries.filter((each) => each !== match).slice(-MOST_OF_ROW + 1);
  const reads = watch.went();
  if (reads === null || (clock as string) === 'instant') {
    if (match !== undefined) cachedRecords.of.set(row, others);
    return made;
  }
  const date = (clock as string) === 'day' ? today(now, model.zone) : null;
  if (cachedRecords.count >= MOST) Object.assign(cachedRecords, { of: new WeakMap(), count: 0 });
  cachedRecords.of.set(row, [...others, { person: principal.row, roles, link, form, made, ...reads, date }]);
  cachedRecords.count += weightOf(row);
  return made;
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
