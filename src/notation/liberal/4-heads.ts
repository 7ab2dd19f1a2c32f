import { part, type Span } from '../markdown/span.ts';
import { words } from '../reader.ts';
import { type Ending, finalFact, lastingFact } from './4-final.ts';
import {
  type Arrow,
  arrowIn,
  bare,
  isAnyState,
  isGone,
  isKnown,
  isNothing,
  isShort,
  type Known,
  leadingName,
  leadingNames,
  nameList,
  nameOf,
  withoutStop,
} from './4-names.ts';
import { sentences } from './cut.ts';

/** One arrow: each of the states on its left leads to each on its right. */
export interface Leg {
  readonly from: readonly Span[];
  readonly to: readonly Span[];
  readonly both: boolean;
}

/** Transitions that stand in one sentence, and what is said behind them. */
export interface Way {
  readonly at: Span;
  /** `Client: active ↔ archived`, "A charge goes Open → Paid". */
  readonly subject: Span | null;
  readonly legs: readonly Leg[];
  /** What raises it, where the form of the text has a place for that. */
  readonly event: Span | null;
  readonly said: readonly Span[];
  /** Words behind several transitions, which may be said of this one as well. */
  readonly doubt?: Span;
  /** Told in sentences: whoever they name does it, understood or not. */
  readonly isProse?: boolean;
}

const GOES =
  /^(?:(?:an?|the|each|every|any)\s+)?(\S+(?: \S+){0,3}?)\s+(?:goes|moves|changes|passes|turns|switches|advances|can go|may go|can move|may move|is moved|is set|gets)\s+(?:back\s+)?(?=\S)/i;
const SIGNS = /^[\s:.;,–—-]+/;

/** The transition that the sentence begins with; null where it begins with none. */
export function readWay(span: Span, known: Known): Way | null {
  const bold = /^\*\*([^*]+)\*\*/.exec(span.text);
  if (bold !== null) {
    const inside = part(span, 2, bold[0].length - 2);
    const way = arrowWay(inside, known) ?? toWay(inside, known, true);
    const end = part(span, bold[0].length);
    if (way !== null && way.said.length === 0) return { ...way, at: span, said: said(end) };
  }
  const goes = GOES.exec(span.text);
  if (goes !== null && !isKnown(goes[1] ?? '', known)) {
    const rest = part(span, goes[0].length);
    const way = arrowWay(rest, known) ?? toWay(rest, known, false);
    const from = span.text.indexOf(goes[1] ?? '');
    if (way !== null && way.subject === null)
      return { ...way, at: span, subject: part(span, from, from + (goes[1] ?? '').length) };
  }
  return arrowWay(span, known) ?? toWay(span, known, false);
}

/** `draft --submit--> sent [lead; within 2 days]`: the event on the arrow, and behind the states what is said of them. */
const LABELLED = /\s*-{1,2}\s*(?:\[([^\]\n]{1,40})\]|\(([^()\n]{1,40})\)|([\p{L}][^[\]()<>\n-]{0,40}?))\s*-{1,2}>\s*/u;

function labelledWay(span: Span, known: Known): Way | null {
  const arrow = LABELLED.exec(span.text);
  const label = arrow?.[1] ?? arrow?.[2] ?? arrow?.[3];
  if (arrow === null || label === undefined || arrow.index === 0) return null;
  const before = sourcesOf(part(span, 0, arrow.index), known);
  const right = part(span, arrow.index + arrow[0].length);
  const targets = leadingNames(right, known);
  if (before === null || targets === null) return null;
  const rest = part(right, targets.length);
  const guard = /^\[([^[\]]*)\]/.exec(rest.text);
  const inside = guard === null ? [] : sentences(part(rest, 1, guard[0].length - 1));
  const at = arrow.index + arrow[0].indexOf(label);
  return {
    at: span,
    subject: before.subject,
    legs: [{ from: before.names, to: targets.names, both: false }],
    event: part(span, at, at + label.length),
    said: [...inside, ...said(part(rest, guard?.[0].length ?? 0))],
  };
}

function arrowWay(span: Span, known: Known): Way | null {
  return labelledWay(span, known) ?? plainWay(span, known);
}

/** `Running for longer than 2 hours`: how long it has been so. */
const LASTING = /\s+(?:(?:lasting|for)\s+)?(?:(?:longer|more)\s+than|for)\s+(?=\d|an?\s|one\s|half\s)/i;

function lastingIn(left: Span): { readonly state: Span; readonly lasting: Span | null } {
  const match = LASTING.exec(left.text);
  if (match === null || match.index === 0) return { state: left, lasting: null };
  return { state: part(left, 0, match.index), lasting: part(left, match.index + match[0].search(/\S/)) };
}

function plainWay(span: Span, known: Known): Way | null {
  const inner = /^`[^`]+`$/.test(span.text) ? bare(span) : span;
  const arrow = arrowIn(inner.text);
  if (arrow === null || arrow.at === 0) return null;
  const { state, lasting } = lastingIn(part(inner, 0, arrow.at));
  const before = sourcesOf(state, known);
  if (before === null) return null;
  const legs: Leg[] = [];
  let from: readonly Span[] = before.names;
  let rest = inner;
  for (let next: Arrow | null = arrow; next !== null; ) {
    const right = part(
      rest,
      next.end +
        (/^\s*(?:back\s+)?(?:to\s+)?(?=[`*"“\p{L}])/iu.exec(rest.text.slice(next.end, next.end + 20))?.[0].length ?? 0),
    );
    const targets = leadingNames(right, known);
    if (targets === null) return null;
    legs.push({ from, to: targets.names, both: next.both });
    from = targets.names;
    rest = part(right, targets.length);
    const more = arrowIn(rest.text);
    next = more?.at === 0 ? more : null;
  }
  const behind = said(rest);
  return {
    at: span,
    subject: before.subject,
    legs,
    event: null,
    said: lasting === null ? behind : [lasting, ...behind],
  };
}

/** What stands before an arrow: names, perhaps behind `Entity:` or "from". */
function sourcesOf(span: Span, known: Known): { readonly names: Span[]; readonly subject: Span | null } | null {
  const colon = /^([^:`*]{1,60}):\s+(?=\S)/.exec(span.text);
  const subject = colon === null ? null : part(span, 0, (colon[1] ?? '').length);
  const left = part(span, colon?.[0].length ?? 0);
  const from = /^(?:\d{1,3}[.)]\s+|[-*+]\s+|from\s+)?/i.exec(left.text)?.[0].length ?? 0;
  const names = nameList(part(left, from), known);
  const isSound =
    names.length > 0 && names.every(({ text }) => /^[^.;!?]{1,60}$/.test(text) && text.split(/\s+/).length <= 6);
  return isSound ? { names, subject } : null;
}

const TO = /\s+(?:to|becomes?|turns? into|changes? to|goes to|moves? to|goes back to|returns? to)\s+/gi;

/** `Assigned or In progress to New`: only between known states, or in bold. */
function toWay(span: Span, known: Known, loose: boolean): Way | null {
  const start = /^from\s+/i.exec(span.text)?.[0].length ?? 0;
  const matches = [...span.text.slice(0, LONGEST_HEAD).matchAll(TO)];
  for (const match of matches) {
    const left = nameList(part(span, start, match.index), known);
    const rest = part(span, match.index + match[0].length);
    const target =
      loose && matches.length === 1 ? { name: bare(rest), length: rest.text.length } : leadingNames(rest, known);
    if (target === null || left.length === 0) continue;
    const to = 'names' in target ? target.names : [target.name];
    const isState = (name: Span) =>
      isKnown(words(name), known) || isNothing(name.text) || isGone(name.text) || isAnyState(name.text);
    const isLoose =
      loose && matches.length === 1 && isShort([...left, ...to]) && (left.every(isState) || to.every(isState));
    if (!isLoose && ![...left, ...to].every(isState)) continue;
    const legs = [{ from: left, to, both: false }];
    return { at: span, subject: null, legs, event: null, said: said(part(rest, target.length)) };
  }
  return null;
}

const LONGEST_HEAD = 200;

/** What stands behind the names: in brackets, and then sentences. */
function said(span: Span): Span[] {
  const found: Span[] = [];
  for (let rest = span; ; ) {
    rest = part(rest, SIGNS.exec(rest.text)?.[0].length ?? 0);
    const end = rest.text.startsWith('(') ? closing(rest.text) : 0;
    if (end === 0) return rest.text === '' ? found : [...found, ...sentences(rest)];
    found.push(...sentences(part(rest, 1, end)));
    rest = part(rest, end + 1);
  }
}

/** Where the bracket at the beginning is closed; 0 where it is not. */
export function closing(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charAt(at) === '(') depth += 1;
    else if (text.charAt(at) === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return 0;
}

/** What a sentence states of a machine, besides transitions. */
export type Fact =
  | { readonly kind: 'states'; readonly subject: Span | null; readonly names: readonly Span[] }
  | { readonly kind: 'start'; readonly subject: Span | null; readonly name: Span; readonly rest: Span | null }
  | Ending
  | { readonly kind: 'guards'; readonly way: Way }
  | { readonly kind: 'into'; readonly name: Span; readonly effects: Span };

export function readFact(span: Span, known: Known): Fact | null {
  return (
    statesFact(span, known) ??
    startFact(span, known) ??
    finalFact(span, known) ??
    lastingFact(span, known) ??
    guardsFact(span, known) ??
    intoFact(span, known)
  );
}

const IN_ONE_OF =
  /^(?:an?|the|each|every)\s+([^:`]{1,40}?)\s+(?:is(?: always)? in|can be in|may be in|has|is)\s+(?:exactly )?one of (?:the |these )?(?:following )?(?:states|statuses)?\s*:?\s+(?=\S)/i;
const STATES =
  /^(?:(?:the|possible|allowed|all)\s+)*(?:([^:`]{1,40}?)\s+)?(?:states|statuses|status values|status|state)(?:\s+of\s+(?:an?\s+|the\s+)?([^:`]{1,40}?))?(?:\s+(?:are|is one of|can be|may be)\s*:?|\s*:)\s+(?=\S)/i;

function statesFact(span: Span, known: Known): Fact | null {
  const plain = /^\*\*([^*]+)\*\*/.test(span.text) ? { text: span.text.replaceAll('**', '  '), from: span.from } : span;
  const match = IN_ONE_OF.exec(part(plain, 0).text) ?? STATES.exec(part(plain, 0).text);
  if (match === null) return null;
  const whole = part(plain, 0);
  const names = nameList(withoutStop(part(whole, match[0].length)), known);
  if (names.length < 2 || names.some(({ text }) => text.length > 60 || /[.;:]/.test(text))) return null;
  return { kind: 'states', subject: groupOf(whole, match, 1) ?? groupOf(whole, match, 2), names };
}

function groupOf(span: Span, match: RegExpExecArray, index: number): Span | null {
  const text = match[index];
  if (text === undefined || /^(?:its|their|the|possible)$/i.test(text)) return null;
  const at = span.text.indexOf(text);
  return part(span, at, at + text.length);
}

const START =
  /^(?:(?:an?|the|each|every|any|all)\s+)?(?:new\s+)?([^:`]{1,40}?)\s+(?:starts?|begins?|is (?:always )?created|are (?:always )?created|is born|comes into being)\s+(?:out\s+|life\s+)?(?:as|in|with)\s+(?:(?:an?|the|state|status)\s+)*(?=\S)/i;
const INITIAL =
  /^(?:the\s+)?(?:initial|first|start|starting)(?:\s+(?:state|status))?\s*(?::|is|(?:shall|should|must|will) be|=)\s*(?=\S)/i;

const AT_FIRST =
  /^(?:at first,? )?(?:(?:an?|the|each|every|any)\s+)?(?:new\s+)?([^:`,]{1,40}?)\s+is\s+(?:first|at first|initially)?\s*(\p{Lu}[\p{L}]*(?: \p{Ll}+){0,2}?|`[^`]+`)(?: (?:at )?first)?[.]?$/iu;

/** "A swap is Offered first." */
function firstFact(span: Span): Fact | null {
  const match = /\b(?:first|initially)\b/i.test(span.text) ? AT_FIRST.exec(span.text) : null;
  const text = match?.[2];
  if (match === null || text === undefined || !/^[\p{Lu}`]/u.test(text)) return null;
  const at = span.text.lastIndexOf(text);
  const subject = groupOf(span, match, 1);
  const isIt = subject !== null && /^(?:it|they|one|this)$/i.test(subject.text);
  return { kind: 'start', subject: isIt ? null : subject, name: bare(part(span, at, at + text.length)), rest: null };
}

/** `` `requested` = start `` */
function isStart(span: Span): Fact | null {
  const name =
    /^(`[^`]+`|[\p{L}_][\p{L}\p{N}_ -]{0,40}?)\s*(?:=|\()\s*(?:start|initial|initial state|start state)\)?\.?$/iu.exec(
      span.text,
    )?.[1];
  return name === undefined
    ? null
    : { kind: 'start', subject: null, name: bare(part(span, 0, name.length)), rest: null };
}

const NEW_IS = /^(?:an?|the|each|every|any)\s+new\s+([^:`,]{1,40}?)\s+is\s+(?:an?\s+|in\s+)?(?=[\p{Lu}`"])/u;

/** "A new order is a Draft." */
function newFact(span: Span, known: Known): Fact | null {
  const match = NEW_IS.exec(span.text);
  const rest = match === null ? null : withoutStop(part(span, match[0].length));
  const name = rest === null ? null : leadingName(rest, known);
  if (match === null || rest === null || name === null || name.length < rest.text.length) return null;
  return { kind: 'start', subject: groupOf(span, match, 1), name: name.name, rest: null };
}

function startFact(span: Span, known: Known): Fact | null {
  const first = firstFact(span) ?? newFact(span, known) ?? isStart(span);
  if (first !== null) return first;
  const initial = INITIAL.exec(span.text);
  const match = initial ?? START.exec(span.text);
  if (match === null) return null;
  const rest = part(span, match[0].length);
  const name = leadingName(rest, known);
  if (name === null || (!isKnown(nameOf(name.name), known) && !/^[`"*“]/.test(rest.text) && initial === null))
    return null;
  const behind = withoutStop(part(rest, name.length));
  const subject = initial === null ? groupOf(span, match, 1) : null;
  const isIt = subject !== null && /^(?:it|they|one|this)$/i.test(subject.text);
  return { kind: 'start', subject: isIt ? null : subject, name: name.name, rest: behind.text === '' ? null : behind };
}

function guardsFact(span: Span, known: Known): Fact | null {
  const match =
    /^(?:the\s+)?(?:guards?|conditions?|preconditions?|requirements?|prerequisites?)\s+(?:for|of|on)\s+/i.exec(
      span.text,
    );
  const way = match === null ? null : readWay(part(span, match[0].length), known);
  return way === null ? null : { kind: 'guards', way };
}

function intoFact(span: Span, known: Known): Fact | null {
  const match = /^(?:on|upon|when|once|on entering|on reaching|when it becomes|as soon as it is)\s+(?=\S)/i.exec(
    span.text,
  );
  if (match === null) return null;
  const rest = part(span, match[0].length);
  const name = leadingName(rest, known);
  if (name === null || !isKnown(nameOf(name.name), known)) return null;
  const behind = /^\s*[:,]\s*/.exec(rest.text.slice(name.length));
  if (behind === null) return null;
  const effects = part(rest, name.length + behind[0].length);
  return effects.text === '' ? null : { kind: 'into', name: name.name, effects };
}
