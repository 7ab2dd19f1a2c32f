import type { Operation } from '../../../model/types/model.ts';
import { endOf, part, type Span } from '../../markdown/span.ts';
import type { Lexicon } from '../lexicon.ts';
import { readCondition } from '../phrases/condition.ts';
import { entityNamed } from '../phrases/names.ts';
import { plainWords } from '../phrases/scope.ts';
import { type Bearers, bearersOf, rolesAtStart } from './bearers.ts';
import { exceptionOf, type Listed, type Noun, readNouns } from './nouns.ts';
import { ownCondition } from './owner.ts';
import type { Statement } from './statement.ts';
import { deedOfVerb, type Segment, segmentsOf, type Verb } from './verbs.ts';

/** What a sentence says, and the stretches of it that say something which was not understood. */
export interface Said {
  readonly statements: readonly Statement[];
  readonly notRead: readonly Span[];
}

export interface Speaking {
  /** Whose list the sentence stands in; null where it stands in nobody's. */
  readonly role: string | null;
  /** "Only admins change it": the things that the sentence before was about. */
  readonly before: readonly Noun[];
  readonly lexicon: Lexicon;
}

const PASSIVE: readonly (readonly [RegExp, readonly Operation[], 'yes' | 'no'])[] = [
  [/\s+(?:is|are)\s+(only\s+)?visible\s+(only\s+)?(?:to|for)\s+/i, ['read'], 'yes'],
  [/\s+(?:is|are|may be|can be)\s+(only\s+)?(?:seen|read|viewed)\s+(only\s+)?by\s+/i, ['read'], 'yes'],
  [/\s+(?:is|are)\s+(?:never|not)\s+(?:sent|shown|visible)\s+to\s+/i, ['read'], 'no'],
  [/\s+(?:is|are)\s+hidden\s+from\s+/i, ['read'], 'no'],
  [/\s+(?:is|are|may be|can be)\s+(only\s+)?(?:changed|edited|updated|set)\s+(only\s+)?by\s+/i, ['change'], 'yes'],
  [/\s+(?:is|are|may be|can be)\s+(only\s+)?(?:deleted|removed)\s+(only\s+)?by\s+/i, ['delete'], 'yes'],
];

const NOT =
  /^(?:(?:may|can|must|do|does|is|are)\s*(?:not|n't)(?:\s+allowed to|\s+be able to)?|cannot|can't|never|may never|must never)\s+/i;
const MAY = /^(?:may|can|is allowed to|are allowed to|has the right to|have the right to)\s+/i;
const TAIL =
  /,?\s+(?:(only)\s+)?(while|as long as|if|when|provided that|provided|unless|until|only as|after|before)\s+/i;
const HIMSELF =
  /,?\s+only\s+(?:for|in)\s+(?:(?:him|her|them|one)(?:self|selves)(?:\s+or\s+(?:him|her)self)?|(?:(?:his or her|his|her|their)\s+own|their)\s+name)$/i;

/** Reads a sentence about who may do what with which records; what it does not wholly understand decides nothing. */
export function readSentence(span: Span, speaking: Speaking): Said {
  const nothing: Said = { statements: [], notRead: [span] };
  if (plainWords(span) === '') return nothing;
  const [first = span, ...more] = clausesOf(span);
  const subject = subjectOf(first, speaking);
  const said = passive(first, speaking) ?? active(first, subject, speaking) ?? { statements: [], notRead: [first] };
  return joined([
    said,
    ...more.map(
      (clause) => active(clause, { ...subject, length: 0 }, speaking) ?? { statements: [], notRead: [clause] },
    ),
  ]);
}

const CLAUSE =
  /,?\s+(?:and|but)\s+(?=(?:(?:they|he|she|it)\s+)?(?:can|may|cannot|can't|must(?:\s+not|\s+never)|do(?:es)?\s+not|never)\b(?!\s+(?:be|see it)\b))/gi;

/** "sees all jobs, and may close yards, but cannot delete them": what each verb of permission says by itself. */
function clausesOf(span: Span): Span[] {
  const cuts = [...span.text.matchAll(CLAUSE)];
  const starts = [0, ...cuts.map((cut) => cut.index + cut[0].length)];
  return starts.map((from, index) => part(span, from, cuts[index]?.index ?? span.text.length));
}

/** Each stretch that was not read is told once. */
export function joined(parts: readonly Said[]): Said {
  return {
    statements: parts.flatMap(({ statements }) => statements),
    notRead: [
      ...new Map(parts.flatMap(({ notRead }) => notRead).map((each) => [`${each.from} ${each.text}`, each])).values(),
    ],
  };
}

/** Whom a sentence is about, and how many of its signs say so. */
interface Subject {
  readonly bearers: readonly Bearers[];
  readonly only: boolean;
  readonly length: number;
  /** It goes on about somebody: "They may …". */
  readonly isGoingOn: boolean;
}

const PRONOUN = /^(?:they|he|she|he or she|it)\s+(?=(?:also\s+)?(?:can|may|cannot|can't|must|do|does|never)\b)/i;

function subjectOf(span: Span, { role, lexicon }: Speaking): Subject {
  const only = /^only\s+/i.exec(span.text)?.[0].length ?? 0;
  const start = part(span, only);
  const named = rolesAtStart(start, lexicon);
  if (named !== null)
    return { bearers: named.bearers, only: only > 0, length: start.from - span.from + named.length, isGoingOn: false };
  const pronoun = role === null ? 0 : (PRONOUN.exec(start.text)?.[0].length ?? 0);
  const bearers: readonly Bearers[] = role === null ? [] : [{ roles: [role], where: null }];
  return { bearers, only: only > 0, length: start.from - span.from + pronoun, isGoingOn: pronoun > 0 };
}

function passive(span: Span, { lexicon, before }: Speaking): Said | null {
  for (const [pattern, operations, answer] of PASSIVE) {
    const match = pattern.exec(span.text);
    if (match === null) continue;
    const subject = part(span, 0, match.index);
    const rest = part(span, match.index + match[0].length);
    const { main, tail } = cutTail(rest);
    const only = (match[1] ?? match[2]) !== undefined || /\s+only\.?$/i.test(main.text) || answer === 'yes';
    const bearers = bearersOf(withoutWord(withoutEmphasis(main, answer), 'only'), lexicon);
    const nouns = /^(?:it|they|these|those)$/i.test(subject.text)
      ? [{ span: subject, nouns: before }]
      : readNouns(subject, lexicon);
    const verbs = [{ span: part(span, match.index), operations, mayBeEvent: false, isAll: false }];
    return spoken(
      span,
      nouns,
      { verbs, end: endOf(span), others: [], isGoingOn: false, answer, only, rowOf: 'field', bearers, tail },
      lexicon,
    );
  }
  return null;
}

function active(span: Span, { bearers, only, length, isGoingOn }: Subject, speaking: Speaking): Said | null {
  const { lexicon } = speaking;
  if (bearers.length === 0) return null;
  let rest = part(span, length);
  const pronoun = PRONOUN.exec(rest.text);
  if (pronoun !== null) rest = part(rest, pronoun[0].length);
  const no = NOT.exec(rest.text);
  const may = no === null ? MAY.exec(rest.text) : null;
  rest = part(rest, (no ?? may)?.[0].length ?? 0);
  const answer = no === null ? 'yes' : 'no';
  const { main, tail } = cutTail(rest);
  const segments = segmentsOf(main, lexicon, no !== null || may !== null);
  if (segments === null) return null;
  const last = segments.length - 1;
  return joined(
    segments.map((segment, index) => {
      const about = {
        verbs: segment.verbs,
        end: endOf(segment.main),
        others: lexicon.roles.map(({ name }) => name),
        answer,
        only,
        bearers,
        isGoingOn,
        tail: index === last || answer === 'yes' ? tail : null,
      } as const;
      const isOpen = index < last && EXCEPT.test(segments[last]?.main.text ?? '');
      return isOpen ? unknownOf(segment, span, about, lexicon) : segmentSaid(span, segment, about, speaking);
    }),
  );
}

/** What an exception that stands behind something else may mean as well. */
function unknownOf(segment: Segment, span: Span, about: Omit<Spoken, 'rowOf'>, lexicon: Lexicon): Said {
  const { statements } = spoken(span, readNouns(segment.main, lexicon), { ...about, rowOf: 'field' }, lexicon);
  return { statements: statements.map((each) => ({ ...each, answer: 'unknown', where: null })), notRead: [span] };
}

function segmentSaid(span: Span, { main, verbs }: Segment, about: Omit<Spoken, 'rowOf'>, speaking: Speaking): Said {
  const { lexicon } = speaking;
  const { answer, only } = about;
  const cut = INCLUDING.exec(main.text);
  const own = cut === null ? main : part(main, 0, cut.index);
  const beside = cut === null ? [] : [part(main, cut.index)];
  const denied = answer === 'yes' ? deniedBehind(own, lexicon) : null;
  const granted = denied === null ? own : denied.granted;
  const objects = /^(?:it|them)$/i.test(own.text)
    ? [{ span: own, nouns: speaking.before }]
    : objectsOf(granted, lexicon);
  const isOpen = own.text === '';
  const rowOf = answer === 'no' || only ? 'field' : 'record';
  const said = isOpen
    ? { statements: [], notRead: verbs.map((verb) => verb.span) }
    : spoken(span, objects, { ...about, rowOf }, lexicon);
  const not =
    denied === null
      ? { statements: [], notRead: [] }
      : spoken(span, denied.things, { ...about, answer: 'no', rowOf: 'field', only: false }, lexicon);
  return joined([said, not, { statements: [], notRead: beside }]);
}

const INCLUDING = /,?\s+including\s+/i;
const EXCEPT = /\b(?:except|but not|other than)\b/i;

/** "sees items, but not the e-mail of borrowers": what is denied is something else, and no exception. */
function deniedBehind(main: Span, lexicon: Lexicon): { readonly granted: Span; readonly things: Listed[] } | null {
  const but = /,?\s+but not\s+(?!for\b)/i.exec(main.text);
  if (but === null) return null;
  const granted = part(main, 0, but.index);
  const things = readNouns(part(main, but.index + but[0].length), lexicon);
  const own = new Set(
    readNouns(granted, lexicon).flatMap(({ nouns }) =>
      (nouns ?? []).map(({ entity, fields }) => `${entity} ${fields === null}`),
    ),
  );
  const isOther = things.every(
    ({ nouns }) => nouns?.every(({ entity, fields }) => !own.has(`${entity} ${fields === null}`)) === true,
  );
  return isOther ? { granted, things } : null;
}

/** "tickets, only for himself": the things and that they are to be the person's own; "all tickets, except …". */
function objectsOf(main: Span, lexicon: Lexicon): Listed[] {
  const own = HIMSELF.exec(main.text);
  if (own !== null) {
    const things = readNouns(part(main, 0, own.index), lexicon);
    return things.map(({ span, nouns }) => ({ span, nouns: nouns === null ? null : allOwn(nouns, lexicon) }));
  }
  const except = /,?\s+(?:except|but not|other than)\s+(?:for\s+)?/i.exec(main.text);
  if (except === null) return readNouns(withoutReadOnly(main), lexicon);
  const things = readNouns(part(main, 0, except.index), lexicon);
  const left = part(main, except.index + except[0].length);
  return things.map(({ span, nouns }) => ({ span, nouns: nouns === null ? null : exceptionOf(nouns, left, lexicon) }));
}

function allOwn(nouns: readonly Noun[], lexicon: Lexicon): Noun[] | null {
  const own = nouns.map((noun) => ({ noun, where: noun.where === null ? ownCondition(noun.entity, lexicon) : null }));
  return own.some(({ where }) => where === null) ? null : own.map(({ noun, where }) => ({ ...noun, where }));
}

interface Spoken extends Pick<Subject, 'isGoingOn'> {
  readonly verbs: readonly Verb[];
  /** All roles: where only some may, the rest of them may not. */
  readonly others: readonly string[];
  /** Where what they are about ends. */
  readonly end: number;
  readonly answer: 'yes' | 'no';
  readonly only: boolean;
  readonly rowOf: Statement['rowOf'];
  readonly bearers: readonly Bearers[];
  /** A condition behind it; `broken` where it can't be read. */
  readonly tail: Tail | null;
}

interface Tail {
  readonly span: Span;
  /** "only while": so, and no other way. */
  readonly only: boolean;
  readonly words: string;
}

function spoken(whole: Span, things: readonly Listed[], about: Spoken, lexicon: Lexicon): Said {
  return joined(
    things.flatMap(({ span, nouns }) =>
      nouns === null || nouns.length === 0
        ? [{ statements: takenBack(span, whole, about, lexicon), notRead: [span] }]
        : nouns.map((noun) => nounSaid(noun, whole, about, lexicon)),
    ),
  );
}

/** What verbs say of one noun, for each of those whom the sentence is about. */
function nounSaid(noun: Noun, whole: Span, about: Spoken, lexicon: Lexicon): Said {
  const deeds = about.verbs.map((verb) => {
    const deed = deedOfVerb(verb, noun.entity, lexicon);
    return deed === null || (noun.fields !== null && deed.operations.length === 0)
      ? part(whole, verb.span.from - whole.from, about.end - whole.from)
      : deed;
  });
  const known = deeds.flatMap((deed) => ('text' in deed ? [] : [deed]));
  const left = deeds.flatMap((deed) => ('text' in deed ? [deed] : []));
  const operations = operationsFor(noun, [...new Set(known.flatMap((deed) => deed.operations))]);
  const events = noun.fields === null ? [...new Set(known.flatMap((deed) => deed.events))] : [];
  const said =
    known.length === 0
      ? []
      : about.bearers.map((bearer) => bearerSaid(noun, { operations, events }, bearer, whole, about, lexicon));
  const lost = left.length === 0 || about.answer === 'yes' ? [] : unknownAbout(noun.entity, WRITING, whole, about);
  return joined([...said, { statements: lost, notRead: left }]);
}

const WRITING: readonly Operation[] = ['create', 'change', 'delete'];

function bearerSaid(
  noun: Noun,
  deed: Pick<Statement, 'operations' | 'events'>,
  { roles, where }: Bearers,
  whole: Span,
  about: Spoken,
  lexicon: Lexicon,
): Said {
  const tail = about.tail === null ? null : readCondition(about.tail.words, { entity: noun.entity, lexicon });
  // Only those may see some of the records; whoever of them was not understood sees none of these.
  const restricts = about.only && about.answer === 'yes' && noun.fields === null && where !== null ? noun.where : null;
  const whom = where === null ? null : where(noun.entity);
  const person = whom === null ? null : restricts === null && !whom.isWhole ? null : whom.condition;
  const unknown = where !== null && person === null;
  const broken = (about.tail !== null && tail === null) || (unknown && restricts === null);
  const statement: Statement = {
    roles,
    entity: noun.entity,
    fields: noun.fields,
    ...deed,
    answer: broken ? 'unknown' : unknown ? 'no' : about.answer,
    where: broken ? null : allOf([noun.where, person, tail?.text ?? null]),
    only: about.only,
    rowOf: about.rowOf,
    restricts,
    limits: broken || about.answer === 'no' || about.tail?.only !== true ? 'no' : about.isGoingOn ? 'merely' : 'yes',
    at: whole,
  };
  return { statements: [statement], notRead: broken || (whom !== null && !whom.isWhole) ? [whole] : [] };
}

/** Words that were not understood and may take something back: whatever they may be about is unknown. */
function takenBack(span: Span, whole: Span, about: Spoken, lexicon: Lexicon): Statement[] {
  if (about.answer === 'yes' && !about.only) return [];
  const named = entitiesIn(span, lexicon);
  const known = [...new Set(about.verbs.flatMap(({ operations }) => operations))];
  const operations = known.length > 0 ? known : named.length > 0 ? WRITING : [];
  const entities = named.length > 0 || about.answer === 'yes' ? named : lexicon.entities.map(({ name }) => name);
  return operations.length === 0 ? [] : entities.flatMap((entity) => unknownAbout(entity, operations, whole, about));
}

function unknownAbout(entity: string, operations: readonly Operation[], whole: Span, about: Spoken): Statement[] {
  return about.bearers.map(({ roles }) => ({
    roles: about.only && roles !== 'everyone' ? about.others.filter((name) => !roles.includes(name)) : roles,
    entity,
    fields: null,
    operations,
    events: [],
    answer: 'unknown',
    where: null,
    only: false,
    rowOf: 'field',
    restricts: null,
    limits: 'merely',
    at: whole,
  }));
}

/** The entities that words name somewhere. */
function entitiesIn(span: Span, lexicon: Lexicon): string[] {
  const words = plainWords(span).split(/[\s,;.]+/);
  const found = words.flatMap((_, from) =>
    [1, 2, 3].flatMap((length) => entityNamed(lexicon, words.slice(from, from + length).join(' '))?.name ?? []),
  );
  return [...new Set(found)];
}

/** A field is not made and not deleted: it is written. */
function operationsFor({ fields }: Noun, operations: readonly Operation[]): readonly Operation[] {
  if (fields === null) return operations;
  return [...new Set(operations.map((each) => (each === 'read' ? each : 'change')))];
}

function allOf(parts: readonly (string | null)[]): string | null {
  const stated = parts.filter((each) => each !== null);
  if (stated.length === 0) return null;
  return stated.length === 1
    ? (stated[0] ?? null)
    : stated.map((each) => (/\sor\s/.test(each) ? `(${each})` : each)).join(' and ');
}

/** The condition behind a sentence: "while the state is New", "only as a Draft". */
function cutTail(span: Span): { main: Span; tail: Tail | null } {
  const match = TAIL.exec(span.text);
  if (match === null) return { main: withoutReadOnly(span), tail: null };
  const rest = part(span, match.index + match[0].length);
  const word = (match[2] ?? '').toLowerCase();
  const words =
    word === 'only as'
      ? `is ${rest.text.replace(/^an?\s+/i, '')}`
      : word === 'unless'
        ? `not (${rest.text})`
        : ['until', 'after', 'before'].includes(word)
          ? `${word} ${rest.text}`
          : rest.text.replace(/^they are\b/i, 'it is');
  const only = match[1] !== undefined || word === 'only as';
  return { main: part(span, 0, match.index), tail: { span: rest, only, words: words.replace(/\.$/, '') } };
}

/** "…, not even to the requester" says the same once more. */
function withoutEmphasis(span: Span, answer: 'yes' | 'no'): Span {
  const match = answer === 'no' ? /,?\s+not even\s/i.exec(span.text) : null;
  return match === null ? span : part(span, 0, match.index);
}

function withoutReadOnly(span: Span): Span {
  const match = /,?\s+read[ -]only\.?$/i.exec(span.text);
  return match === null ? span : part(span, 0, match.index);
}

function withoutWord(span: Span, word: string): Span {
  const match = new RegExp(`,?\\s*\\b${word}\\.?$`, 'i').exec(span.text);
  return match === null ? span : part(span, 0, match.index);
}
