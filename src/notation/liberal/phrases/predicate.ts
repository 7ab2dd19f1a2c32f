import { beside, type Comparison, compared, oneOf, sized } from './compare.ts';
import { withoutArticle } from './fold.ts';
import type { Frame, Operand } from './frame.ts';
import { roleValue } from './match.ts';
import { attributeNamed, memberOf, oneNamed, operandOf, optionText } from './names.ts';
import { isBackwards, isOwn, readOperand } from './operand.ts';
import { readPattern } from './pattern.ts';
import { backwards, isMoment, time } from './predicate-time.ts';
import { type Count, readCount } from './quantity.ts';

/**
 * What is said of a subject, behind "is", "must be", or nothing: "at most 20.00 €", "set", "Draft or Sent". Null: not
 * understood. Without a verb a bare name is no comparison.
 */
export function readPredicate(subject: Operand, words: string, frame: Frame, hasVerb = true): string | null {
  const text = words
    .trim()
    .replace(/^(?:then|also|always|still|either|currently|(?:an? )?(?:integer|whole number|number),?) /i, '');
  if (text === '') return null;
  const shared = shareBase(text);
  if (shared !== null && isMoment(subject)) return bothOf(subject, shared, frame);
  return (
    presence(subject, text) ??
    truth(subject, text) ??
    signed(subject, text) ??
    negation(subject, text, frame) ??
    time(subject, text, frame) ??
    length(subject, text) ??
    range(subject, text, frame) ??
    comparison(subject, text, frame) ??
    choice(subject, text, frame) ??
    quality(subject, text, frame) ??
    role(subject, text, frame) ??
    member(subject, text, frame) ??
    step(subject, text, frame) ??
    pattern(subject, text) ??
    (hasVerb || /^(?:the|its|their) |^me$/i.test(text) ? same(subject, text, frame) : null)
  );
}

/** "at least 3 hours and at most 60 days from now": what stands behind the last length belongs to both. */
function shareBase(text: string): readonly [string, string] | null {
  const match =
    /^(at least|at most|more than|less than) (\S+ \S+(?: \S+)?) and (at least|at most|more than|less than) (\S+ \S+(?: \S+)?) (from now|ahead|(?:after|before|from) .+)$/i.exec(
      text,
    );
  if (match === null) return null;
  return [`${match[1]} ${match[2]} ${match[5]}`, `${match[3]} ${match[4]} ${match[5]}`];
}

function bothOf(subject: Operand, parts: readonly [string, string], frame: Frame): string | null {
  const found = parts.map((part) => readPredicate(subject, part, frame));
  return found.some((text) => text === null) ? null : found.join(' and ');
}

const PRESENT =
  /^(?:(?:set|filled|filled in|given|present|known|required|mandatory|entered|chosen|selected|stated|provided|available at all|non-empty|not null|not empty|not blank|not missing|not unset|not undefined)|there)$/i;
const ABSENT =
  /^(?:empty|blank|missing|unset|absent|null|undefined|not (?:set|filled|filled in|given|present|known|entered|chosen|selected|stated|provided|there))$/i;

const COUNTED = new Set(['records', 'texts', 'files', 'roles']);

function presence(subject: Operand, text: string): string | null {
  const [there, gone] = [PRESENT.test(text), ABSENT.test(text)];
  if (!there && !gone) return null;
  if (subject.sort === 'boolean' && /^(?:not )?set$/i.test(text)) return null;
  if (COUNTED.has(subject.sort)) return `size(${subject.text}) ${there ? '> 0' : '== 0'}`;
  return subject.text === 'this' || subject.text === 'now' ? null : `${enclosed(subject)} ${there ? '!=' : '=='} null`;
}

/** "positive", "not negative". */
function signed(subject: Operand, text: string): string | null {
  if (subject.sort !== 'number' && subject.sort !== 'money') return null;
  const sign = SIGNS.get(
    text
      .toLowerCase()
      .replace(/^an? /, '')
      .replace(/ (?:integer|whole number|number|amount|value)$/, ''),
  );
  return sign === undefined ? null : `${enclosed(subject)} ${sign} 0`;
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['positive', '>'],
  ['negative', '<'],
  ['non-negative', '>='],
  ['not negative', '>='],
  ['zero or more', '>='],
  ['not positive', '<='],
  ['not zero', '!='],
  ['greater than zero', '>'],
]);

function truth(subject: Operand, text: string): string | null {
  if (subject.sort !== 'boolean') return null;
  if (/^(?:true|yes|on|ticked|checked|set to yes|"yes"|the case|fulfilled|met)$/i.test(text)) return enclosed(subject);
  return /^(?:false|no|off|not (?:true|ticked|checked|yes|the case)|unticked|unchecked)$/i.test(text)
    ? `not ${enclosed(subject)}`
    : null;
}

function negation(subject: Operand, text: string, frame: Frame): string | null {
  const match = /^(?:not|neither|never|none of|no longer) (.+)$/i.exec(text);
  const rest = match?.[1] ?? '';
  if (match === null || /^(?:not|no|neither|never) /i.test(rest)) return null;
  if (
    /^(?:more|less|later|earlier|fewer|before|after|over|under|above|below|older|younger|longer|shorter|greater|higher|lower|larger|smaller|within|in) /i.test(
      rest,
    ) &&
    !/^in (?:the (?:future|past)|state|status) ?/i.test(rest)
  ) {
    const flipped = time(subject, rest, frame) ?? comparison(subject, rest, frame);
    return flipped === null ? null : negated(flipped);
  }
  const inner =
    time(subject, rest, frame) ??
    choice(subject, rest, frame) ??
    comparison(subject, rest, frame) ??
    quality(subject, rest, frame) ??
    role(subject, rest, frame) ??
    member(subject, rest, frame) ??
    same(subject, rest, frame);
  return inner === null ? null : negated(inner);
}

const OPPOSITE: ReadonlyMap<string, string> = new Map([
  ['==', '!='],
  ['!=', '=='],
  ['<', '>='],
  ['>=', '<'],
  ['>', '<='],
  ['<=', '>'],
]);

/** The opposite of a condition, by its operator where it is one comparison. */
export function negated(condition: string): string {
  const plain = condition.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  const [, operator = ''] = plain.split(/ (==|!=|<=|>=|<|>|in) /);
  const single = plain.split(/ (?:==|!=|<=|>=|<|>|in) /).length === 2 && !/ (?:and|or|not|where|\?) |^not /.test(plain);
  const at = single ? condition.indexOf(` ${operator} `) : -1;
  const [left, right] = [condition.slice(0, at), condition.slice(at + operator.length + 2)];
  if (at > 0 && !left.includes('(') && operator === 'in') return `${left} not in ${right}`;
  const opposite = OPPOSITE.get(operator);
  if (at > 0 && opposite !== undefined && isWhole(left) && isWhole(right)) return `${left} ${opposite} ${right}`;
  if (/^not \S+$/.test(plain)) return condition.slice(4);
  return /^[\w.[\]"]+$/.test(plain) ? `not ${condition}` : `not (${condition})`;
}

/** Every bracket that opens in it is closed in it. */
function isWhole(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

const LONG = / (?:characters?|chars?|letters|signs|digits)(?: (?:long|at most|at least|or (?:more|less|fewer)))?$/i;

/** "5 to 120 characters", "at most 80 characters long". */
function length(subject: Operand, text: string): string | null {
  if (subject.sort !== 'text' || !LONG.test(text) || /digits|letters/i.test(text)) return null;
  const count = readCount(text.replace(/ (?:characters?|chars?|signs)(?: long)?/i, ''));
  return count === null ? null : bounded(sized(subject).text, count);
}

/** `size(lines) >= 1 and size(lines) <= 8`. */
export function bounded(of: string, { min, max }: Count): string | null {
  if (min !== null && min === max) return `${of} == ${min}`;
  const parts = [min === null ? [] : [`${of} >= ${min}`], max === null ? [] : [`${of} <= ${max}`]].flat();
  return parts.length === 0 ? null : parts.join(' and ');
}

const RANGE = /^(?:between |from )?(\S+(?: \S+)?) ?(?:to|and|up to|–|—|-|\.\.|…) ?(\S+(?: \S+){0,2})$/i;

/** "between 5 and 480", "1–500", "0 € to 20 €", "0 to 100 %". */
function range(subject: Operand, text: string, frame: Frame): string | null {
  if (!ORDERED.has(subject.sort)) return null;
  const match = RANGE.exec(text);
  if (match === null) return null;
  const high = beside(match[2] ?? '', subject, frame);
  const unit = /^[\d.,_]+ (\S+)$/.exec(match[2] ?? '')?.[1];
  const low = beside(match[1] ?? '', subject, frame);
  const lowWithUnit =
    low?.sort === high?.sort || unit === undefined ? low : beside(`${match[1]} ${unit}`, subject, frame);
  if (high === null || lowWithUnit === null) return null;
  const [from, to] = [compared(subject, '>=', lowWithUnit), compared(subject, '<=', high)];
  return from === null || to === null ? null : `${from} and ${to}`;
}

const ORDERED = new Set(['number', 'money', 'size', 'date', 'instant', 'duration', 'records', 'texts', 'files']);

const COMPARISONS: readonly (readonly [RegExp, Comparison])[] = [
  [
    /^(?:at most|up to|no more than|not more than|no greater than|no higher than|not over|not above|no later than|not later than|not after|on or before|until|till|maximum|max\.?|a maximum of|maximally|no longer than|less than or equal to|<=|=<|not to exceed) (.+)$/i,
    '<=',
  ],
  [
    /^(?:at least|no less than|not less than|no fewer than|not fewer than|not under|not below|no lower than|no earlier than|not earlier than|not before|on or after|from|minimum|min\.?|a minimum of|greater than or equal to|>=|at the earliest|starting from) (.+)$/i,
    '>=',
  ],
  [
    /^(?:more than|greater than|larger than|higher than|bigger than|over|above|after|later than|longer than|beyond|>) (.+)$/i,
    '>',
  ],
  [/^(?:less than|fewer than|smaller than|lower than|under|below|before|earlier than|shorter than|<) (.+)$/i, '<'],
  [/^(?:equal to|equals|the same as|identical to|exactly|just|===?|=) (.+)$/i, '=='],
  [/^(?:different from|other than|unequal to|not equal to|not the same as|!==?) (.+)$/i, '!='],
  [/^(.+) at the earliest$/i, '>='],
  [/^(.+) at (?:the )?(?:latest|most)$/i, '<='],
  [/^(.+) or (?:more|later|above|higher)$/i, '>='],
  [/^(.+) or (?:less|fewer|earlier|below|lower)$/i, '<='],
];

function comparison(subject: Operand, text: string, frame: Frame): string | null {
  for (const [pattern, operator] of COMPARISONS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const value = operator === '==' || operator === '!=' ? choice(subject, match[1] ?? '', frame) : null;
    if (value !== null) return operator === '==' ? value : negated(value);
    const side = isMoment(subject) && isBackwards(match[1] ?? '') ? backwards(text, operator) : operator;
    const other = side === null ? null : beside(match[1] ?? '', subject, frame);
    const found = other === null || side === null ? null : compared(subject, side, other);
    if (found !== null) return found;
  }
  const count = subject.sort === 'number' || COUNTED.has(subject.sort) ? readCount(text) : null;
  return count === null ? null : bounded(subject.sort === 'number' ? enclosed(subject) : sized(subject).text, count);
}

export function choice(subject: Operand, text: string, frame: Frame): string | null {
  const states = text.replace(
    /^(?:in (?:one of )?(?:the )?(?:states?|status(?:es)?) |in |one of (?:the )?(?:states? )?)/i,
    '',
  );
  if (subject.sort === 'choice' || subject.sort === 'role' || subject.sort === 'text')
    return oneOf(subject, text, frame) ?? oneOf(subject, states, frame);
  if (subject.sort !== 'record' || subject.entity === null) return null;
  const machines = frame.lexicon.machines.filter(({ entity }) => entity === subject.entity);
  const found = machines.flatMap((machine) => {
    const attribute = attributeNamed(frame.lexicon, machine.entity, machine.name);
    const state = attribute === null ? null : memberOf(subject.text, attribute, frame);
    const inner = { ...frame, entity: subject.text === 'this' ? frame.entity : null };
    return state === null ? [] : (oneOf(state, text, inner) ?? oneOf(state, states, inner) ?? []);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** "The category is active": a yes/no field of the record. */
export function quality(subject: Operand, text: string, frame: Frame): string | null {
  if (subject.sort !== 'record' || subject.entity === null) return null;
  const entity = frame.lexicon.entities.find(({ name }) => name === subject.entity);
  const flags = entity?.fields.filter(({ type }) => type.kind === 'boolean') ?? [];
  const words = text.replace(/^an? /i, '');
  const flag = oneNamed(flags, ({ name }) => name, words) ?? oneNamed(flags, ({ name }) => name, `is ${words}`);
  const moments = entity?.fields.filter(({ type }) => type.kind === 'date' || type.kind === 'date and time') ?? [];
  const deed = /^back$/i.test(text) ? 'returned' : text;
  const done =
    flag ?? oneNamed(moments, ({ name }) => name, `${deed} at`) ?? oneNamed(moments, ({ name }) => name, `${deed} on`);
  const attribute = done === null ? null : attributeNamed(frame.lexicon, subject.entity, done.name);
  if (attribute === null) return null;
  const of = memberOf(subject.text, attribute, frame);
  return flag === null ? `${of.text} != null` : of.text;
}

/** "the assignee is an agent or lead", "the user is a lead". */
function role(subject: Operand, text: string, frame: Frame): string | null {
  if (subject.sort !== 'record') return null;
  if (/^the /i.test(text) && readOperand(text, frame)?.sort === 'record') return null;
  const related = /^(.+?) (?:of|in|from) (.+)$/i.exec(text);
  if (related !== null) {
    const [own, shared] = [role(subject, related[1] ?? '', frame), sharing(subject, related[2] ?? '', frame)];
    return own === null || shared === null ? null : `${/ or /.test(own) ? `(${own})` : own} and ${shared}`;
  }
  const values = text.split(/\s*,\s*(?:or )?|\s+or\s+/i).map((word) => roleValue(word, frame));
  const [first] = values;
  if (first === null || first === undefined || values.some((value) => value === null)) return null;
  const attribute = subject.entity === null ? null : attributeNamed(frame.lexicon, subject.entity, first.field);
  if (attribute === null) return null;
  const holder = memberOf(subject.text, attribute, frame).text;
  const elsewhere: Frame = { ...frame, entity: null };
  const names = values.flatMap((value) => (value === null ? [] : [optionText(elsewhere, value.value)]));
  if (first.several) return names.map((name) => `${name} in ${holder}`).join(' or ');
  return names.length === 1 ? `${holder} == ${names[0]}` : `${holder} in [${names.join(', ')}]`;
}

/** "of the ticket's team": what the person and the record have alike. */
export function sharing(subject: Operand, words: string, frame: Frame): string | null {
  const of = readOperand(words, frame);
  const last = withoutArticle(words.replace(/^.*'s /, ''));
  const attribute = subject.entity === null ? null : attributeNamed(frame.lexicon, subject.entity, last);
  if (of === null || attribute === null) return null;
  const same = memberOf(subject.text, attribute, frame);
  if (same.text === of.text || !['record', 'choice', 'text'].includes(of.sort)) return null;
  return compared(same, '==', of);
}

/** "a watcher of the ticket", "among the members": one of a list of people or records. */
function member(subject: Operand, text: string, frame: Frame): string | null {
  const match = /^(?:an? |one of |among |in )(?:its |their own |their |the )?(.+?)(?: of (.+))?$/i.exec(text);
  if (match === null || subject.sort !== 'record') return null;
  const [, noun = '', owner] = match;
  if (owner !== undefined && !isOwn(withoutArticle(owner).replace(/^own /i, ''), frame)) return null;
  const attribute = frame.entity === null ? null : attributeNamed(frame.lexicon, frame.entity, noun);
  const list = attribute === null ? null : operandOf(frame, attribute);
  return list?.sort === 'records' && list.entity === subject.entity ? `${subject.text} in ${list.text}` : null;
}

/** "a multiple of 5", "in steps of 5". */
function step(subject: Operand, text: string, frame: Frame): string | null {
  const match = /^(?:a multiple of|multiples? of|in (?:steps|multiples) of|steps of|divisible by) (.+)$/i.exec(text);
  const by = match === null || subject.sort !== 'number' ? null : beside(match[1] ?? '', subject, frame);
  return by?.sort === 'number' ? `${subject.text} % ${by.text} == 0` : null;
}

function pattern(subject: Operand, text: string): string | null {
  if (subject.sort !== 'text') return null;
  const found = readPattern(text);
  return found === null ? null : `${subject.text}.matches(${JSON.stringify(found)})`;
}

/** "the requester", "issueDate": the same person, record, value. */
function same(subject: Operand, text: string, frame: Frame): string | null {
  if (/^(?:yes|no|true|false)$/i.test(text)) return null;
  const other = beside(
    text.replace(/^(?:the same (?:person|user|one|value) as|one and the same as) /i, ''),
    subject,
    frame,
  );
  if (other === null || other.sort === 'boolean') return null;
  return compared(subject, '==', other);
}

/** In brackets where operators stand at its top. */
export function enclosed(of: Operand): string {
  return of.compound ? `(${of.text})` : of.text;
}
