import { part, type Span } from '../markdown/span.ts';
import type { Way } from './4-heads.ts';
import { isKnown, type Known, leadingName, leadingNames, nameOf } from './4-names.ts';

const STEP = /^(?:[-*+]\s+)?(given|when|then|and|but)\s+(?=\S)/i;
const IN_STATE =
  /^(?:(?:an?|the)\s+)?(\S+(?: \S+){0,3}?)\s+(?:is in|is|has|stands in|in|with)\s+(?:(?:an?|the|state|status|of)\s+)*(?=\S)/i;
const REACHES =
  /^(?:(?:an?|the)\s+)?(?:\S+ ){1,4}?(?:becomes|is moved to|moves to|changes to|goes to|is|has)\s+(?:(?:an?|the|state|status|now)\s+)*(?=\S)/i;

/** "Given an order is draft, when the owner sends it, then it becomes sent": lines of steps as transitions, in order. */
export function scenariosIn(
  lines: readonly Span[],
  known: Known,
): { readonly ways: readonly Way[]; readonly left: readonly Span[] } {
  const ways: Way[] = [];
  const left: Span[] = [];
  let open: Scenario | null = null;
  for (const line of lines) {
    const step = STEP.exec(line.text);
    const next: Scenario | null = step === null ? null : stepped(open, line, step, known);
    if (next === null) left.push(line);
    else if (next.to !== null) {
      if (ways.at(-1)?.at === next.at) ways.pop();
      ways.push(wayOf(next, next.to));
    }
    open = next ?? open;
  }
  return { ways, left };
}

/** The scenario with one more step; null where the step belongs to none. */
function stepped(open: Scenario | null, line: Span, step: RegExpExecArray, known: Known): Scenario | null {
  const word = (step[1] ?? '').toLowerCase();
  const rest = part(line, step[0].length);
  if (word === 'given') return given(line, rest, known);
  if (open === null) return null;
  if (word === 'when' && open.to !== null)
    return { ...open, at: line, to: null, phase: 'when', said: [...open.given, rest] };
  const phase = word === 'when' || word === 'then' ? word : open.phase;
  const reached = phase === 'then' && open.to === null ? reachedIn(rest, known) : null;
  if (reached !== null) {
    const said = reached.byItself ? open.said.map(byItself) : open.said;
    return { ...open, phase, to: reached.to, said: reached.more === null ? said : [...said, reached.more] };
  }
  const said = phase === 'given' ? condition(line, step[0].length) : rest;
  return { ...open, phase, said: [...open.said, said], given: phase === 'given' ? [...open.given, said] : open.given };
}

interface Scenario {
  readonly at: Span;
  readonly subject: Span;
  readonly from: readonly Span[];
  readonly to: Span | null;
  readonly phase: string;
  readonly said: readonly Span[];
  /** What stands under Given besides: it holds for each When below. */
  readonly given: readonly Span[];
}

function given(line: Span, rest: Span, known: Known): Scenario | null {
  const match = IN_STATE.exec(rest.text);
  const behind = match === null ? null : part(rest, match[0].length);
  const names = behind === null ? null : leadingNames(behind, known);
  if (match === null || behind === null || names === null || names.names.length === 0) return null;
  const more = part(behind, names.length);
  const isSure = names.names.every((name) => isKnown(nameOf(name), known)) || /\b(?:state|status)\b/i.test(match[0]);
  const isEnd = /^[.,]?$/.test(more.text);
  if (!isEnd && (!isSure || !/^(?:with|that|which|and|where|whose)\s/i.test(more.text))) return null;
  const at = rest.text.indexOf(match[1] ?? '');
  const said = isEnd ? [] : [havingSaid(more)];
  const subject = part(rest, at, at + (match[1] ?? '').length);
  return { at: line, subject, from: names.names, to: null, phase: 'given', said, given: said };
}

/** "with at least one line", "that is not blocked": a condition. */
function havingSaid(span: Span): Span {
  const lead = /^(?:with|that|which|and|where|whose)\s+/i.exec(span.text)?.[0] ?? '';
  const own = /^(?:with|whose)/i.test(lead) ? `if ${/^with/i.test(lead) ? 'it has ' : 'its '}` : 'if ';
  return { text: `${own}${span.text.slice(lead.length)}`, from: span.from + lead.length - own.length };
}

interface Reached {
  readonly to: Span;
  readonly byItself: boolean;
  /** What happens besides. */
  readonly more: Span | null;
}

/** The state that a step leads to: "it becomes Confirmed by itself", "the order is Placed and `Placed at` is set". */
function reachedIn(span: Span, known: Known): Reached | null {
  const match = REACHES.exec(span.text);
  const rest = match === null ? null : part(span, match[0].length);
  const found = rest === null ? null : leadingName(rest, known);
  if (rest === null || found === null) return null;
  const alone = ITSELF_BEHIND.exec(rest.text);
  if (alone !== null && alone.index > 0) return { to: part(rest, 0, alone.index), byItself: true, more: null };
  const more = part(rest, found.length);
  if (/^[.,]?$/.test(more.text)) return { to: found.name, byItself: false, more: null };
  if (!isKnown(nameOf(found.name), known)) return null;
  const and = /^(?:,\s*)?and\s+/i.exec(more.text)?.[0].length ?? 0;
  return and === 0 ? null : { to: found.name, byItself: false, more: part(more, and) };
}

const ITSELF_BEHIND =
  /,?\s+(?:by itself|on its own|automatically|without (?:any(?:body|one)|somebody|someone|people) (?:doing|acting|touching)[^.,;]{0,20})[.,]?$/i;

/** "7 days have passed", of what nobody does. */
function byItself(span: Span): Span {
  const passed = PASSED.exec(span.text)?.[1];
  if (passed !== undefined) {
    const after = `automatically after ${passed}`;
    return { text: after, from: span.from + passed.length - after.length };
  }
  return span.text.startsWith('if ') ? span : { text: `${AUTOMATIC}${span.text}`, from: span.from - AUTOMATIC.length };
}

const PASSED =
  /^(\d{1,4} (?:working )?(?:minutes?|hours?|days?|weeks?|months?|years?)) (?:have|has) (?:passed|gone by|elapsed)[.,]?$/i;
const AUTOMATIC = 'automatically when ';

const DOING =
  /^((?:(?:an?|the|its|any)\s+)?\S+(?:\s+\S+){0,2}?)\s+(\p{L}{2,20}s)\s+(?:it|them)\b(?:\s+(back|in|out|up|off))?\s*/u;

/** "a baker marks it as baked", "its driver delivers it and …": who does what, and what else is said. */
function doingIn(span: Span): { readonly event: Span; readonly said: readonly Span[] } | null {
  const match = /^if\s/.test(span.text) ? null : DOING.exec(span.text);
  if (match === null) return null;
  const [, who = '', verb = '', behind] = match;
  const stem = verb
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|sh|ch|x|zz)es$/, '')
    .replace(/(?<=[^s])s$/, '');
  const event = { text: behind === undefined ? stem : `${stem} ${behind}`, from: span.from + who.length + 1 };
  const rest = part(
    span,
    match[0].length + (/^(?:as \p{L}+[.,]?$|(?:,\s*)?and\s+)/u.exec(span.text.slice(match[0].length))?.[0].length ?? 0),
  );
  const by = { text: `by ${who}`, from: span.from - 3 };
  return { event, said: rest.text === '' ? [by] : [by, rest] };
}

/** "And …" under Given is a condition. */
function condition(line: Span, length: number): Span {
  return { text: `if${' '.repeat(Math.max(1, length - 2))}${line.text.slice(length)}`, from: line.from };
}

function wayOf({ at, subject, from, said }: Scenario, to: Span): Way {
  const doing = said.flatMap((one) => doingIn(one) ?? []);
  const [act] = doing;
  const isProse = !said.some(({ text }) => text.startsWith('automatically '));
  const legs = [{ from, to: [to], both: false }];
  if (act === undefined) return { at, subject, legs, event: null, said: [...said], isProse };
  return { at, subject, legs, event: act.event, said: said.flatMap((one) => doingIn(one)?.said ?? [one]), isProse };
}
