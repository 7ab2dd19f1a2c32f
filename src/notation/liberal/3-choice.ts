import { parseType } from '../../fields/registry/type-parse.ts';
import { splitNames } from '../../fields/text/split-names.ts';
import { optionOf } from '../../fields/types/choice.ts';
import { lookUps, type Names } from './3-draft.ts';
import { just, type Reading, type TypeWords } from './3-measured.ts';
import { isMinor, PLAIN, SIGNS } from './3-plain-types.ts';

/** `London, Leeds or Dublin`, `student | staff`, `'draft' | 'sent'`, `0 | 7 | 19`. */
export const choice: Reading = (written) => {
  const text = written.replace(ENUMERATION, 'one of ');
  const several = SEVERAL.exec(text);
  const chosen = several === null ? null : choice(`one of ${text.slice(several[0].length)}`, '', NO_NAMES);
  if (chosen?.type.kind === 'choice') return just({ ...chosen.type, several: true });
  const range = /^(?:an? |one )?(?:capital )?letters? (?:from )?([A-Z]) (?:to|–|-) ([A-Z])$/.exec(text);
  if (range !== null) return lettersFrom(range[1] ?? '', range[2] ?? '');
  const names = text.includes('|') || /^['"‘“`]/.test(text) ? splitNames(text) : listOf(text);
  if (names === null || names.length < 2 || new Set(names).size < names.length) return null;
  const isListed = LEAD.test(text);
  const isCode = text.includes('|') || /^['"‘“`]/.test(text);
  if (
    !names.every(isOption) ||
    (!/^['"‘“`]/.test(text) && names.some((name) => SAYS_MORE.test(name))) ||
    (!isCode &&
      !isListed &&
      names.some(
        (name) => (STARTS.test(name) && !/^\p{Lu}$/u.test(name) && !isAnswer(name, names)) || isTypeWord(name),
      ))
  )
    return null;
  return just({ kind: 'choice', options: names.map(optionOf), several: false });
};

/** `Enumeration: low, high` */
const ENUMERATION =
  /^(?:enum(?:eration)?|choice|selection|pick ?list|dropdown|list of values)(?: of)?\s*(?::\s*|\s(?=\S+(?: \S+){0,3},))/i;
const SEVERAL = /^(?:several|some|any number|one or more|multiple)(?: of)?(?: the following)?\s*:\s*/i;
const NO_NAMES: Names = { ...lookUps([]), aliases: new Map(), roles: [], people: null, text: () => '' };

/** `yes, no, does not apply` */
const isAnswer = (name: string, names: readonly string[]) =>
  /^no$/i.test(name) && names.some((other) => /^yes$/i.test(other));

/** `a letter from A to E` */
function lettersFrom(first: string, last: string): TypeWords | null {
  const count = last.charCodeAt(0) - first.charCodeAt(0) + 1;
  if (count < 2) return null;
  const names = Array.from({ length: count }, (_, index) => String.fromCharCode(first.charCodeAt(0) + index));
  return just({ kind: 'choice', options: names.map(optionOf), several: false });
}

/** A word that is a type, so that what stands around it is no list of choices. */
function isTypeWord(name: string): boolean {
  const type = parseType(name);
  return (
    PLAIN.has(name.toLowerCase()) ||
    SIGNS.has(name.toLowerCase()) ||
    isMinor(name) ||
    (type !== null && type.kind !== 'choice' && type.kind !== 'reference')
  );
}

/** Behind these words stand choices and nothing else. */
const LEAD = /^(?:one of|either|any of) (?:the following:? |these:? )?(?!(?:the|its|these|our|their)\b)(?=\S)/i;

function listOf(written: string): string[] | null {
  const lead = LEAD.exec(written)?.[0].length ?? 0;
  const text = lead === 0 ? written : written.slice(lead).replace(/ and (?=[^,]+$)/, ' or ');
  if (!text.includes(',') && /\s\/\s/.test(text)) return text.split(/\s*\/\s*/);
  const parts = text.split(/\s*,\s*(?:or\s+)?|\s+or\s+/i);
  return parts.length < 2 ? null : parts.map((part) => part.trim());
}

const STARTS =
  /^(?:an?|the|see|computed|calculated|given|set|copied|filled|only|never|always|empty|optional|required|mandatory|default|max|min|at|up|from|if|when|while|until|not|no|unique|each|every|text|string|number|integer|date|null|undefined|by|in|as|for|e\.g\.?|like|must|may|can|is|are|has|shown|visible|exactly|always|any|either|and|or|both|entered|planned|actual)\b/i;

/** What is said of a field, or measures it, and is no name of a choice. */
const SAYS_MORE =
  /^(?:automatic(?:ally)?|system|mandatory|optional|required|unique|read-only|searchable|letters|digits?|spaces|hyphens?|[ym]|km|kg|minutes|min|hours|days)$|\d\s*(?:\.\.|–|to)\s*\d|\b(?:\d+|two|three|four|five|six|seven|eight) (?:\p{L}+ )?(?:digits?|letters?|characters?|chars?)\b|,\s*(?:mandatory|optional|required|unique|default\b.*|system|automatic)$|^[A-Z]{0,6}-?(?:YYYY|YY)-N{3,}$/iu;

const isOption = (name: string) =>
  name !== '' && name.length <= 40 && name.split(/\s+/).length <= 4 && /^[^:;=<>{}()]+$/.test(name);
