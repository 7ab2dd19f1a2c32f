import { codeSpans } from '../markdown/code.ts';
import { endOf, part, type Span, split } from '../markdown/span.ts';
import { keyAndValue, words } from '../reader.ts';
import { draftOf, type FieldDraft } from './3-draft.ts';
import { isFieldNoun } from './3-nouns.ts';
import { cut } from './cut.ts';
import { clausesOf } from './phrases/sentence.ts';

/** The fields that a line speaks of, in its order; null where it speaks of none. `unread`: what it says of no field. */
export interface Clauses {
  readonly drafts: readonly FieldDraft[];
  readonly unread: readonly Span[];
}

/** The sentences of what is said of a field: a full stop before a capital, a digit, a quote or the end. */
export function sentencesIn(span: Span): Span[] {
  return cut(span, (text, at) => {
    if (
      !'.!?'.includes(text.charAt(at)) ||
      !/^(?:\s+(?:\*\*)?[\p{Lu}\p{N}"“`(]|\s*$)/u.test(text.slice(at + 1, at + 8))
    )
      return 0;
    return /(?:^|[\s(])(?:e\.g|i\.e|etc|approx|ca|max|min|nr|vs|incl|excl|chars?)$/i.test(
      text.slice(Math.max(0, at - 8), at),
    )
      ? 0
      : 1;
  });
}

/** `Name. E-mail, unique.`, `` `id`, `email` (work address); `kind`: student | staff ``, `Subject, description.` */
export function fieldsOf(text: Span): Clauses | null {
  const drafts: FieldDraft[] = [];
  const unread: Span[] = [];
  for (const clause of clausesOf(text)) {
    const found = computedOf(clause) ?? (/^(?:\*\*)?`/.test(clause.text) ? codeClause(clause) : plainClause(clause));
    if (found !== null) drafts.push(...found);
    else if (drafts.length === 0) return null;
    else unread.push(clause);
  }
  return drafts.length === 0 ? null : { drafts, unread };
}

/** `` computed: `totalValue` = sum of …``, `Time spent = …`. */
function computedOf(clause: Span): FieldDraft[] | null {
  const lead = /^(?:computed|calculated|derived)(?: field)?\s*:?\s+(?=\S)/i.exec(clause.text);
  const rest = lead === null ? clause : part(clause, lead[0].length);
  const code = rest.text.startsWith('`') ? codeSpans(rest.text)[0] : undefined;
  const end =
    code?.from === 0 ? code.to : (/^[\p{L}][\p{L}\p{N} _-]{0,40}?(?=\s*[=:](?!=))/u.exec(rest.text)?.[0].length ?? -1);
  if (end < 0) return null;
  const inside = code?.from === 0 ? part(rest, code.innerFrom, code.innerTo) : part(rest, 0, end);
  const after = part(rest, end);
  const sign = /^(?:=|:=|:)\s*/.exec(after.text)?.[0];
  const whole = code === undefined ? null : /^([\p{L}_$][\p{L}\p{N}_$]*)\s*=(?![=>])\s*(.+)$/su.exec(inside.text);
  if (whole !== null && after.text === '') {
    const value = part(inside, inside.text.length - (whole[2] ?? '').length);
    return lead === null ? null : [draftOf(part(inside, 0, (whole[1] ?? '').length), clause, { computed: value })];
  }
  if (sign === undefined || (lead === null && !sign.startsWith('='))) return null;
  return [draftOf(nameIn(inside), clause, { computed: part(after, sign.length) })];
}

/** `freeUnits(from, to)` is a field called freeUnits. */
function nameIn(inside: Span): Span {
  const open = inside.text.indexOf('(');
  return open > 0 ? part(inside, 0, open) : inside;
}

const INLINE = /^(readonly\s+)?([\p{L}_$][\p{L}\p{N}_$-]*)(\?)?\s*:\s*(.+)$/su;
const BARE = /^(readonly\s+)?([\p{L}_$][\p{L}\p{N}_$.-]*)(\?)?$/u;

/** Names in backticks, with types in them or behind them. */
function codeClause(clause: Span): FieldDraft[] | null {
  const parts = split(clause, ',');
  const drafts: FieldDraft[] = [];
  let pending = 0;
  for (let index = 0; index < parts.length; index += 1) {
    const one = parts[index];
    if (one === undefined || one.text === '') continue;
    const code = one.text.startsWith('`') ? codeSpans(one.text)[0] : undefined;
    if (code === undefined) {
      if (drafts.length === 0) return null;
      addDetail(drafts, one);
      continue;
    }
    const inside = part(one, code.innerFrom, code.innerTo);
    const after = part(one, code.to);
    const inline = INLINE.exec(inside.text);
    const bare = BARE.exec(inside.text);
    if (inline !== null) {
      const at = (inline[1] ?? '').length;
      const name = part(inside, at, at + (inline[2] ?? '').length);
      const value = part(inside, inside.text.length - (inline[4] ?? '').length);
      const marks = { optional: inline[3] !== undefined, readOnly: inline[1] !== undefined };
      drafts.push(draftOf(name, one, { value: codeValue(value), details: detailsIn(after), ...marks }));
      pending = drafts.length;
    } else if (bare !== null) {
      const at = (bare[1] ?? '').length;
      const name = part(inside, at, at + (bare[2] ?? '').length);
      const marks = { optional: bare[3] !== undefined, readOnly: bare[1] !== undefined };
      const told = /^(?::|=(?!=)|–|—|-)\s*/.exec(after.text)?.[0];
      if (told === undefined) {
        drafts.push(draftOf(name, one, { details: detailsIn(after), ...marks }));
        if (after.text !== '') pending = drafts.length;
        continue;
      }
      const last = lastOfValue(parts, index);
      const end = endOf(parts[last] ?? one);
      const value = part(
        { text: clause.text.slice(after.from - clause.from, end - clause.from), from: after.from },
        told.length,
      );
      drafts.push(draftOf(name, one, marks));
      for (let at = pending; at < drafts.length; at += 1) {
        const draft = drafts[at];
        if (draft !== undefined)
          drafts[at] = {
            ...draft,
            at: { text: clause.text, from: clause.from },
            ...(told.startsWith('=') ? { computed: value } : { value }),
          };
      }
      pending = drafts.length;
      index = last;
    } else {
      return null;
    }
  }
  return drafts.length === 0 ? null : drafts;
}

/** A type in code may hold what would divide words. */
function codeValue(value: Span): Span {
  return { text: `\`${value.text}\``, from: value.from };
}

/** The index of the last part that is said of the name at this one: the next name begins another. */
function lastOfValue(parts: readonly Span[], index: number): number {
  for (let at = index + 1; at < parts.length; at += 1) {
    const text = parts[at]?.text ?? '';
    const code = text.startsWith('`') ? codeSpans(text)[0] : undefined;
    if (code === undefined) continue;
    const inside = text.slice(code.innerFrom, code.innerTo);
    if (INLINE.test(inside) || (BARE.test(inside) && /^\s*(?::|$|\()/.test(text.slice(code.to)))) return at - 1;
  }
  return parts.length - 1;
}

/** What stands behind a name: in brackets, or behind a dash. */
function detailsIn(after: Span): Span[] {
  if (after.text === '') return [];
  const bracket = /^\(([^()]*(?:\([^()]*\)[^()]*)*)\)/.exec(after.text);
  if (bracket === null) return [part(after, /^[–—:-]\s*/.exec(after.text)?.[0].length ?? 0)];
  const rest = part(after, bracket[0].length);
  const inside = part(after, 1, bracket[0].length - 1);
  return [inside, ...(rest.text === '' || /^[.,;]$/.test(rest.text) ? [] : [rest])];
}

function addDetail(drafts: FieldDraft[], detail: Span): void {
  const all = /^all (?:of (?:them|these)|two|three|four|five|six)\b/i.test(detail.text);
  const from = all ? 0 : drafts.length - 1;
  for (let at = from; at < drafts.length; at += 1) {
    const draft = drafts[at];
    if (draft !== undefined) drafts[at] = { ...draft, details: [...draft.details, detail] };
  }
}

/** Words: a name or several, what they hold behind a colon, and sentences about them. */
function plainClause(clause: Span): FieldDraft[] | null {
  const [first, ...others] = sentencesIn(clause);
  if (first === undefined) return null;
  const found = marked(first) ?? keyAndValue(first);
  const drafts = found === null ? namesIn(first) : namesBefore(found.key, found.value, first);
  if (drafts === null || drafts.length === 0) return null;
  for (const sentence of others) {
    const more = found === null && drafts.every(isJustNamed) ? nextNames(sentence) : null;
    if (more !== null) drafts.push(...more);
    else
      for (let at = found === null ? drafts.length - 1 : 0; at < drafts.length; at += 1)
        widen(drafts, at, sentence, clause);
  }
  return drafts;
}

/** `**name** – its title`, `supplier -> Firm`: a name that something divides from what is said of it. */
function marked(sentence: Span): { readonly key: Span; readonly value: Span } | null {
  const bold = /^(\*\*|\*)([^*]{1,60})\1:?\s*/.exec(sentence.text);
  const plain = bold === null ? /^[\p{L}][\p{L}\p{N} _-]{0,40}?(?=\s+(?:–|—|->|→)\s)/u.exec(sentence.text) : null;
  const length = bold?.[0].length ?? plain?.[0].length;
  if (length === undefined) return null;
  const from = bold === null ? 0 : (bold[1] ?? '').length;
  const key = part(sentence, from, from + (bold?.[2] ?? plain?.[0] ?? '').replace(/:$/, '').length);
  const rest = part(sentence, length);
  const sign = /^(?::|–|—|-(?!>))\s*/.exec(rest.text)?.[0].length ?? 0;
  const value = part(rest, sign);
  return value.text === '' || value.text.startsWith('(') ? null : { key, value };
}

const isJustNamed = ({ value, details }: FieldDraft) => value === null && details.length === 0;

function widen(drafts: FieldDraft[], at: number, sentence: Span, clause: Span): void {
  const draft = drafts[at];
  if (draft === undefined) return;
  const end = endOf(sentence);
  const whole = { text: clause.text.slice(draft.at.from - clause.from, end - clause.from), from: draft.at.from };
  drafts[at] = { ...draft, at: whole, details: [...draft.details, sentence] };
}

/** A sentence after a name that is itself the name of a field: its last word is one that fields are called by. */
function nextNames(sentence: Span): FieldDraft[] | null {
  const drafts = namesIn(sentence);
  return drafts?.every(({ name }) => isFieldNoun(words(name))) ? drafts : null;
}

function namesBefore(key: Span, value: Span, at: Span): FieldDraft[] | null {
  const names = split(key, ',')
    .flatMap((each) => split(each, ' / '))
    .flatMap((each) => splitAnd(each));
  if (names.length > 6) return null;
  const found = names.map((each) =>
    KEYED.test(each.text) && value.text !== '' ? draftOf(each, at) : nameOf(each, at),
  );
  const said = value.text === '' ? null : value;
  return found.every((each) => each !== null) ? found.map((draft) => ({ ...draft, at, value: said })) : null;
}

/** Names of fields that a colon makes such; without one they are the beginning of what is said of another. */
const KEYED = /^(?:title|text|start|from|to|start (?:date|time|at)|set by|filled by)$/i;

function splitAnd(span: Span): Span[] {
  const joint = /(?<=\S)\s+and\s+/.exec(span.text);
  return joint === null ? [span] : [part(span, 0, joint.index), part(span, joint.index + joint[0].length)];
}

/** `Created at, first response at`, `E-mail, unique`, `Id, name (unique under the same parent)`. */
function namesIn(sentence: Span): FieldDraft[] | null {
  const plain = part(sentence, 0, sentence.text.replace(/[.!]$/, '').length);
  const drafts: FieldDraft[] = [];
  const parts = split(plain, ',');
  for (const one of parts) {
    // Among other names `text` is one too; beside one name alone it is what that holds.
    const draft =
      parts.length > 3 && /^(?:and )?text$/i.test(one.text)
        ? draftOf(part(one, one.text.length - 4), one)
        : plainName(one);
    if (draft !== null) drafts.push(draft);
    else if (drafts.length === 0) return null;
    else addDetail(drafts, one);
  }
  return drafts;
}

function plainName(one: Span): FieldDraft | null {
  return nameOf(part(one, /^(?:and|or)\s+/.exec(one.text)?.[0].length ?? 0), one);
}

const NAME = /^(?:\*\*)?([\p{L}][\p{L}\p{N}'’./_-]*(?: [\p{L}\p{N}][\p{L}\p{N}'’./_-]*){0,5})(?:\*\*)?(?=\s*\(|$)/u;
const CLAUSE = /\s(?:that|which|who|whose)\s/;
/** Words that no name of a field begins with, or holds. */
const SENTENCE =
  /^(?:an?|the|this|that|these|those|it|its|they|there|each|every|all|no|not|only|see|if|when|while|until|unless|must|may|can|never|always|exactly|at|by|in|for|from|to|as|with|without|given|set|filled|copied|computed|calculated|derived|shown|hidden|kept|stored|used|starts?|begins?|defaults?|empty|optional|required|mandatory|unique|searchable|title|immutable|fixed|read-only|automatic|internal|private|public|yes|sign-in|ignoring|just|simply|e\.g|like|min|max|up|text|whole)\b|\s(?:is|are|has|have|had|must|may|can|cannot|will|does|do|gets|goes|was|were|should|shall|belongs|needs)\s/i;

function nameOf(span: Span, at: Span): FieldDraft | null {
  const found = NAME.exec(span.text);
  const rest = found === null ? span : part(span, found[0].length);
  if (found === null || (rest.text !== '' && !rest.text.startsWith('('))) return null;
  const raw = found[1] ?? '';
  const from = span.text.indexOf(raw);
  const clause = CLAUSE.exec(raw);
  const name = part(span, from, from + (clause?.index ?? raw.length));
  if (SENTENCE.test(name.text) || name.text.split(' ').length > 4) return null;
  const more = clause === null ? [] : [part(span, from + clause.index, from + raw.length)];
  return draftOf(name, at, { details: [...more, ...detailsIn(rest)] });
}
