import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { Effect } from '../../model/types/model.ts';
import type { Span } from '../markdown/span.ts';
import { allOf, opposite } from './4-formula.ts';
import { memberText } from './4-happens.ts';
import type { Way } from './4-heads.ts';
import type { Speaking, TimerWords } from './4-parts.ts';
import { type Heard, mayBePeople, readSentence, type Sentence } from './4-said.ts';
import { conditionSince, durationText } from './4-timers.ts';
import { eventInBrackets } from './4-verbs.ts';

/** One way to take a transition: by these people, or by itself. */
export interface Branch {
  /** Null: nothing is said of who. */
  who: readonly string[] | null;
  product: boolean;
  trigger: TimerWords | null;
  conditions: string[];
  /** Something that may be a condition was not understood: nobody can take this way. */
  unknown: boolean;
  /** Something that may say who was not understood. */
  somebody: boolean;
  effects: Effect[];
  event: string | null;
  error: string | null;
}

export interface Compiled {
  readonly branches: readonly Branch[];
  readonly unread: readonly Unread[];
  readonly event: string | null;
  /** What the product does in the state before it leaves it. */
  readonly notices: readonly Branch[];
}

export interface Unread {
  readonly at: Span;
  readonly refuses: boolean;
}

export function emptyBranch(): Branch {
  return {
    who: null,
    product: false,
    trigger: null,
    conditions: [],
    unknown: false,
    somebody: false,
    effects: [],
    event: null,
    error: null,
  };
}

/** What is said behind a transition and under it, as the ways in which it may be taken. No branch: it is denied. */
export function compile(way: Way, groups: readonly (readonly Span[])[], speaking: Speaking): Compiled {
  const compiling: Compiling = {
    branches: [],
    common: emptyBranch(),
    unread: [],
    denied: false,
    times: [],
    notices: [],
  };
  let event: string | null = null;
  [way.said, ...groups].forEach((group, index) => {
    const opened: Branch[] = [];
    group.forEach((span, position) => {
      let sentence = readSentence(span, 'all', speaking);
      const [first] = sentence.unread;
      if (index === 0 && position === 0 && first !== undefined && first.at.from === span.from) {
        const before = first.at.from - way.at.from - 1;
        const isBracketed = way.at.text.charAt(before) === '(';
        event = isBracketed ? eventInBrackets(first.at.text) : null;
        // The first words behind the states say who, unless they say anything else.
        compiling.common.somebody ||= !isBracketed && event === null && SOMEBODY.test(first.at.text);
        if (event !== null) sentence = { ...sentence, unread: sentence.unread.slice(1) };
      }
      take(compiling, sentence, opened);
    });
    compiling.branches.push(...opened);
  });
  if (way.doubt !== undefined) {
    compiling.common.unknown = true;
    compiling.unread.push({ at: way.doubt, refuses: true });
  }
  if (way.isProse === true && way.said.length > 0) compiling.common.somebody = true;
  return { ...finished(compiling), event };
}

type NoticePart = Extract<Heard, { kind: 'notice' }>;

const SOMEBODY = /^\p{L}[\p{L}'-]*(?: \p{L}[\p{L}'-]*){0,2}(?=$|,|\s*[|/]| or )/u;

interface Compiling {
  readonly branches: Branch[];
  readonly common: Branch;
  readonly unread: Unread[];
  denied: boolean;
  readonly times: { readonly branches: readonly Branch[]; readonly count: number; readonly at: Span }[];
  readonly notices: { readonly branches: readonly Branch[]; readonly part: NoticePart; readonly at: Span }[];
}

/** A sentence speaks of those whom it names, else of those named before it in the same item, else of all. */
function take(compiling: Compiling, sentence: Sentence, opened: Branch[]): void {
  const own: Branch[] = [];
  const meant = (): Branch[] => {
    const last = own.at(-1);
    return last !== undefined ? [last] : opened.length > 0 ? opened : [compiling.common];
  };
  const heard = [
    ...sentence.parts.map((part) => ({ part, at: part.at })),
    ...sentence.unread.map((unread) => ({ part: null, at: unread.at, refuses: unread.refuses })),
  ].sort((one, other) => one.at.from - other.at.from);
  for (const each of heard) {
    if (each.part !== null) hear(compiling, each.part, own, opened, meant());
    else {
      const refuses = 'refuses' in each && each.refuses === true;
      compiling.unread.push({ at: each.at, refuses });
      for (const branch of meant()) {
        branch.unknown ||= refuses;
        branch.somebody ||= mayBePeople(each.at.text);
      }
    }
  }
  opened.push(...own);
}

function hear(
  compiling: Compiling,
  part: Heard,
  own: Branch[],
  opened: readonly Branch[],
  meant: readonly Branch[],
): void {
  switch (part.kind) {
    case 'who': {
      const conditions = part.where === null ? [] : [part.where];
      if (part.who.length > 0) own.push({ ...emptyBranch(), who: part.who, conditions: [...conditions] });
      if (part.product) own.push({ ...emptyBranch(), product: true, conditions: [...conditions] });
      return;
    }
    case 'else': {
      const before = own.at(-1) ?? opened.at(-1);
      const conditions = before === undefined || before.unknown ? [] : before.conditions;
      const reversed = conditions.length === 0 ? [] : [opposite(allOf(conditions))];
      own.push({ ...emptyBranch(), who: part.who, conditions: reversed, unknown: reversed.length === 0 });
      return;
    }
    case 'denied':
      compiling.denied = true;
      return;
    case 'times':
      compiling.times.push({ branches: meant, count: part.count, at: part.at });
      return;
    case 'notice':
      compiling.notices.push({ branches: meant, part, at: part.at });
      return;
    case 'trigger':
      for (const branch of meant) addTrigger(compiling, branch, part.trigger, part.at);
      return;
    case 'condition':
      for (const branch of meant) branch.conditions.push(part.text);
      return;
    case 'ask':
      for (const branch of meant.filter((each) => !each.product && !asks(each, part.field))) {
        branch.effects.push({ kind: 'ask', field: part.field, optional: part.optional, at: null });
      }
      return;
    case 'effect':
      for (const branch of meant) branch.effects.push(part.effect);
      return;
    case 'event':
      for (const branch of meant) branch.event = part.event;
      // Where the product does it nobody raises an event: this may be what it waits for.
      if (meant.some(({ product }) => product)) compiling.unread.push({ at: part.at, refuses: true });
      return;
    case 'error':
      for (const branch of meant) branch.error = part.code;
      return;
    default:
  }
}

const asks = ({ effects }: Branch, field: string): boolean =>
  effects.some((effect) => effect.kind === 'ask' && effect.field === field);

/** By whoever does it a moment is a condition; else it makes the product act. */
function addTrigger(compiling: Compiling, branch: Branch, trigger: TimerWords, at: Span): void {
  if (branch.who === null && branch.trigger === null) {
    if ('delay' in trigger && parseExpression(trigger.delay).tree === null) {
      branch.unknown = true;
      compiling.unread.push({ at, refuses: true });
    }
    branch.trigger = trigger;
    branch.product = branch !== compiling.common;
    return;
  }
  const since = branch.who === null ? null : conditionSince(trigger);
  if (since !== null) {
    branch.conditions.push(since);
    return;
  }
  branch.unknown = true;
  compiling.unread.push({ at, refuses: true });
}

function finished({ branches, common, unread, denied, times, notices }: Compiling): Omit<Compiled, 'event'> {
  if (denied) return { branches: [], unread, notices: [] };
  const all = branches.length === 0 ? [emptyBranch()] : branches;
  for (const branch of all) {
    branch.conditions.push(...common.conditions);
    branch.effects.push(
      ...common.effects.filter((effect) => effect.kind !== 'ask' || !(branch.product || asks(branch, effect.field))),
    );
    branch.unknown ||= common.unknown;
    branch.somebody ||= common.somebody;
    branch.event ??= common.event;
    branch.error ??= common.error;
    if (common.trigger !== null && branch.trigger === null && (branch.product || branches.length === 0)) {
      branch.trigger = common.trigger;
      branch.product = true;
    } else if (common.trigger !== null) branch.unknown = true;
  }
  for (const { branches: meant, count, at } of times) {
    for (const branch of meant[0] === common ? all : meant) limitTimes(branch, count, at, unread);
  }
  const told = notices.flatMap(({ branches: meant, part, at }) => {
    const found = (meant[0] === common ? all : meant).flatMap((branch) => noticeOf(branch, part) ?? []);
    if (found.length === 0) unread.push({ at, refuses: false });
    return found;
  });
  return { branches: all, unread, notices: told };
}

/** The time of a notice is counted as that of the product's own step is, and what narrows the one narrows the other. */
function noticeOf(branch: Branch, { effects, after }: NoticePart): Branch | null {
  const { trigger, conditions, unknown } = branch;
  if (trigger?.kind !== 'after') return null;
  const [, count = '', unit = ''] = /^([\d.]+) (.+)$/.exec(trigger.delay) ?? [];
  const delay = /^\d+$/.test(after) ? `${after} ${unit}` : durationText(after);
  const isLate = delay?.endsWith(` ${unit}`) === true && Number.parseFloat(delay) >= Number(count);
  if (unit === '' || delay === null || isLate) return null;
  const own = { conditions: [...conditions], unknown, effects: [...effects] };
  return { ...emptyBranch(), product: true, trigger: { ...trigger, delay }, ...own };
}

/** "At most twice", where the same way counts itself. */
function limitTimes(branch: Branch, count: number, at: Span, unread: Unread[]): void {
  const counters = branch.effects.flatMap((effect) =>
    effect.kind === 'set' && effect.on === null && effect.value.text === `${memberText(effect.field)} + 1`
      ? [effect.field]
      : [],
  );
  const [counter] = counters;
  if (counter !== undefined && counters.length === 1) branch.conditions.push(`${memberText(counter)} < ${count}`);
  else {
    branch.unknown = true;
    unread.push({ at, refuses: true });
  }
}
