import { part, type Span } from '../markdown/span.ts';
import type { Way } from './4-heads.ts';
import { type Known, leadingName } from './4-names.ts';

const STEP = /^(?:[-*+]\s+)?(given|when|then|and|but)\s+(?=\S)/i;
const IN_STATE =
  /^(?:(?:an?|the)\s+)?(\S+(?: \S+){0,3}?)\s+(?:is in|is|has|stands in)\s+(?:(?:an?|the|state|status|of)\s+)*(?=\S)/i;
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
  const phase = word === 'when' || word === 'then' ? word : open.phase;
  const to = phase === 'then' && open.to === null ? stateBehind(rest, REACHES, known) : null;
  if (to !== null) return { ...open, phase, to };
  return { ...open, phase, said: [...open.said, phase === 'given' ? condition(line, step[0].length) : rest] };
}

interface Scenario {
  readonly at: Span;
  readonly subject: Span;
  readonly from: Span;
  readonly to: Span | null;
  readonly phase: string;
  readonly said: readonly Span[];
}

function given(line: Span, rest: Span, known: Known): Scenario | null {
  const match = IN_STATE.exec(rest.text);
  const from = match === null ? null : stateBehind(rest, IN_STATE, known);
  if (match === null || from === null) return null;
  const at = rest.text.indexOf(match[1] ?? '');
  return { at: line, subject: part(rest, at, at + (match[1] ?? '').length), from, to: null, phase: 'given', said: [] };
}

/** The state that a step names at its end, where nothing else stands behind it. */
function stateBehind(span: Span, pattern: RegExp, known: Known): Span | null {
  const match = pattern.exec(span.text);
  const rest = match === null ? null : part(span, match[0].length);
  const found = rest === null ? null : leadingName(rest, known);
  return found !== null && rest !== null && /^[.,]?$/.test(rest.text.slice(found.length).trim()) ? found.name : null;
}

/** "And …" under Given is a condition. */
function condition(line: Span, length: number): Span {
  return { text: `if${' '.repeat(Math.max(1, length - 2))}${line.text.slice(length)}`, from: line.from };
}

function wayOf({ at, subject, from, said }: Scenario, to: Span): Way {
  return { at, subject, legs: [{ from: [from], to: [to], both: false }], event: null, said: [...said] };
}
