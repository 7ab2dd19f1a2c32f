import type { Operation } from '../../../model/model.ts';
import { part, type Span } from '../../markdown/span.ts';
import type { Lexicon } from '../lexicon.ts';
import { readCondition } from '../phrases/condition.ts';
import { plainWords } from '../phrases/scope.ts';
import { type Bearers, bearersOf, rolesAtStart } from './bearers.ts';
import { exceptionOf, type Listed, type Noun, readNouns } from './nouns.ts';
import { ownCondition } from './owner.ts';
import type { Statement } from './statement.ts';

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

const VERBS: readonly (readonly [RegExp, readonly Operation[]])[] = [
  [/^(?:adds?|enters?)\s+and\s+(?:removes?|withdraws?|deletes?)\b/i, ['create', 'delete']],
  [/^(?:sees?|reads?|views?|finds?|looks? at|browses?|has access to|have access to)\b/i, ['read']],
  [/^(?:creates?|raises?|adds?|writes?|books?|records?|registers?|uploads?|enters?)\b/i, ['create']],
  [/^(?:changes?|edits?|updates?|modif(?:y|ies)|overrides?|corrects?)\b/i, ['change']],
  [/^(?:deletes?|removes?|erases?)\b/i, ['delete']],
  [/^(?:keeps?|manages?|maintains?|administers?|looks? after)\b/i, ['read', 'create', 'change']],
];

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
  return passive(span, speaking) ?? active(span, speaking) ?? nothing;
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
    return spoken(span, nouns, { operations, answer, only, rowOf: 'field', bearers, tail }, lexicon);
  }
  return null;
}

function active(span: Span, speaking: Speaking): Said | null {
  const { lexicon, role } = speaking;
  const onlyThese = /^only\s+/i.exec(span.text);
  const start = onlyThese === null ? span : part(span, onlyThese[0].length);
  const named = rolesAtStart(start, lexicon);
  const bearers: readonly Bearers[] = named?.bearers ?? (role === null ? [] : [{ roles: [role], where: null }]);
  if (bearers.length === 0) return null;
  let rest = named === null ? start : part(start, named.length);
  const no = NOT.exec(rest.text);
  const may = no === null ? MAY.exec(rest.text) : null;
  rest = part(rest, (no ?? may)?.[0].length ?? 0);
  const verb = VERBS.flatMap(([pattern, operations]) => {
    const match = pattern.exec(rest.text);
    return match === null ? [] : [{ length: match[0].length, operations }];
  })[0];
  if (verb === undefined) return null;
  const { main, tail } = cutTail(part(rest, verb.length));
  const answer = no === null ? 'yes' : 'no';
  const denied = answer === 'yes' ? deniedBehind(main, lexicon) : null;
  const granted = denied === null ? main : denied.granted;
  const objects = /^(?:it|them)$/i.test(main.text)
    ? [{ span: main, nouns: speaking.before }]
    : objectsOf(granted, lexicon);
  const rowOf = answer === 'no' || onlyThese !== null ? 'field' : 'record';
  const about = { operations: verb.operations, answer, only: onlyThese !== null, rowOf, bearers, tail } as const;
  const said = spoken(span, objects, about, lexicon);
  if (denied === null) return said;
  const not = spoken(span, denied.things, { ...about, answer: 'no', rowOf: 'field', only: false }, lexicon);
  return {
    statements: [...said.statements, ...not.statements],
    notRead: [...new Set([...said.notRead, ...not.notRead])],
  };
}

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

interface Spoken {
  readonly operations: readonly Operation[];
  readonly answer: 'yes' | 'no';
  readonly only: boolean;
  readonly rowOf: Statement['rowOf'];
  readonly bearers: readonly Bearers[];
  /** A condition behind it; `broken` where it can't be read. */
  readonly tail: Tail | null;
}

interface Tail {
  readonly span: Span;
  readonly words: string;
}

function spoken(whole: Span, things: readonly Listed[], about: Spoken, lexicon: Lexicon): Said {
  const statements: Statement[] = [];
  const notRead: Span[] = [];
  for (const { span, nouns } of things) {
    if (nouns === null || nouns.length === 0) notRead.push(span);
    for (const noun of nouns ?? []) {
      const tail = about.tail === null ? null : readCondition(about.tail.words, { entity: noun.entity, lexicon });
      for (const { roles, where } of about.bearers) {
        // Only those may see some of the records; whoever of them was not understood sees none of these.
        const restricts =
          about.only && about.answer === 'yes' && noun.fields === null && where !== null ? noun.where : null;
        const whom = where === null ? null : where(noun.entity);
        const person = whom === null ? null : restricts === null && !whom.isWhole ? null : whom.condition;
        const unknown = where !== null && person === null;
        if (whom !== null && !whom.isWhole) notRead.push(whole);
        const broken = (about.tail !== null && tail === null) || (unknown && restricts === null);
        if (broken) notRead.push(whole);
        statements.push({
          roles,
          entity: noun.entity,
          fields: noun.fields,
          operations: operationsFor(noun, about.operations),
          answer: broken ? 'unknown' : unknown ? 'no' : about.answer,
          where: broken ? null : allOf([noun.where, person, tail?.text ?? null]),
          only: about.only,
          rowOf: about.rowOf,
          restricts,
          at: whole,
        });
      }
    }
  }
  return { statements, notRead: [...new Set(notRead)] };
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
          : rest.text;
  return { main: part(span, 0, match.index), tail: { span: rest, words: words.replace(/\.$/, '') } };
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
