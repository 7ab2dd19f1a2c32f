import { part, type Span } from '../markdown/span.ts';
import { words } from '../reader.ts';
import type { FieldDraft } from './3-draft.ts';
import { nameKey, nameWords } from './phrases/fold.ts';

/**
 * A sentence behind those that name fields, as a part of what is said of one of them: of the one that it names, else of
 * the last (`It is unique.`, `The address is unique.`, `One person can have several roles.`).
 */
export function addSaid(drafts: FieldDraft[], sentence: Span): void {
  if (!addNamed(drafts, sentence)) say(drafts, drafts.length - 1, withoutSubject(sentence));
}

/** The same for a sentence that names its field; false: it names none of these. */
export function addNamed(drafts: FieldDraft[], sentence: Span): boolean {
  const plain = withoutStop(sentence);
  const many =
    /^(?:one|an?|each|every) [\p{L} ]{1,40}? (?:can|may) have (?:several|many|more than one) ([\p{L} -]{1,40})$/iu.exec(
      plain.text,
    );
  if (many !== null) {
    const at = drafts.findIndex(({ name }) => nameKey(words(name)) === nameKey(many[1] ?? ''));
    if (at >= 0) say(drafts, at, { told: { text: 'several', from: plain.from }, mayBeType: false });
    return at >= 0;
  }
  const named =
    /^(?:the|its|their|his|her) (\p{L}[\p{L} -]{0,40}?) (?:(?:is|are) (?=\S)|(?=(?:must|may|can|cannot|never|has|consists)\b))/iu.exec(
      plain.text,
    );
  const at = named === null ? -1 : indexOf(drafts, named[1] ?? '');
  if (named === null || at < 0) return false;
  say(drafts, at, { told: part(plain, named[0].length), mayBeType: /(?:is|are) $/.test(named[0]) });
  return true;
}

/** The only one of this name, or of this last word. */
function indexOf(drafts: readonly FieldDraft[], written: string): number {
  const key = nameKey(written);
  const exact = drafts.findIndex(({ name }) => nameKey(words(name)) === key);
  if (exact >= 0) return exact;
  const ending = drafts.flatMap(({ name }, index) =>
    nameKey(nameWords(words(name)).at(-1) ?? '') === key ? [index] : [],
  );
  return ending.length === 1 ? (ending[0] ?? -1) : -1;
}

interface Told {
  readonly told: Span;
  readonly mayBeType: boolean;
}

const withoutStop = (sentence: Span) => part(sentence, 0, sentence.text.replace(/\.$/, '').length);

function withoutSubject(sentence: Span): Told {
  const plain = withoutStop(sentence);
  const lead = /^(?:It|This|They|These) (?:(?:is|are|holds?) )?(?=\S)/.exec(plain.text)?.[0] ?? '';
  return { told: part(plain, lead.length), mayBeType: /(?:is|are|holds?) $/.test(lead) };
}

/** What says more of a field and can't be what it holds. */
const MORE =
  /\b(?:by default|at first|otherwise)\b|^(?:never|always|not|only|set|given|filled|shown|kept|used|required|optional|mandatory|unique|empty)\b|\buntil\b/i;

function say(drafts: FieldDraft[], at: number, { told, mayBeType }: Told): void {
  const draft = drafts[at];
  if (draft === undefined || told.text === '') return;
  drafts[at] =
    draft.value === null && mayBeType && !MORE.test(told.text)
      ? { ...draft, value: told }
      : { ...draft, details: [...draft.details, told] };
}
