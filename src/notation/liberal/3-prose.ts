import { codeSpans } from '../markdown/code.ts';
import { outside, part, type Span, split } from '../markdown/span.ts';
import { type Clauses, sentencesIn } from './3-clauses.ts';
import { draftOf, type FieldDraft } from './3-draft.ts';
import { addSaid } from './3-said-of.ts';

/** `A **student** has the following.`: the name, and what the sentences behind it say. */
export interface ProseHead {
  readonly name: Span;
  /** `a name, an e-mail address and a role`: its fields in the same sentence. */
  readonly has: Span | null;
  readonly notes: readonly Span[];
}

const HEAD =
  /^(?:An?|The|Each|Every|One) (?:\*\*([^*]{1,60})\*\*|`([^`]{1,60})`) (has|have|holds|consists of|belongs to|is)\b/;
/** Without an article it is a name in bold whose fields stand in backticks. */
const BARE_HEAD = /^\*\*([^*:]{1,60})\*\* (?:\(([^()]{1,80})\) )?(has|have|holds|consists of) (?=[^.]{0,40}`)/;

/** The head that a sentence about a name in bold is; null for any other text. */
export function proseHead(text: Span): ProseHead | null {
  const bare = BARE_HEAD.exec(text.text);
  const found = bare ?? HEAD.exec(text.text);
  const name = found?.[1] ?? (bare === null ? found?.[2] : undefined);
  const [first, ...others] = sentencesIn(text);
  if (found === null || name === undefined || first === undefined) return null;
  const from = found[0].indexOf(name);
  const verb = found[3] ?? '';
  const said = part(first, found[0].trimEnd().length - verb.length, first.text.replace(/[.:]$/, '').length);
  const after = part(said, verb.length);
  const isList = /^(?:has|have|holds|consists of)$/.test(verb);
  const isEmpty = isList && /^(?:the following|these)\b[\p{L} ]{0,20}:?$/u.test(after.text);
  return {
    name: part(text, from, from + name.length),
    has: isList && !isEmpty ? after : null,
    notes: [...bracketOf(bare, text), ...(isList ? [] : [said]), ...others],
  };
}

/** `(belongs to one order)` behind the name. */
function bracketOf(bare: RegExpExecArray | null, text: Span): Span[] {
  const inner = bare?.[2];
  if (inner === undefined) return [];
  const from = text.text.indexOf(`(${inner})`) + 1;
  return [part(text, from, from + inner.length)];
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
  const several = / and (?:an?|the|who) /.test(plain.text) ? proseFields(plain) : null;
  if (several !== null && (several.drafts.length === 0 || several.unread.length > 0)) return null;
  const one = several === null ? phraseField(plain, text) : null;
  const drafts = several === null ? (one === null ? [] : [one]) : [...several.drafts];
  if (drafts.length === 0) return null;
  for (const sentence of others) addSaid(drafts, sentence);
  return { drafts, unread: [] };
}

/** `a short name of three letters (which is unique)`: one field of a sentence. */
function phraseField(phrase: Span, at: Span): FieldDraft | null {
  const code = codeField(phrase, at);
  if (code !== null) return code;
  const special = happened(phrase, at) ?? whether(phrase, at) ?? several(phrase, at);
  if (special !== null) return special;
  const found = NAMED.exec(phrase.text);
  if (found === null) return null;
  const from = found[0].length - (found[1] ?? '').length;
  const rest = part(phrase, found[0].length);
  const clause = /^that (?:is|was|are|were) [\p{L} ]{1,30}$/u.test(rest.text);
  const name = part(phrase, from, clause ? phrase.text.length : found[0].length);
  if (rest.text === '' || clause) return draftOf(name, at);
  const said = /^(?:of|,? ?(?:which|who) (?:is|are|holds?)|,|\()\s*/.exec(rest.text);
  if (said === null) return behindName(name, rest, at);
  const end = said[0].startsWith('(') && rest.text.endsWith(')') ? rest.text.length - 1 : rest.text.length;
  const value = part(rest, said[0].length, end);
  if (/^(?:for instance|for example|e\.g\.|such as) /.test(value.text)) return draftOf(name, at, { details: [value] });
  const bracket = /^([^()]+?)\s*\((?:which is )?([^()]+)\)$/.exec(value.text);
  if (bracket === null || said[0].startsWith('(')) return draftOf(name, at, { value });
  const inner = value.text.lastIndexOf(bracket[2] ?? '');
  return draftOf(name, at, {
    value: part(value, 0, (bracket[1] ?? '').length),
    details: [part(value, inner, inner + (bracket[2] ?? '').length)],
  });
}

/** `` a `code` (7 digits, unique)``, `` `paid` is the sum of the payments``: a field that backticks name. */
function codeField(phrase: Span, at: Span): FieldDraft | null {
  const lead = /^(?:(?:an?|the|its|their|an optional) )?(?:(?:list|set) of )?(?=`)/i.exec(phrase.text);
  if (lead === null) return null;
  const named = part(phrase, lead[0].length);
  const code = codeSpans(named.text)[0];
  const inner = code === undefined ? null : part(named, code.innerFrom, code.innerTo);
  const found = /^([\p{L}_][\p{L}\p{N}_]*)(\?)?(?:\s*:\s*(.+))?$/u.exec(inner?.text ?? '');
  if (code === undefined || inner === null || found === null) return null;
  const name = part(inner, 0, (found[1] ?? '').length);
  const optional = found[2] !== undefined || /optional/i.test(lead[0]);
  const isSeveral = / of $/i.test(lead[0]);
  const written = found[3] === undefined ? null : part(inner, inner.text.length - found[3].length);
  const typed = isSeveral ? part(phrase, 0, lead[0].length + code.to) : written;
  const rest = part(named, code.to);
  const bracket = /^\(([^()]*(?:\([^()]*\)[^()]*)*)\)$/.exec(rest.text);
  const said = bracket === null ? rest : part(rest, 1, rest.text.length - 1);
  const formula = /^(?:is|=|are) (?=(?:the )?\S)/.exec(rest.text);
  if (formula !== null) return draftOf(name, at, { value: typed, optional, computed: part(rest, formula[0].length) });
  const isValue = typed === null && bracket !== null;
  return draftOf(name, at, {
    value: isValue ? choicesIn(said) : typed,
    details: isValue || said.text === '' ? [] : [said],
    optional,
  });
}

/** `` `card`, `cash` `` are choices. */
function choicesIn(said: Span): Span {
  const parts = split(said, ',');
  const isCode = parts.length > 1 && parts.every(({ text }) => /^`[^`]+`$/.test(text));
  return isCode ? { text: said.text.replaceAll('`', "'").replaceAll("', '", "' | '"), from: said.from } : said;
}

/** `by the tutor of up to 500 characters`: what it holds stands behind what more is said. */
function behindName(name: Span, rest: Span, at: Span): FieldDraft | null {
  if (/^(?:it|they|that|when|who|and|or)\b/i.test(rest.text)) return null;
  const size = new RegExp(` of (?=${QUANTITY})`, 'i').exec(rest.text);
  if (size === null) return draftOf(name, at, { details: [rest] });
  return draftOf(name, at, { value: part(rest, size.index + size[0].length), details: [part(rest, 0, size.index)] });
}

/** `the time it was handed in`, `who decided`: what happened gives the field its name. */
function happened(phrase: Span, at: Span): FieldDraft | null {
  const when =
    /^(?:the )?(time|moment|date|day) (?:(?:when|at which|on which|that) )?(?:it|he|she|they|this) (?:was|were|is|are|has been|had been) \p{L}[\p{L} -]{1,40}$/iu.exec(
      phrase.text,
    );
  if (when !== null) {
    const type = /^(?:date|day)$/i.test(when[1] ?? '') ? 'date' : 'date and time';
    const from = /^the /i.test(phrase.text) ? 4 : 0;
    return draftOf(part(phrase, from), at, { value: { text: type, from: phrase.from } });
  }
  return /^who (?:has |had )?\p{L}{2,20}ed(?: \p{L}{1,12}){0,3}$/u.test(phrase.text) ? draftOf(phrase, at) : null;
}

/** `Whether it is offered this year` */
function whether(phrase: Span, at: Span): FieldDraft | null {
  const lead = /^whether (?:it|this|he|she|they|(?:the|an?) \p{L}+) (?:(?:is|are|was|were) )?(?=\p{L})/iu.exec(
    phrase.text,
  );
  if (lead === null || phrase.text.length - lead[0].length > 60) return null;
  return draftOf(part(phrase, lead[0].length), at, { value: { text: 'yes/no', from: phrase.from } });
}

/** `Any number of courses that must have been passed before`, `a list of passed courses` */
function several(phrase: Span, at: Span): FieldDraft | null {
  const found =
    /^(?:any number of|several|many|zero or more|one or more|an? (?:list|set) of|all) ((?!which\b|that\b|who\b)\p{L}[\p{L}-]*(?: (?!which\b|that\b|who\b)\p{L}[\p{L}-]*){0,2})(?=$|[.,(]| (?:which|that|who)\b)/iu.exec(
      phrase.text,
    );
  const name = found?.[1];
  if (found === null || name === undefined) return null;
  const rest = part(phrase, found[0].length);
  return draftOf(part(phrase, found[0].length - name.length, found[0].length), at, {
    value: { text: `several ${name}`, from: phrase.from },
    details: rest.text === '' ? [] : [rest],
  });
}

/** `a name, which is unique, and a colour`: the fields of one sentence, and what of it is none. */
export function proseFields(has: Span): Clauses {
  const drafts: FieldDraft[] = [];
  const unread: Span[] = [];
  let shared: Span | null = null;
  for (const written of piecesOf(has)) {
    const plain = part(written, /^and\s+/.exec(written.text)?.[0].length ?? 0);
    const lead = SHARED.exec(plain.text);
    if (lead !== null) shared = sharedType(plain, lead[1] ?? '');
    const piece = lead === null ? plain : part(plain, lead[0].length);
    if (piece.text === '') continue;
    const draft = phraseField(piece, has);
    const last = drafts.at(-1);
    if (draft !== null) drafts.push(shared !== null && draft.value === null ? { ...draft, value: shared } : draft);
    else if (last === undefined) unread.push(piece);
    else {
      const lead = /^(?:which|who) (?:is|are) /.exec(piece.text)?.[0].length ?? 0;
      drafts[drafts.length - 1] = { ...last, details: [...last.details, part(piece, lead)] };
    }
  }
  return { drafts, unread };
}

const piecesOf = (has: Span): Span[] => split(has, ',').flatMap(halvesOf);

function halvesOf(one: Span): Span[] {
  const joint = outside(one.text, ' and ').find((at) => BEGINS.test(one.text.slice(at + 5)));
  return joint === undefined ? [one] : [part(one, 0, joint), ...halvesOf(part(one, joint + 5))];
}

/** `three yes/no fields: `: what the names behind it hold alike. */
const SHARED =
  /^(?:(?:two|three|four|five|six|\d) )?(\S+(?: \S+){0,2}?) (?:fields?|flags?|values?|amounts?|dates?): (?=`)/i;
const BEGINS = new RegExp(`^(?:(?:an?|the|who) |\`)|${SHARED.source}`, 'i');

function sharedType(piece: Span, words: string): Span | null {
  const from = piece.text.indexOf(words);
  return /^(?:computed|calculated|derived)$/i.test(words) ? null : part(piece, from, from + words.length);
}
