import type { Type } from '../../model/types/types.ts';
import { part, type Span } from '../markdown/span.ts';
import { withoutError } from './5-error.ts';
import { frameOfSubject, type Subject } from './5-subject.ts';
import { inUnits, minorUnits, saysUnits } from './5-units.ts';
import { chainOf, wordsOfCall } from './5-zod.ts';
import { cut, sentences } from './cut.ts';
import { type Lexicon, made } from './lexicon.ts';
import { sized } from './phrases/compare.ts';
import { conditionIn } from './phrases/condition.ts';
import type { Frame } from './phrases/frame.ts';
import { matchEvent } from './phrases/match.ts';
import { attributeNamed, memberOf, oneNamed, operandOf } from './phrases/names.ts';
import { bounded, negated, readPredicate } from './phrases/predicate.ts';
import { readCount } from './phrases/quantity.ts';
import { plainWords } from './phrases/scope.ts';
import { hasException, splitCondition, splitMessage } from './phrases/sentence.ts';

/** A condition that a requirement states. */
export interface Stated {
  /** Another record that the condition is on: that which the record is a line of. */
  readonly on?: { readonly entity: string; readonly field: string };
  readonly error?: string | null;
  readonly condition: string;
  readonly message: string | null;
  readonly events: readonly string[];
  readonly at: Span;
}

/** What of a requirement was read, and what was not. */
export interface Constraints {
  readonly stated: readonly Stated[];
  readonly unread: readonly Span[];
}

/** "required, > 0, max 999999.99 — "Enter an amount"; `<= balanceDue`": all that is said of one subject. */
export function readConstraints(written: Span, subject: Subject, lexicon: Lexicon): Constraints {
  const begun = { text: written.text, from: 0 };
  const key = `constraints ${JSON.stringify([subject, written.text])}`;
  return movedBy(
    made(lexicon, key, () => constraintsOf(begun, subject, lexicon)),
    written.from,
  );
}

/** What was read of a text that begins the document, where it stands further behind. */
export function movedBy({ stated, unread }: Constraints, by: number): Constraints {
  const moved = (span: Span): Span => ({ ...span, from: span.from + by });
  return { stated: stated.map((one) => ({ ...one, at: moved(one.at) })), unread: unread.map(moved) };
}

function constraintsOf(written: Span, subject: Subject, lexicon: Lexicon): Constraints {
  const { rest: span, error } = withoutError(written, lexicon);
  const units = minorUnits(span, subject);
  const found = constraintsIn(span, subject, lexicon, units !== null);
  return {
    ...found,
    stated: found.stated.map((one) => ({
      ...one,
      condition: units === null ? one.condition : inUnits(one.condition, units),
      error: one.error ?? error,
    })),
  };
}

function constraintsIn(span: Span, subject: Subject, lexicon: Lexicon, hasUnits: boolean): Constraints {
  const stated: Stated[] = [];
  const unread: Span[] = [];
  for (const sentence of sentences(span)) {
    const { rest, message } = splitMessage(sentence);
    const read = sentenceOf(rest, subject, lexicon);
    stated.push(...read.stated.map((one) => ({ ...one, message: one.message ?? message })));
    unread.push(...read.unread);
  }
  // Words that may take something back make all of it unsure.
  if (unread.some((one) => !(hasUnits && saysUnits(one)) && !OF_ITSELF.test(one.text) && NARROWING.test(one.text)))
    return { stated: [], unread: [span] };
  return { stated, unread };
}

/** Remarks, and requirements of their own whose condition is about them alone. */
const OF_ITSELF = /^(?:note\b|(?:required|mandatory|optional|not required|obligatory) (?:when|if|for|while)\b)/i;
const NARROWING =
  /\b(?:except|unless|however|but not|other than|apart from|only if|only when|does not apply|if|when|until|without|converted|typed as|in cents|minor units)\b/i;

/** Whether a sentence that is not understood may narrow, or take back, what stands beside it. */
export const takesBack = ({ text }: Span): boolean =>
  NARROWING.test(text) || /\b(?:without|instead|exempt|does not (?:hold|count))\b/i.test(text);

function sentenceOf(span: Span, subject: Subject, lexicon: Lexicon): Constraints {
  const whole = constraint(span, subject, lexicon);
  if (whole !== null) return { stated: whole, unread: [] };
  if (/^note\b/i.test(span.text)) return { stated: [], unread: [span] };
  const parts = cut(span, (text, at) => (text[at] === ',' && !/^,\d{3}/.test(text.slice(at)) ? 1 : 0));
  const found: Stated[] = [];
  const unread: Span[] = [];
  for (const each of parts.map(withoutAnd)) {
    const { rest, message } = splitMessage(each);
    const own = constraint(rest, subject, lexicon) ?? joinedByAnd(rest, subject, lexicon);
    if (own === null) unread.push(each);
    else found.push(...own.map((one) => ({ ...one, message: one.message ?? message })));
  }
  return { stated: found, unread };
}

function withoutAnd(span: Span): Span {
  const lead = /^(?:and|but|also) /i.exec(span.text);
  return lead === null ? span : part(span, lead[0].length);
}

function joinedByAnd(span: Span, subject: Subject, lexicon: Lexicon): Stated[] | null {
  const at = / and /i.exec(span.text);
  if (at === null) return null;
  const [one, other] = [part(span, 0, at.index), part(span, at.index + 5)].map((each) =>
    constraint(each, subject, lexicon),
  );
  return one === null || other === null || one === undefined || other === undefined ? null : [...one, ...other];
}

/** Words that say nothing beyond what holds anyway, such as that blanks around a text are cut off. */
const KNOWN =
  /^(?:optional(?: (?:for|on|when) \w+)?|not required|trimmed|trim|may be empty|can be empty|no default|if any|free text|(?:leading and trailing (?:blanks|spaces|white ?space) are (?:cut off|removed|trimmed)(?: first)?))$/i;
const REQUIRED =
  /^(?:(?:is |are |both |all |always |must be )*(?:required|mandatory|obligatory|filled(?: in)?|given|set|compulsory)|not empty|non-empty|must not be empty|may not be empty|cannot be empty|must be present|not null)$/i;

/** None: it says nothing new. Null: not understood. */
function constraint(span: Span, subject: Subject, lexicon: Lexicon): Stated[] | null {
  const chain = chainOf(span);
  if (chain !== null) return ofChain(span, chain, subject, lexicon);
  const words = plainWords(span.text)
    .replace(/,? ?(?:where|if|when) (?:given|set|filled(?: in)?|present|entered|any|it is given|it is set),? ?/i, ' ')
    .trim();
  if (words === '' || KNOWN.test(words) || isOfItsType(words, subject, lexicon)) return [];
  const one = (condition: string | null, events: readonly string[] = []): Stated[] | null =>
    condition === null ? null : [{ condition, message: null, events, at: span }];
  if (REQUIRED.test(words)) return one(readPredicate(subject.operand, 'set', frameOfSubject(subject, lexicon)));
  const source = patternOf(span.text.replaceAll('`', '').trim(), subject);
  if (source !== null) return one(source);
  const event = /^(.+?) (?:for|on|when|before) (\w+ing|\w+)$/i.exec(words);
  const on = event === null || !REQUIRED.test(event[1] ?? '') ? null : eventOf(event[2] ?? '', subject, lexicon);
  if (on !== null) return one(readPredicate(subject.operand, 'set', frameOfSubject(subject, lexicon)), [on]);
  const narrowed = conditional(words, span, subject, lexicon);
  if (narrowed !== undefined) return narrowed;
  const read = said(words, subject, lexicon) ?? whenGiven(words, subject, lexicon);
  return read === null ? besideOwner(words, span, subject, lexicon) : one(read);
}

/** "at most the open balance" of a line, where the balance is of the record that has the lines. */
function besideOwner(words: string, at: Span, { entity, field }: Subject, lexicon: Lexicon): Stated[] | null {
  const owner = lexicon.entities.find(({ name }) => name === entity)?.belongsTo?.name;
  const having = lexicon.entities.find(({ name }) => name === owner);
  const lists = having?.fields.filter(({ type }) => type.kind === 'list' && type.entity === entity) ?? [];
  const [list] = lists;
  if (field === null || having === undefined || list === undefined || lists.length > 1) return null;
  const line = attributeNamed(lexicon, entity, field);
  const all = attributeNamed(lexicon, having.name, list.name);
  if (line === null || all === null) return null;
  const frame: Frame = { lexicon, entity: having.name, prefix: '', subject: null };
  const operand = memberOf(LOCAL, line, frame);
  const condition = readPredicate(operand, words, { ...frame, subject: operand }, false);
  if (condition === null) return null;
  const text = `${operandOf(frame, all).text}.all(${LOCAL}, ${condition})`;
  return [{ condition: text, message: null, events: [], at, on: { entity: having.name, field: list.name } }];
}

const LOCAL = 'eachLine';

/**
 * "only on a Closed ticket", "within 14 days after closed at", "cannot be changed later", of a field that is no date:
 * what must hold where it is given, or when it is written.
 */
function whenGiven(words: string, subject: Subject, lexicon: Lexicon): string | null {
  const { field, entity, operand } = subject;
  if (field === null || operand.text.includes('.')) return null;
  const before = operand.text.startsWith('this[') ? operand.text.replace(/^this/, 'old') : `old.${operand.text}`;
  if (
    /^(?:it )?(?:(?:cannot|may not|must not) be changed|never changes|is never changed)(?: later| afterwards| after that| any more)?$/i.test(
      words,
    )
  )
    return `${before} == null or ${operand.text} == ${before}`;
  const frame = { lexicon, entity, prefix: '', subject: null };
  const only = /^(?:(?:only|allowed only|possible only) )(?:on|in|for|while|when|if) .+$/i.test(words)
    ? conditionIn(words, frame)
    : null;
  if (only !== null && /\b(?:now|today)\b/.test(only)) return `${operand.text} == ${before} or (${only})`;
  if (only !== null) return `${operand.text} == null or ${/ or | and /.test(only) ? `(${only})` : only}`;
  const timed =
    /^(?:only )?(?:within|until|not later than|no later than|before) /i.test(words) &&
    operand.sort !== 'date' &&
    operand.sort !== 'instant'
      ? conditionIn(words.replace(/^only /i, ''), frame)
      : null;
  return timed === null ? null : `${operand.text} == ${before} or (${timed})`;
}

function eventOf(word: string, subject: Subject, lexicon: Lexicon): string | null {
  const scope = { entity: subject.entity, lexicon };
  const stem = word.replace(/ing$/i, '');
  return (
    [word, stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')].flatMap((each) => matchEvent(each, scope)?.event ?? [])[0] ??
    null
  );
}

/** "required if the category needs it": it holds where the condition does not. Undefined: there is no condition. */
function conditional(words: string, span: Span, subject: Subject, lexicon: Lexicon): Stated[] | null | undefined {
  const { main, word, condition } = splitCondition({ text: words, from: span.from });
  if (word === null || condition === null) return undefined;
  const inner = constraint(main, subject, lexicon);
  const clear = condition.text.replace(/\bit\b/i, subject.field ?? 'it');
  const when = hasException(condition.text.replace(/\bnot\b/gi, ''))
    ? null
    : conditionIn(clear, { lexicon, entity: subject.entity, prefix: '', subject: null });
  const [only] = inner ?? [];
  if (inner === null || inner.length !== 1 || only === undefined || when === null || word === 'except') return null;
  const free = word === 'unless' ? when : negated(when);
  const sides = [free, only.condition].map((text) => (/ or /.test(text) ? `(${text})` : text));
  return [{ ...only, condition: sides.join(' or '), at: span }];
}

function said(words: string, subject: Subject, lexicon: Lexicon): string | null {
  const frame = frameOfSubject(subject, lexicon);
  const text = words.replace(/^(?:(?:must|has to|shall|is|are|lies|should) (?:be )?|has |have |with )/i, '');
  return (
    lengthOf(text, subject) ??
    amongConstant(text, subject, lexicon) ??
    (subject.field === null
      ? null
      : readPredicate(subject.operand, text.replace(/^one of (?:the )?/i, ''), frame, false)) ??
    conditionIn(words, frame)
  );
}

/** Bounds without a word for what they count are, of a text, those of its length. */
function lengthOf(words: string, { operand }: Subject): string | null {
  if (operand.sort !== 'text') return null;
  const text = words
    .replace(
      /^(?:(?:with )?(?:an? )?)?(?:(max|min)(?:imum)? )?(?:length|len)(?: (?:of|is|between|from))?:? /i,
      (_, bound) => (typeof bound === 'string' ? `${bound} ` : ''),
    )
    .replace(/,? (?:characters?|chars?|signs|letters long)(?: long| in length)?$/i, '')
    .replace(/ (?:characters?|chars?)(?= |$)/i, '');
  const count = /^[\d]/.test(text) && !/[–—-]|to|\.\./.test(text) && text === words ? null : readCount(text);
  return count === null ? null : bounded(sized(operand).text, count);
}

function patternOf(words: string, { operand }: Subject): string | null {
  const named = /^(?:(?:matches|pattern|regex|format)(?: is)?:? )?(?:\/((?:[^/\\]|\\.)+)\/u?|(\^\S+\$))$/.exec(words);
  const source = named?.[1] ?? named?.[2];
  const whole = source === undefined || !isPattern(source) ? null : wholePattern(source.replaceAll('\\/', '/'));
  return operand.sort !== 'text' || whole === null ? null : `${operand.text}.matches(${JSON.stringify(whole)})`;
}

/** A pattern that the whole text matches where the one given is found in it. */
function wholePattern(source: string): string | null {
  const [starts, ends] = [source.startsWith('^'), /(?<!\\)\$$/.test(source)];
  if (starts && ends) return source.includes('|') && !/^\^\([^()]*\)\$$/.test(source) ? null : source;
  if (source.includes('|') && (starts || ends)) return null;
  return `^${starts ? '' : '[\\s\\S]*'}(?:${source.slice(starts ? 1 : 0, ends ? -1 : undefined)})${ends ? '' : '[\\s\\S]*'}$`;
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== '';
  } catch {
    return false;
  }
}

function amongConstant(words: string, { operand }: Subject, lexicon: Lexicon): string | null {
  const name = /^(?:one of|in|among) (?:the )?(\w+)$/i.exec(words)?.[1];
  const found = name === undefined ? null : oneNamed(lexicon.constants, (constant) => constant.name, name);
  return found?.value?.text.startsWith('[') === true ? `${operand.text} in ${found.name}` : null;
}

/** What the type of the field says already. */
function isOfItsType(words: string, subject: Subject, lexicon: Lexicon): boolean {
  const { operand } = subject;
  const decimals = /^(?:at most|up to|max\.?|maximum) (\d{1,2}) decimals?(?: places?)?$/i.exec(words);
  if (decimals !== null) return (scaleOf(subject, lexicon) ?? 99) <= Number(decimals[1]);
  if (
    operand.sort === 'money' &&
    /^(?:(?:typed|entered|written) as (?:an? )?decimal|converted with Math\.round\(\w+ \* 100\))$/i.test(words)
  )
    return true;
  if (/^(?:an? )?(?:valid )?e-?mail(?: address)?$/i.test(words)) return typeOf(subject, lexicon)?.kind === 'email';
  if (/^(?:an? )?(?:integer|whole number)$/i.test(words)) return typeOf(subject, lexicon)?.kind === 'integer';
  if (operand.sort === 'date' || operand.sort === 'instant')
    return /^(?:an? )?(?:valid )?(?:date|time|date and time)$|^valid$/i.test(words);
  if (operand.sort === 'boolean') return /^(?:yes or no|yes\/no|boolean|checkbox)$/i.test(words);
  if (operand.sort === 'number' || operand.sort === 'money')
    return /^(?:an? )?(?:valid )?(?:number|amount)$/i.test(words);
  return operand.sort === 'text' && /^(?:an? )?(?:text|string)$/i.test(words);
}

function typeOf({ entity, field }: Subject, lexicon: Lexicon): Type | null {
  const stated = lexicon.entities.find(({ name }) => name === entity);
  return stated?.fields.find(({ name }) => name === field)?.type ?? null;
}

/** How many decimals its values have. */
function scaleOf(subject: Subject, lexicon: Lexicon): number | null {
  const type = typeOf(subject, lexicon);
  if (type?.kind === 'integer') return 0;
  return type?.kind === 'decimal' || type?.kind === 'money' ? type.scale : null;
}

function ofChain(
  span: Span,
  chain: NonNullable<ReturnType<typeof chainOf>>,
  subject: Subject,
  lexicon: Lexicon,
): Stated[] | null {
  const found: Stated[] = [];
  for (const call of chain) {
    const words = wordsOfCall(call);
    const read =
      words === null ? null : words === '' ? [] : constraint({ text: words, from: span.from }, subject, lexicon);
    if (read === null) return null;
    found.push(...read.map((one) => ({ ...one, message: call.message, at: span })));
  }
  return found;
}
