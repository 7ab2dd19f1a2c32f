import { made } from '../lexicon.ts';
import { readCode } from './code.ts';
import { type Comparison, compared } from './compare.ts';
import { cutAt, withoutBrackets } from './cut.ts';
import type { Frame, Operand } from './frame.ts';
import { frameOf } from './match.ts';
import { pathOf, readOperand } from './operand.ts';
import { choice, enclosed, negated, quality, readPredicate } from './predicate.ts';
import { ownRecord, readCounted, readEach, readHaving } from './quantified.ts';
import { type Phrase, type PhraseScope, plainWords } from './scope.ts';

/** A condition, the loosest operator in it, and what it spoke of, for the phrase that goes on without a subject. */
interface Read {
  readonly text: string;
  readonly level: 'or' | 'and' | 'one';
  readonly subject: Operand | null;
}

/**
 * A condition in words, or as developers write it, as an expression on the scope's entity. Null where it is not wholly
 * understood, names nothing that the document states, or may mean more than one thing.
 */
export function readCondition(phrase: Phrase, scope: PhraseScope): { readonly text: string } | null {
  const text = conditionIn(phrase, frameOf(scope));
  return text === null ? null : { text };
}

/** The same with what the readers of phrases read by. */
export function conditionIn(phrase: Phrase, frame: Frame): string | null {
  const words = plainWords(phrase)
    .replace(/^(?:if|when|while|provided(?: that)?|only if|only when|that|and|as long as) /i, '')
    .replaceAll(ADVERBS, ' ')
    .replace(/ \(?inclusive\)?$/i, '')
    .replace(FALLS, ' must not be $1 ')
    .replace(/ (is|are) never (?=\S)/i, ' $1 not ');
  if (words === '') return null;
  const key = `condition ${frame.entity} / ${frame.prefix} / ${frame.subject?.text} / ${words}`;
  return made(frame.lexicon, key, () => conditionOf(words, frame, 0)?.text ?? null);
}

/** "cannot go below": a bound on where a value may go. */
const FALLS =
  / (?:cannot|can not|may not|must not|shall not|does not|do not|never) (?:go|goes|fall|falls|drop|drops|rise|rises|be set|become|becomes) (below|under|above|over|beyond) /i;

/** They say nothing about a moment that is the present anyway. */
const ADVERBS = / (?:already|currently|still|yet) (?=\S)/gi;

function conditionOf(written: string, frame: Frame, depth: number): Read | null {
  const text = withoutBrackets(written.trim());
  if (text === '' || depth > 6) return null;
  const code = CODE.test(text) ? readCode(text, frame) : null;
  if (code !== null) return { ...code, subject: null };
  if (/&&|\|\|/.test(text))
    return conditionOf(text.replaceAll('&&', ' and ').replaceAll('||', ' or '), frame, depth + 1);
  const one = atomOf(text, frame);
  if (one !== null) return one;
  return joined(text, frame, depth) ?? notOf(text, frame, depth) ?? bareCode(text, frame);
}

const CODE = /&&|\|\||[=!]==?|[A-Za-z]\(|\?\.|[<>]=?|(?:^|[\s(])!\w/;

function bareCode(text: string, frame: Frame): Read | null {
  const code = CODE.test(text) ? null : readCode(text, frame);
  return code === null ? null : { ...code, subject: null };
}

function notOf(text: string, frame: Frame, depth: number): Read | null {
  const match = /^not (.+)$/i.exec(text);
  const inner = match === null ? null : conditionOf(match[1] ?? '', frame, depth + 1);
  return inner === null ? null : { text: negated(inner.text), level: 'one', subject: inner.subject };
}

const AND = /(?:\s*[,;]\s*(?:and|but)|\s+(?:and(?: also)?|but|&))\s+|\s*;\s*/iy;
const COMMA = /\s*[,;]\s*(?:and\s+|but\s+)?|\s+(?:and(?: also)?|but)\s+/iy;
const OR = /(?:\s*,\s*or|\s+or)\s+/iy;

/** Parts joined by "and" hold together where each is one condition; parts joined by "or" only where no "and" is among them. */
function joined(written: string, frame: Frame, depth: number): Read | null {
  const text = written.replace(/^(?:either|both) /i, '');
  for (const separator of [AND, COMMA]) {
    const parts = cutAt(text, separator);
    const all = parts.length < 2 || parts.length > 12 ? null : series(parts, frame, depth);
    if (all !== null) return { text: all.map(wrapOr).join(' and '), level: 'and', subject: all[0]?.subject ?? null };
  }
  const parts = cutAt(text, OR);
  if (parts.length < 2 || parts.length > 12 || cutAt(text, AND).length > 1) return null;
  const any = series(parts, frame, depth);
  return any === null
    ? null
    : { text: any.map(({ text }) => text).join(' or '), level: 'or', subject: any[0]?.subject ?? null };
}

const wrapOr = ({ text, level }: Read) => (level === 'or' || / or | \? /.test(text) ? `(${text})` : text);

function series(parts: readonly string[], frame: Frame, depth: number): Read[] | null {
  const found: Read[] = [];
  let subject: Operand | null = null;
  for (const part of parts) {
    const bracketed = part.startsWith('(');
    const read: Read | null = bracketed
      ? conditionOf(part, frame, depth + 1)
      : (partOf(part, frame) ?? carried(part, subject, frame));
    if (read === null) return null;
    subject = read.subject ?? subject;
    found.push(read);
  }
  return found;
}

function partOf(part: string, frame: Frame): Read | null {
  const code = CODE.test(part) ? readCode(part, frame) : null;
  if (code !== null) return { ...code, subject: null };
  const one = atomOf(part, frame);
  if (one !== null) return one;
  const not = /^not (.+)$/i.exec(part);
  const inner = not === null ? null : atomOf(not[1] ?? '', frame);
  return inner === null ? bareCode(part, frame) : { ...inner, text: negated(inner.text) };
}

/** "… is null or older than 3 days": the second part goes on about the subject of the first. */
function carried(part: string, subject: Operand | null, frame: Frame): Read | null {
  if (subject === null) return null;
  const verb = /^(?:(?:must|has to|have to|shall) be|is|are|must|lies|lie) (.+)$/i.exec(part);
  const words = verb?.[1] ?? part;
  const having = /^(?:has|have|must have) (.+)$/i.exec(part);
  const text =
    having === null ? readPredicate(subject, words, frame, verb !== null) : readHaving(subject, having[1] ?? '', frame);
  return text === null ? null : one(text, subject);
}

function one(text: string, subject: Operand | null): Read {
  return { text, level: / and /.test(text) && !/[("]/.test(text) ? 'and' : 'one', subject };
}

function atomOf(text: string, frame: Frame): Read | null {
  const bare = bareFlag(text, frame);
  if (bare !== null) return bare;
  const counted = existing(text, frame) ?? readEach(text, frame, (words, inner) => atomOf(words, inner)?.text ?? null);
  if (counted !== null) return one(counted, null);
  const timed = clock(text, frame);
  if (timed !== null) return one(timed, null);
  const said = verbs(text, frame) ?? symbols(text, frame);
  if (said !== null) return said;
  const { subject } = frame;
  if (subject === null) return verbless(text, frame) ?? inState(text, frame);
  return carried(text, subject, frame) ?? verbs(`it ${text}`, frame);
}

/** "total over 500 €", "start date earlier than end date". */
function verbless(text: string, frame: Frame): Read | null {
  const match =
    / (?:not )?(?:under|over|above|below|at least|at most|more than|less than|up to|before|after|later than|earlier than|in the (?:past|future))(?= |$)/i.exec(
      text,
    );
  const subject = match === null || match.index === 0 ? null : pathOf(text.slice(0, match.index), frame, 0);
  if (match === null || subject === null || subject.sort === 'record' || subject.sort === 'boolean') return null;
  const found = readPredicate(subject, text.slice(match.index + 1), frame, false);
  return found === null ? null : one(found, subject);
}

/** "sent or partially paid", "in state New", "only on a Closed ticket": the state of the record itself. */
function inState(text: string, frame: Frame): Read | null {
  const own = ownRecord('this', frame);
  if (own === null) return null;
  const whole = choice(own, text, frame) ?? quality(own, text, frame);
  if (whole !== null) return one(whole, own);
  const leading = /^(is|are|has|have|must be|must have) (.+)$/i.exec(text);
  if (leading !== null) {
    const rest = leading[2] ?? '';
    const said = /ha/i.test(leading[1] ?? '') ? readHaving(own, rest, frame) : readPredicate(own, rest, frame);
    return said === null ? null : one(said, own);
  }
  const words = text.replace(/^(?:only )?(?:on|for|of|in|as|while)? ?(?:an? )?/i, '');
  const noun = / (\S+(?: \S+)?)$/.exec(words);
  const short = noun !== null && ownRecord(noun[1] ?? '', frame) !== null ? words.slice(0, noun.index) : words;
  const found = choice(own, short, frame);
  return found === null ? null : one(found, own);
}

function bareFlag(text: string, frame: Frame): Read | null {
  const of = readOperand(text.replace(/^it is (?=\S)/i, ''), frame);
  return of?.sort === 'boolean' ? one(enclosed(of), of) : null;
}

const EXISTING =
  /^(?:there (?:is|are|exists?|must be|has to be|have to be)(?: at all)?|it has|it must have|with|has|have|must have|needs|requires) (.+)$/i;

function existing(text: string, frame: Frame): string | null {
  const match = EXISTING.exec(text);
  const noun = (match?.[1] ?? text).replace(
    / (?:exists?|is there|are there|(?:is|are) (?:required|needed|necessary|present|given))$/i,
    '',
  );
  if (match !== null && /^(?:it |has|have|must have|with)/i.test(text) && frame.subject?.sort === 'record')
    return readHaving(frame.subject, noun, frame);
  if (ownRecord('this', frame) === null) return null;
  const some = /^there (?:are|must be|have to be) /i.test(text) && !/^(?:no|any|some|at|more|less|not|\d)/i.test(noun);
  return readCounted(noun, null, frame) ?? (some ? readCounted(`any ${noun}`, null, frame) : null);
}

const CLOCK =
  /^(?:it is |it's |as long as it is |only |the time is )?((?:not |no )?(?:later than|earlier than|before|after|until|till|up to|within|at least|at most|more than|less than|on or after|on or before) .+)$/i;

/** "within 5 working days after resolved at", "until pickupAt", "not earlier than 2 hours before pickupAt": about this moment. */
function clock(text: string, frame: Frame): string | null {
  const match = CLOCK.exec(text);
  if (match === null || frame.subject !== null) return null;
  const words = match[1] ?? '';
  const away = /^(at least|at most|more than|less than) (.+?) (before|after) (.+)$/i.exec(words);
  if (away !== null) return distance(away[1] ?? '', away[2] ?? '', away[3] ?? '', away[4] ?? '', frame);
  if (/^(?:at least|at most|more than|less than|up to) /i.test(words)) return null;
  const border = words.replace(
    /^(?:(?:not|no) )?(?:later than|earlier than|before|after|until|till|within|on or after|on or before) /i,
    '',
  );
  const within = /^within /i.test(words);
  const base = within ? /^.+? (?:after|before|from|of|since|following) (.+)$/i.exec(border)?.[1] : border;
  const like = base === undefined ? null : readOperand(base, frame);
  if (like === null || (like.sort !== 'date' && like.sort !== 'instant')) return null;
  return readPredicate(clockLike(like), words, frame);
}

const clockLike = (like: Operand): Operand => ({
  text: like.sort === 'date' ? 'today' : 'now',
  sort: like.sort,
  entity: null,
  options: [],
  compound: false,
});

/** "at least 4 hours before dueAt". */
function distance(bound: string, length: string, side: string, of: string, frame: Frame): string | null {
  const border = readOperand(`${length} ${side} ${of}`, frame);
  if (border === null) return null;
  const [far, strict] = [/^(?:at least|more)/i.test(bound), /^(?:more|less)/i.test(bound)];
  const early = /^before$/i.test(side) === far;
  const operator: Comparison = early ? (strict ? '<' : '<=') : strict ? '>' : '>=';
  return compared(clockLike(border), operator, border);
}

type Verb =
  | 'be'
  | 'not'
  | 'have'
  | 'have not'
  | 'exceed'
  | 'not exceed'
  | 'precede'
  | 'follow'
  | 'equal'
  | 'not equal'
  | 'contain'
  | 'start'
  | 'end';

const VERBS: readonly (readonly [RegExp, Verb])[] = [
  [/ (?:(?:must|may|can|shall)(?: not|not)|cannot|must never|may never) (?:be|lie) /giu, 'not'],
  [/ (?:is|are|was|were) not /giu, 'be'],
  [/ (?:must|has to|have to|needs to|need to|shall)(?: always)? (?:be|lie|come|fall) /giu, 'be'],
  [/ (?:precedes?|must precede|has to precede) /giu, 'precede'],
  [/ (?:follows?|must follow|has to follow) /giu, 'follow'],
  [/ (?:does not|do not|must not|may not|cannot) (?:exceed|go (?:beyond|above|over)) /giu, 'not exceed'],
  [/ (?:exceeds?|goes (?:beyond|above|over)) /giu, 'exceed'],
  [/ (?:does not|do not|must not|may not|cannot) equal /giu, 'not equal'],
  [/ (?:differs? from|must differ from) /giu, 'not equal'],
  [/ (?:equals?|must equal|has to equal) /giu, 'equal'],
  [/ (?:does not have|do not have|must not have|may not have|cannot have|has not|have not) /giu, 'have not'],
  [/ (?:must have|has to have|have to have|needs|need|has|have|holds?) /giu, 'have'],
  [/ (?:contains|must contain) /giu, 'contain'],
  [/ (?:starts? with|begins? with|must (?:start|begin) with) /giu, 'start'],
  [/ (?:ends? with|must end with) /giu, 'end'],
  [/ belongs? to /giu, 'equal'],
  [/ (?:is|are|lies|lie|stays?|comes?|remains?) /giu, 'be'],
  [/ (?:has|have) (?=passed$)/giu, 'be'],
  [/ ?: /gu, 'be'],
];

/** Each place where a verb may cut the text; the first that gives two sides which are understood counts. */
function verbs(text: string, frame: Frame): Read | null {
  for (const [pattern, verb] of VERBS) {
    let tries = 0;
    for (const match of text.matchAll(pattern)) {
      tries += 1;
      if (tries > 4) break;
      const subject = subjectOf(text.slice(0, match.index), frame);
      if (subject === null) continue;
      const rest = text.slice(match.index + match[0].length);
      const said = / (?:is|are|was|were) not $/i.test(match[0]) ? `not ${rest}` : rest;
      const found = predicate(subject, verb, said, frame);
      if (found !== null) return one(found, subject);
    }
  }
  return null;
}

function subjectOf(words: string, frame: Frame): Operand | null {
  const text = words.trim().replace(/^(?:that|if|when|while|both|the value of|the field) /i, '');
  if (/^(?:it|they)$/i.test(text) && frame.subject !== null) return frame.subject;
  return ownRecord(text, frame) ?? readOperand(text, frame);
}

function predicate(subject: Operand, verb: Verb, rest: string, frame: Frame): string | null {
  switch (verb) {
    case 'be':
      return readPredicate(subject, rest, frame);
    case 'not':
      return readPredicate(subject, `not ${rest}`, frame);
    case 'have':
      return readHaving(subject, rest, frame) ?? (subject.sort === 'text' ? readPredicate(subject, rest, frame) : null);
    case 'have not': {
      const had = readHaving(subject, rest, frame);
      return had === null ? null : negated(had);
    }
    case 'exceed':
    case 'not exceed':
      return readPredicate(subject, `${verb === 'exceed' ? 'more than' : 'at most'} ${rest}`, frame);
    case 'precede':
    case 'follow':
      return readPredicate(subject, `${verb === 'precede' ? 'before' : 'after'} ${rest}`, frame);
    case 'equal':
    case 'not equal':
      return readPredicate(subject, `${verb === 'equal' ? 'equal to' : 'different from'} ${rest}`, frame);
    default:
      return textual(subject, verb, rest);
  }
}

function textual(subject: Operand, verb: 'contain' | 'start' | 'end', rest: string): string | null {
  const quoted = /^"([^"]*)"$/.exec(rest.trim());
  if (quoted === null || subject.sort !== 'text') return null;
  const name = { contain: 'contains', start: 'startsWith', end: 'endsWith' }[verb];
  return `${enclosed(subject)}.${name}(${JSON.stringify(quoted[1] ?? '')})`;
}

/** "openCharges <= 20.00 €", "studentsAllowed = yes", "now > dueAt + 2 hours". */
function symbols(text: string, frame: Frame): Read | null {
  const match = /^(.+?) ?(<=|>=|===?|!==?|<|>|=) ?(.+)$/.exec(text);
  if (match === null) return null;
  const subject = subjectOf(match[1] ?? '', frame);
  const found = subject === null ? null : readPredicate(subject, `${match[2]} ${match[3]}`, frame);
  if (found !== null) return one(found, subject);
  if (subject?.sort !== 'boolean' || !/^={1,3}$/.test(match[2] ?? '')) return null;
  const truth = readPredicate(subject, match[3] ?? '', frame);
  return truth === null ? null : one(truth, subject);
}
