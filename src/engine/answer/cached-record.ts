import { today } from '../../fields/calendar/calendar.ts';
import { weightOf } from '../../fields/registry/weight.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import type { App } from '../compiled/compiled-model.ts';
import { rolesKey } from '../compiled/memoize-by-roles.ts';
import type { KeptRecord } from '../compiled/response-cache.ts';
import { contextOf } from '../context/decision-context.ts';
import type { Answer, Facts, QuestionNeed } from '../core/facts.ts';
import type { Who } from '../core/principal.ts';
import type { WireRecord } from '../core/wire-format.ts';
import { recordIn } from './wire-record.ts';

/** Of each record, and of all, those with long texts counting as more: where there are more, they are worked out again. */
const MOST_OF_ROW = 32;
const MOST = 4000;

/**
 * As `wireRecord`, but what was worked out before is given again where it would come out the same: for the same person
 * with the same roles, where every record that was read is the very same object and every question has the same answer.
 * What hangs on the moment, or on anything else that is looked up, is worked out each time. `row` is as it was committed.
 */
export function keptRecord(app: App, who: Who, row: Row, facts: Facts, now: number, dev: boolean): WireRecord | null {
  const { kept } = app.told;
  const roles = rolesKey(app, who);
  const there = kept.of.get(row) ?? [];
  const same = there.find((each) => each.person === who.row && each.roles === roles && each.dev === dev);
  if (same !== undefined && stillHolds(app, same, facts, now)) return same.wire;
  const watch = watching(facts);
  let clock: 'none' | 'day' | 'instant' = 'none';
  const context = contextOf(app, who, watch.facts, now);
  const onClock = (kind: 'day' | 'instant') => {
    context.onClock?.(kind);
    if (clock !== 'instant') clock = kind;
  };
  const wire = recordIn({ ...context, onClock }, row, dev);
  const others = there.filter((each) => each !== same).slice(-MOST_OF_ROW + 1);
  const went = watch.went();
  if (went === null || (clock as string) === 'instant') {
    if (same !== undefined) kept.of.set(row, others);
    return wire;
  }
  const date = (clock as string) === 'day' ? today(now, app.zone) : null;
  if (kept.count >= MOST) Object.assign(kept, { of: new WeakMap(), count: 0 });
  kept.of.set(row, [...others, { person: who.row, roles, dev, wire, ...went, date }]);
  kept.count += weightOf(row);
  return wire;
}

function stillHolds({ zone }: App, { date, rows, answers }: KeptRecord, facts: Facts, now: number): boolean {
  if (date !== null && date !== today(now, zone)) return false;
  for (const [entity, id, row] of rows) if (facts.row(entity, id) !== row) return false;
  // Each is asked, so that those that were not looked up yet are seen to be wanted.
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

/** The same facts, with a note of what was asked of them; null: of something that has to be asked again each time. */
function watching(facts: Facts): {
  readonly facts: Facts;
  readonly went: () => Pick<KeptRecord, 'rows' | 'answers'> | null;
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
  const asked = facts.answer;
  const answer: Facts['answer'] = (need) => {
    const found = asked?.(need);
    if (found === undefined) open = true;
    else answers.set(need.key, [need, found]);
    return found;
  };
  return {
    facts: {
      ...(asked === undefined ? {} : { answer }),
      row: (entity, id) => {
        const found = facts.row(entity, id);
        if (found === undefined) open = true;
        else rows.set(`${id} ${entity}`, [entity, id, found]);
        return found;
      },
      taken: passing(facts.taken),
      upload: passing(facts.upload),
      referrers: passing(facts.referrers),
      last: passing(facts.last),
      stay: passing(facts.stay),
      referring: passing(facts.referring),
      all: passing(facts.all),
    },
    went: () => (open ? null : { rows: [...rows.values()], answers: [...answers.values()] }),
  };
}
