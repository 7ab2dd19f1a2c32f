/** Words that say nothing of what is named. */
const ARTICLES: ReadonlySet<string> = new Set([
  'the',
  'a',
  'an',
  'its',
  'their',
  'his',
  'her',
  'this',
  'that',
  'these',
  'those',
  'your',
  'our',
]);

/** A name as its words: `firstResponseAt`, "First response at", `first_response_at` and "first-response at" are the same. */
export function nameWords(name: string): string[] {
  return isPlain(name) ? plainWords(name) : otherWords(name);
}

function otherWords(name: string): string[] {
  return (
    name
      .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
      .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** No letter or digit but those of ASCII: dashes, quotes and arrows are neither. */
function isPlain(name: string): boolean {
  for (let at = 0; at < name.length; at += 1) {
    const code = name.charCodeAt(at);
    const isSign = code === 0xa0 || (code >= 0x2010 && code <= 0x2027) || (code >= 0x2190 && code <= 0x22ff);
    if (code > 127 && !isSign) return false;
  }
  return true;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isLower = (code: number): boolean => code >= 97 && code <= 122;

/** The same in one pass: most names are plain, and many are asked for. */
function plainWords(name: string): string[] {
  const words: string[] = [];
  let from = -1;
  for (let at = 0; at <= name.length; at += 1) {
    const code = at < name.length ? name.charCodeAt(at) : 32;
    const isPart = isDigit(code) || isUpper(code) || isLower(code);
    if (from >= 0 && (!isPart || beginsWord(name, at, code))) {
      words.push(name.slice(from, at).toLowerCase());
      from = -1;
    }
    if (isPart && from < 0) from = at;
  }
  return words;
}

/** A capital behind a small letter or digit, or one that a small letter follows behind another capital. */
function beginsWord(name: string, at: number, code: number): boolean {
  if (!isUpper(code)) return false;
  const before = name.charCodeAt(at - 1);
  if (isLower(before) || isDigit(before)) return true;
  return isUpper(before) && isLower(name.charCodeAt(at + 1));
}

/** What two names must have alike to be the same name; one of signs alone is like no other. */
export function nameKey(name: string): string {
  return nameWords(name).map(singular).join('') || name;
}

/** False only where their keys differ; told by the first letter or digit, so that most names need no key. */
export function beginAlike(one: string, other: string): boolean {
  const first = firstSign(one);
  const second = firstSign(other);
  return first === second || first === null || second === null;
}

/** Null where no plain letter or digit is the first. */
function firstSign(name: string): number | null {
  for (let at = 0; at < name.length; at += 1) {
    const code = name.charCodeAt(at);
    if (isUpper(code)) return code + 32;
    if (isLower(code) || isDigit(code)) return code;
    if (code > 127) return null;
  }
  return null;
}

/** The same words without the articles and possessives before them. */
export function withoutArticle(words: string): string {
  let text = words.trim();
  for (;;) {
    const first = /^([A-Za-z]+)\s+(?=\S)/.exec(text);
    if (first === null || !ARTICLES.has((first[1] ?? '').toLowerCase())) return text;
    text = text.slice(first[0].length);
  }
}

function singular(word: string): string {
  if (word.length <= 3 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ch|sh|x|ss|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
