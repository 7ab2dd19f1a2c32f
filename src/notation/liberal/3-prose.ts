import { part, type Span, split } from '../markdown/span.ts';
import { type Clauses, sentencesIn } from './3-clauses.ts';
import { draftOf, type FieldDraft } from './3-draft.ts';

/** `A **student** has the following.`: the name, and what the sentences behind it say. */
export interface ProseHead {
  readonly name: Span;
  /** `a name, an e-mail address and a role`: its fields in the same sentence. */
  readonly has: Span | null;
  readonly notes: readonly Span[];
}

const HEAD =
  /^(?:An?|The|Each|Every|One) (?:\*\*([^*]{1,60})\*\*|`([^`]{1,60})`) (has|have|holds|consists of|belongs to|is)\b/;

/** The head that a sentence about a name in bold is; null for any other text. */
export function proseHead(text: Span): ProseHead | null {
  const found = HEAD.exec(text.text);
  const name = found?.[1] ?? found?.[2];
  const [first, ...others] = sentencesIn(text);
  if (found === null || name === undefined || first === undefined) return null;
  const from = found[0].indexOf(name);
  const verb = found[3] ?? '';
  const said = part(first, found[0].length - verb.length, first.text.replace(/[.:]$/, '').length);
  const after = part(said, verb.length);
  const isList = /^(?:has|have|holds|consists of)$/.test(verb);
  const isEmpty = isList && /^(?:the following|these)\b[\p{L} ]{0,20}:?$/u.test(after.text);
  return {
    name: part(text, from, from + name.length),
    has: isList && !isEmpty ? after : null,
    notes: [...(isList ? [] : [said]), ...others],
  };
}

const QUANTITY =
  '(?:at most|at least|up to|exactly|between|from|\\d|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\\b';
const NAMED = new RegExp(
  `^(?:an?|the|its|their)\\s+(\\p{L}[\\p{L}\\p{N}-]*(?: (?!of ${QUANTITY}|such as\\b|and\\b|or\\b|which\\b|who\\b|that\\b|by\\b|for\\b|is\\b|are\\b|it\\b|was\\b|from\\b|between\\b)[\\p{L}\\p{N}-]+){0,3})(?=$|[.,(]|\\s)`,
  'iu',
);

/** `A title of at most 80 characters. It may be empty.`: a field that an article begins. Null for any other text. */
export function proseField(text: Span): Clauses | null {
  const [first, ...others] = sentencesIn(text);
  if (first === undefined) return null;
  const plain = part(first, 0, first.text.replace(/[.;]$/, '').length);
  if (/ and (?:an?|the) /.test(plain.text)) {
    const found = proseFields(plain);
    return found.drafts.length === 0 || found.unread.length > 0 ? null : { drafts: found.drafts, unread: others };
  }
  const draft = phraseField(plain, text);
  if (draft === null) return null;
  let { value } = draft;
  const details: Span[] = [...draft.details];
  for (const sentence of others) {
    const lead = /^(?:It|This|They) (?:is|are|holds?) (?=\S)/.exec(sentence.text)?.[0].length ?? 0;
    const told = part(sentence, lead, sentence.text.replace(/\.$/, '').length);
    if (value === null && lead > 0) value = told;
    else details.push(told);
  }
  return { drafts: [{ ...draft, value, details }], unread: [] };
}

/** `a short name of three letters (which is unique)`: one field of a sentence. */
function phraseField(phrase: Span, at: Span): FieldDraft | null {
  const found = NAMED.exec(phrase.text);
  if (found === null) return null;
  const name = part(phrase, found[0].length - (found[1] ?? '').length, found[0].length);
  const rest = part(phrase, found[0].length);
  if (rest.text === '') return draftOf(name, at);
  const said = /^(?:of|,? ?(?:which|who) (?:is|are|holds?)|,|\()\s*/.exec(rest.text);
  if (said === null)
    return /^(?:it|they|that|when|who|and|or)\b/i.test(rest.text) ? null : draftOf(name, at, { details: [rest] });
  const end = said[0].startsWith('(') && rest.text.endsWith(')') ? rest.text.length - 1 : rest.text.length;
  const value = part(rest, said[0].length, end);
  const bracket = /^([^()]+?)\s*\((?:which is )?([^()]+)\)$/.exec(value.text);
  if (bracket === null || said[0].startsWith('(')) return draftOf(name, at, { value });
  const inner = value.text.lastIndexOf(bracket[2] ?? '');
  return draftOf(name, at, {
    value: part(value, 0, (bracket[1] ?? '').length),
    details: [part(value, inner, inner + (bracket[2] ?? '').length)],
  });
}

/** `a name, which is unique, and a colour`: the fields of one sentence, and what of it is none. */
export function proseFields(has: Span): Clauses {
  const drafts: FieldDraft[] = [];
  const unread: Span[] = [];
  const pieces = split(has, ',').flatMap((one) => {
    const joint = / and (?=(?:an?|the) )/.exec(one.text);
    return joint === null ? [one] : [part(one, 0, joint.index), part(one, joint.index + 5)];
  });
  for (const written of pieces) {
    const piece = part(written, /^and\s+/.exec(written.text)?.[0].length ?? 0);
    if (piece.text === '') continue;
    const draft = phraseField(piece, has);
    const last = drafts.at(-1);
    if (draft !== null) drafts.push(draft);
    else if (last === undefined) unread.push(piece);
    else {
      const lead = /^(?:which|who) (?:is|are) /.exec(piece.text)?.[0].length ?? 0;
      drafts[drafts.length - 1] = { ...last, details: [...last.details, part(piece, lead)] };
    }
  }
  return { drafts, unread };
}
