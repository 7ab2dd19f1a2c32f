import { PLAIN_FIELD } from '../../model/lookups/plain-field.ts';
import { BUILT_IN } from '../../model/lookups/schema.ts';
import type { Field, Reference } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { say, short } from '../codes.ts';
import { part, type Span, split } from '../markdown/span.ts';
import { type About, isBlank, isNotShown, named, type Reader, stated, words } from '../reader.ts';
import { sentencesIn } from './3-clauses.ts';
import { type Computed, computedOf } from './3-computed.ts';
import { readDetail, type Said } from './3-details.ts';
import type { FieldDraft, Names } from './3-draft.ts';
import { impliedType } from './3-implied.ts';
import { matrixOf } from './3-matrix.ts';
import { TEXT } from './3-measured.ts';
import { isMinor as minor } from './3-plain-types.ts';
import { INDEXED } from './3-resolve.ts';
import { isOfSigns } from './3-signs.ts';
import { roleTypeOf, typeWords, unknownType } from './3-type-words.ts';
import { readFormula } from './3-when.ts';
import { quotation } from './kept.ts';
import { nameKey } from './phrases/fold.ts';

/** A field in words as the Model has it, and what its entity learns from it. */
export interface ReadField {
  /** Null: the field is one that every record has anyway. */
  readonly field: Field | null;
  /** Fields, in the words of the document, that it is unique together with. */
  readonly uniqueWith: readonly string[];
  /** What is said of a field that every record has anyway, as a quotation. */
  readonly kept: string;
}

/** Makes a field of what is said of it. What of it has no effect is reported and kept as the help of the field. */
export function fieldFrom(reader: Reader, draft: FieldDraft, entity: string, names: Names): ReadField {
  const name = words(draft.name).replaceAll(/^\*\*|\*\*$/g, '');
  const builtIn = BUILT_IN.some((each) => nameKey(each) === nameKey(name));
  const id = builtIn ? '' : reader.id('field', entity, name);
  const about: About = { point: 3, element: builtIn ? null : id };
  const isMinor = minor(draft.value?.text ?? '');
  const said: Said = { entity, field: name, names, type: null, changes: {}, uniqueWith: [], isMinor };
  if (draft.optional) said.changes.required = false;
  if (draft.readOnly) said.changes.byProduct = true;
  const { value, computed: formula } = computedIn(draft);
  const told = [...(value === null ? [] : sentencesIn(value).flatMap((one) => split(one, ';'))), ...draft.details];
  let unread: Span[] = [];
  const kept: Span[] = [];
  told.forEach((one, index) => {
    const left = readSentence(reader, one, said, about, index === 0 && value !== null);
    unread.push(...left.unread);
    kept.push(...left.kept);
  });
  const byName = impliedType(name, names);
  // Where several are spoken of, the name of one of them does not say what the field holds.
  const implied = byName?.kind === 'reference' && SEVERAL.test(value?.text ?? '') ? null : byName;
  if (said.type === null && implied !== null && unread.length > 0) {
    said.type = implied;
    unread = unread.filter((one) => readDetail(reader, one, said, about) === 'no');
  }
  const computed = formula === null ? null : howComputed(reader, formula, draft.also, said);
  if (computed !== null) {
    said.changes.byProduct = computed.formula === null;
    if (computed.formula !== null) said.changes.computed = computed.formula;
    else if (formula !== null) unread.push(formula, ...draft.also);
    if (said.type === null && computed.type !== null) said.type = computed.type;
  }
  unread = unread.filter((one) => !readFormula(reader, one, said, formula === null && draft.readOnly));
  if (said.type === null && implied === null && told.some(isExample)) said.type = TEXT;
  if (said.type === null) unread = unread.filter(({ text }) => !INDEXED.test(text));
  if (builtIn) {
    for (const one of unread) report(reader, one, about);
    return {
      field: null,
      uniqueWith: said.uniqueWith,
      kept: unread.length + kept.length === 0 ? '' : quotation(draft.at.text),
    };
  }
  if (said.type?.kind === 'file' && told.some(({ text }) => /(?:format|kind|type)\b.*not shown/i.test(text)))
    said.type = unknownType('not shown.');
  const type = roleTypeOf(typeOf(said, draft, implied), names, entity, name);
  for (const one of unread) report(reader, one, about);
  const isUnknown = type.kind === 'unknown' && draft.value !== null;
  const help =
    unread.length > 0 || kept.length > 0 || isUnknown
      ? quotation(sourceOf(draft, [...kept, ...unread])).replaceAll('"', "'")
      : '';
  return {
    field: {
      ...stated(reader, 3, id, draft.at, help),
      ...named(name),
      ...PLAIN_FIELD,
      ...said.changes,
      askedOn: said.changes.askedOn ?? ([] as readonly Reference[]),
      type,
    },
    uniqueWith: said.uniqueWith,
    kept: '',
  };
}

/** Where a sentence that changes it is not understood, it is not known how the field is computed. */
function howComputed(reader: Reader, told: Span, also: readonly Span[], said: Said): Computed {
  const matrix = matrixOf(told, also, said, reader.lexicon());
  if (matrix !== null) return { formula: matrix, type: said.type };
  const found = computedOf(reader, told, said, said.entity);
  return also.length === 0 ? found : { ...found, formula: null };
}

/** `EUR, computed = net plus tax`: how it is computed may stand behind what it holds. */
function computedIn({ value, computed }: FieldDraft): { readonly value: Span | null; readonly computed: Span | null } {
  const found =
    value === null ? null : /(?:^|,\s*)(?:computed|calculated|derived)(?: as)?\s*[:=]\s*(?=\S)/i.exec(value.text);
  if (found === null || value === null || computed !== null) return { value, computed };
  const before = part(value, 0, found.index);
  return { value: before.text === '' ? null : before, computed: part(value, found.index + found[0].length) };
}

/** `e.g. "M-KS 1234"`: letters, which no number has. */
const isExample = ({ text }: Span) =>
  /(?:^|,\s*)(?:e\.g\.?|for example|for instance|such as|example:?)\s+(?:["“'‘`][^"”'’`]*\p{L}[^"”'’`]*["”'’`]|(?=[\p{N}-]*\p{L})(?=[\p{L}-]*\p{N})[\p{L}\p{N}-]+)\.?$/iu.test(
    text,
  );

function typeOf(said: Said, draft: FieldDraft, implied: Type | null): Type {
  const series =
    said.changes.byProduct === true ? /^([A-Z]{1,6}-?)\[0-9\]\{(\d{1,2})\}$/.exec(said.changes.pattern ?? '') : null;
  if (series !== null && said.type?.kind === 'text') {
    delete said.changes.pattern;
    return { kind: 'number series', pattern: `${series[1]}${'0'.repeat(Number(series[2]))}` };
  }
  if (said.type === null)
    return (
      implied ??
      (said.changes.pattern === undefined
        ? unknownType(EMPTY.test(draft.value?.text ?? '') ? '' : (draft.value?.text ?? ''))
        : TEXT)
    );
  // `string` is how developers write dates and addresses, and any plain type an id.
  const written = /^`?(string|uuid|guid|text|number|int|integer|bigint)\b/i
    .exec(draft.value?.text ?? '')?.[1]
    ?.toLowerCase();
  if (written === undefined || implied === null) return said.type;
  const isOther = implied.kind === 'reference' ? /(?:Id|ID|_id|\bid)$/.test(said.field) : written === 'string';
  return isOther && said.changes.pattern === undefined && isOpen(said.type) ? implied : said.type;
}

const isOpen = (type: Type) => !('max' in type) || (type.min === null && type.max === null);

const SEVERAL = /^(?:an? )?(?:lists?|sets?|several|many|any number|zero or more|one or more)\b/i;

/** Says when there is a value, and not of which type. */
const EMPTY = /^(?:empty|optional|null|blank|may be empty|can be empty|required|unique)\b/i;

interface Left {
  readonly unread: readonly Span[];
  readonly kept: readonly Span[];
}

/** A sentence as a whole, else in the parts between its commas; the first may begin with the type. */
function readSentence(reader: Reader, sentence: Span, said: Said, about: About, mayBeType: boolean): Left {
  if (isBlank(sentence)) return { unread: [], kept: [] };
  if (isNotShown(sentence)) {
    const what = said.type === null && mayBeType ? 'The type of this field' : 'Something about this field';
    reader.report(say.notShown(what, 'It stays open; nothing is assumed from it.'), sentence, about);
    if (mayBeType) said.type = unknownType('not shown.');
    return { unread: [], kept: [] };
  }
  const plain = part(sentence, 0, sentence.text.replace(/[.!]$/, '').length);
  const parts = split(plain, ',').flatMap((each) => bracketed(each));
  let from = 0;
  if (said.type === null) from = readType(plain, parts, said, mayBeType);
  if (from === 0 && parts.length > 1) {
    const whole = readDetail(reader, plain, said, about);
    if (whole !== 'no') return { unread: [], kept: whole === 'kept' ? [plain] : [] };
  }
  const before = said.changes.pattern;
  const unread: Span[] = [];
  const kept: Span[] = [];
  for (const one of parts.slice(from)) {
    const found = readDetail(reader, one, said, about);
    const halves = found === 'no' ? halvesOf(reader, one, said, about) : null;
    if (halves !== null) unread.push(...halves);
    else if (found === 'no') unread.push(one);
    if (found === 'kept') kept.push(one);
  }
  // Of the signs that a text may hold all are understood, or none.
  if (unread.length > 0 && said.changes.pattern !== before && isOfSigns(said.changes.pattern)) {
    if (before === undefined) delete said.changes.pattern;
    else said.changes.pattern = before;
    return { unread: [plain], kept };
  }
  return { unread: unread.length === parts.length && parts.length > 1 ? [plain] : unread, kept };
}

/** `comes from the payroll and never changes`: what of the two is not read; null where neither is, or one may narrow the other. */
function halvesOf(reader: Reader, one: Span, said: Said, about: About): Span[] | null {
  const joint = / and /.exec(one.text);
  if (joint === null || NARROWING.test(one.text)) return null;
  const halves = [part(one, 0, joint.index), part(one, joint.index + 5)];
  const trial: Said = { ...said, changes: { ...said.changes }, uniqueWith: [...said.uniqueWith] };
  const left = halves.filter((half) => readDetail(reader, half, trial, about) === 'no');
  // Half of what a value looks like is not what it looks like.
  if (left.length === halves.length || trial.type !== said.type || trial.changes.pattern !== said.changes.pattern)
    return null;
  Object.assign(said, trial);
  return left;
}

const NARROWING = /\b(?:except|unless|however|but|only|if|when|while|until|not|or|for|per|in)\b/i;

/** `text (a title)` is two parts. */
function bracketed(one: Span): Span[] {
  const open = /^(`[^`]+`|[^(`'"]+\S)\s+\(([^()]+)\)$/.exec(one.text);
  if (open === null) return [one];
  const at = one.text.indexOf('(');
  return [part(one, 0, at), part(one, at + 1, one.text.length - 1)];
}

/** How many of the parts are the type: the most that are one together. */
function readType(whole: Span, parts: readonly Span[], said: Said, mayBeType: boolean): number {
  for (let count = parts.length; count > 0; count -= 1) {
    const last = parts[count - 1];
    if (last === undefined) continue;
    const text = whole.text.slice(0, last.from + last.text.length - whole.from);
    const found = typeWords(text, said.field, said.names);
    if (found === null || (!mayBeType && found.type.kind === 'choice')) continue;
    said.type = found.type;
    Object.assign(said.changes, found.changes);
    return count;
  }
  return 0;
}

function report(reader: Reader, one: Span, about: About): void {
  if (/not shown\.?$/i.test(one.text))
    reader.report(say.notShown(`“${short(words(one))}”`, 'It cannot be decided until a line says it.'), one, about);
  else reader.report(say.noteNotRead(words(one), null), one, about);
}

/** The words that are kept: of a row of a table what is not read, since its other cells stand in the field. */
function sourceOf({ at }: FieldDraft, left: readonly Span[]): string {
  if (at.text.startsWith('|')) return left.map(({ text }) => text).join('; ');
  const beside = left.filter((one) => one.from >= at.from + at.text.length || one.from < at.from);
  return [at.text, ...beside.map(({ text }) => text)].join(' ');
}
