import type { Span } from '../markdown/span.ts';
import { readConstraints, type Stated } from './5-constraints.ts';
import type { Required } from './5-count.ts';
import { type Lasting, lastingOf } from './5-spans.ts';
import { recordOf, subjectOf } from './5-subject.ts';
import type { KnownEntity, Lexicon } from './lexicon.ts';
import { entityNamed } from './phrases/names.ts';
import { readPredicate } from './phrases/predicate.ts';
import { plainWords } from './phrases/scope.ts';

const MODAL = /^(?:(must|shall|has to|have to|should|may|can)(?: (only|always))? )?(not |never )?/i;
const CUT =
  / (?=(?:must|shall|has to|have to|should|may|can|cannot|never|does not|do not|starts?|begins?|ends?|lasts?|takes?|lies?|is|are)\b)/gi;
const BEGINS = /^(?:starts?|begins?) (.+)$/i;
const ENDS = /^(?:ends?|finish(?:es)?) (.+)$/i;
const LASTS = /^(?:(?:lasts?|takes?) |(?:be |is |are )?(?=(?:shorter|longer) than ))(.+)$/i;
const BOOKED = /^be (?:booked|made|reserved|scheduled|planned) (.+)$/i;
const HOURS =
  /^(?:(?:lie|be|fall|take place|stay|is|are|lies|falls|takes place) )(?:(?:wholly|entirely|completely|fully) )?(?:within|in|inside) (?:the )?(?:opening|working|business|office) hours$/i;
/** What may or can be so is a bound only where it is limited. */
const LIMITED = /^(?:at (?:most|least|the (?:earliest|latest))|up to|no (?:earlier|later|more|sooner)|within|not )/i;

/**
 * What is said of when records begin and end, and how long they last: "A trip must end after it starts", "A trip cannot
 * start in the past", "A trip lasts 1 to 10 hours". Null: no such sentence, or not all of it is understood.
 */
export function lastingRule(span: Span, own: string | null, lexicon: Lexicon): Required | null {
  const text = plainWords(span);
  let tries = 0;
  for (const match of text.matchAll(CUT)) {
    tries += 1;
    if (tries > 2) return null;
    const noun = text.slice(0, match.index).replace(/^(?:an?|each|every|any|all|the) /i, '');
    const entity = entityNamed(lexicon, noun);
    if (entity === null || (own !== null && entity.name !== own)) continue;
    const lasting = lastingOf(entity, lexicon);
    return lasting === null ? null : ruleOf(text.slice(match.index + 1), span, entity, lasting, lexicon);
  }
  return null;
}

/** What is said, without its modal verb. */
interface Said {
  readonly words: string;
  readonly isNot: boolean;
  /** It only may or can be so. */
  readonly isFree: boolean;
}

function saidIn(written: string): Said {
  const text = written.replace(/^cannot /i, 'can not ').replace(/^do(?:es)? not /i, 'must not ');
  const [all = '', modal = '', only, not] = MODAL.exec(text) ?? [];
  const isFree = /^(?:may|can)$/i.test(modal) && only === undefined && not === undefined;
  return { words: text.slice(all.length), isNot: not !== undefined, isFree };
}

function ruleOf(written: string, span: Span, entity: KnownEntity, lasting: Lasting, lexicon: Lexicon): Required | null {
  const said = saidIn(written);
  const conditions = HOURS.test(said.words)
    ? inHours(said, lasting)
    : conditionsOf(said, span, entity, lasting, lexicon);
  if (conditions === null) return null;
  const stated = conditions.map((condition): Stated => ({ condition, message: null, events: [], at: span }));
  return { subject: { ...recordOf(entity.name), field: lasting.begin.field }, read: { stated, unread: [] } };
}

/** All of it is working time. */
function inHours({ isNot, isFree }: Said, { begin, end, day, byDays }: Lasting): string[] | null {
  if (isNot || isFree || byDays || day !== null) return null;
  return [`workingTime(${begin.own}, ${end.own}) == ${end.own} - ${begin.own}`];
}

function conditionsOf(
  said: Said,
  span: Span,
  entity: KnownEntity,
  lasting: Lasting,
  lexicon: Lexicon,
): string[] | null {
  const length = LASTS.exec(said.words)?.[1];
  if (length !== undefined)
    return all(clauses(length, said, / or /i), (one) => lengthIn(one, entity, lasting, lexicon));
  const end = ENDS.exec(said.words)?.[1];
  const begin = BEGINS.exec(said.words)?.[1] ?? BOOKED.exec(said.words)?.[1];
  const place = end === undefined ? lasting.begin : lasting.end;
  const rest = end ?? begin;
  const subject = place.field === null ? null : subjectOf(place.field, entity.name, lexicon);
  if (rest === undefined || subject === null) return null;
  return all(clauses(rest, said, /,? nor |, and (?=not )/i), (one) => {
    if (SAME_DAY.test(one)) return sameDay(lasting);
    const read = readConstraints({ text: placed(one, lasting), from: span.from }, subject, lexicon);
    const [only] = read.stated;
    return read.stated.length === 1 && read.unread.length === 0 ? (only?.condition ?? null) : null;
  });
}

/** Each clause as what must be so; none where one of them only may be so. */
function clauses(words: string, { isNot, isFree }: Said, cut: RegExp): string[] | null {
  const parts = (isNot ? words.split(cut) : [words]).flatMap((one) =>
    one.split(/,? (?=on the same (?:calendar )?day$)/i),
  );
  if (isFree && !parts.every((one) => LIMITED.test(one))) return null;
  return parts.map((one) => (isNot ? `must not be ${one.replace(/^not /i, '')}` : `must be ${one}`));
}

function all(parts: readonly string[] | null, read: (one: string) => string | null): string[] | null {
  const found = parts?.map(read) ?? [null];
  const known = found.filter((one) => one !== null);
  return known.length === found.length ? known : null;
}

const SAME_DAY = /^must be on the same (?:calendar )?day$/i;

function sameDay({ begin, end, day, byDays }: Lasting): string | null {
  if (day !== null) return null;
  return byDays ? `${begin.own} == ${end.own}` : `date(${begin.own}) == date(${end.own})`;
}

/** "after it starts", "further ahead than 60 days", by the names of fields and from now on. */
function placed(words: string, { begin, end }: Lasting): string {
  return words
    .replace(/\b(?:it|they) (?:starts?|begins?)\b|\bthe (?:start|beginning)\b/i, begin.field ?? '$&')
    .replace(/\b(?:it|they) (?:ends?|finish(?:es)?)\b|\bthe end\b/i, end.field ?? '$&')
    .replace(/further ahead than (.+)$/i, 'later than $1 from now')
    .replace(/ (?:ahead|in advance)$/i, ' from now')
    .replace(/^must be up to /i, 'must be at most ');
}

function lengthIn(words: string, entity: KnownEntity, { length }: Lasting, lexicon: Lexicon): string | null {
  const text = words
    .replace(/^must (not )?be /i, '$1')
    .replace(/\bshorter than /i, 'less than ')
    .replace(/\blonger than /i, 'more than ')
    .replace(/^(?:from )?(\S+) to (?=\S+ \S+$)/i, 'between $1 and ');
  return readPredicate(length, text, { lexicon, entity: entity.name, prefix: '', subject: length }, false);
}
