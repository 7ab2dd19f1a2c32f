import { firstDifference } from '../../model/diff/first-difference.ts';
import { withoutPlaces } from '../../model/diff/without-places.ts';
import { POINT_TITLES, POINTS, type Point } from '../../model/types/element.ts';
import type { Model } from '../../model/types/model.ts';
import { type Document, documentOf } from '../markdown/document.ts';
import { isSampleData } from '../points/sample-data.ts';
import { isTranslations } from '../points/translations.ts';
import { type Outline, outlineOf, type Section } from '../reader/outline.ts';
import { withPlainLineEnds } from './line-ends.ts';
import { wordsLostInPrint } from './lost-words.ts';
import { joinSections, printSections } from './print-document.ts';
import { type Reading, readDocument } from './read-document.ts';

/** A document in the canonical form. */
export interface Formatted {
  readonly text: string;
  /** Titles of the sections left as written, because the canonical form would lose something in them. */
  readonly left: readonly string[];
}

/** A part of a document that is either printed or left as written. Appendices are always left. */
type Key = 'head' | Point | 'samples' | 'translations';

const KEYS: readonly Key[] = ['head', ...POINTS, 'samples', 'translations'];

/** Returns the title of a part, for messages. */
const titleOf = (key: Key): string =>
  typeof key === 'number' ? `${key}. ${POINT_TITLES[key]}` : key === 'head' ? 'the introduction' : key;

/**
 * Returns the canonical form of a document: with the same Model, the same findings and every word. A section is left as
 * written if anything in it is not read, if it has a comment or HTML, or if its meaning would change. Pass `reading` if
 * the text was already read.
 */
export function formatDocument(text: string, reading: Reading = readDocument(text)): Formatted {
  const plain = withPlainLineEnds(text);
  const document = documentOf(plain);
  const outline = outlineOf(document);
  const plainReading = plain === text ? reading : readDocument(plain);
  const source = stretchesOf(plain, outline);
  const printed = printSections(plainReading.model);
  const left = new Set(KEYS.filter((key) => mustStay(key, source, document, outline, plainReading)));
  for (const key of KEYS)
    if (!left.has(key) && wordsLostInPrint(sourceText(source, key), printed[key]).length > 0) left.add(key);
  const unchanged = { text, left: KEYS.filter((key) => source.has(key)).map(titleOf) };
  // The canonical form has its points at the second level; sections left as written keep their level.
  if (left.size > 0 && outline.level !== 2) return unchanged;
  for (;;) {
    const sections = { ...printed };
    for (const key of left) if (source.has(key)) sections[key] = sourceText(source, key);
    const result = joinSections({ ...sections, appendices: appendicesOf(plain, outline) });
    const changed = changedKeys(plainReading, plain, result);
    // Unclosed code or an unclosed comment would include the sections after it.
    const again = stretchesOf(result, outlineOf(documentOf(result)));
    if ([...left].some((key) => sourceText(again, key) !== sourceText(source, key))) return unchanged;
    if (changed.length === 0) return { text: withBreaksOf(text, result), left: titlesOf(left, source) };
    if (changed.every((key) => left.has(key))) return unchanged;
    for (const key of changed) left.add(key);
  }
}

const titlesOf = (left: ReadonlySet<Key>, source: Stretches): string[] =>
  KEYS.filter((key) => left.has(key) && source.has(key)).map(titleOf);

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

type Stretches = ReadonlyMap<Key, readonly Stretch[]>;

function stretchesOf(text: string, { sections }: Outline): Stretches {
  const byKey = new Map<Key, Stretch[]>();
  const add = (key: Key, from: number, to: number) => {
    const stretch = {
      from,
      to,
      text: text
        .slice(from, to)
        .replace(/^(?:[ \t]*\n)+/, '')
        .trimEnd(),
    };
    byKey.set(key, [...(byKey.get(key) ?? []), stretch]);
  };
  add('head', 0, sections[0]?.from ?? text.length);
  for (const section of sections) {
    const key = keyOf(section);
    if (key !== null) add(key, section.from, section.to);
  }
  return byKey;
}

const keyOf = (section: Section): Key | null =>
  section.point ?? (isSampleData(section) ? 'samples' : isTranslations(section) ? 'translations' : null);

const sourceText = (source: Stretches, key: Key): string =>
  (source.get(key) ?? []).map(({ text }) => text).join('\n\n');

const appendicesOf = (text: string, { sections }: Outline): string[] =>
  sections.filter((section) => keyOf(section) === null).map(({ from, to }) => text.slice(from, to).trimEnd());

/** Whether a section has hidden or unread content, or appears twice. */
function mustStay(
  key: Key,
  source: Stretches,
  document: Document,
  outline: Outline,
  { diagnostics }: Reading,
): boolean {
  const stretches = source.get(key) ?? [];
  const isWithin = (at: { readonly from: number }) => stretches.some(({ from, to }) => from <= at.from && at.from < to);
  const isUnusualTitle = outline.sections.some((section) => keyOf(section) === key && /\n/.test(section.title.text));
  return (
    stretches.length > 1 ||
    isUnusualTitle ||
    document.hidden.some(isWithin) ||
    diagnostics.some(({ severity, code, at }) => severity !== 'gap' && code !== 'not-yet' && isWithin(at))
  );
}

/** Returns the parts whose meaning or findings differ between a document and its canonical form. */
function changedKeys(reading: Reading, text: string, result: string): Key[] {
  const again = readDocument(result);
  const findings = findingsOf(reading, text);
  const findingsAgain = findingsOf(again, result);
  const changed = KEYS.filter(
    (key) =>
      firstDifference(partOf(reading.model, key), partOf(again.model, key)) !== null ||
      findings.get(key) !== findingsAgain.get(key),
  );
  const isSame = firstDifference(withoutPlaces(reading.model), withoutPlaces(again.model)) === null;
  return changed.length > 0 || isSame ? changed : [...KEYS];
}

/** Returns the code and message of each finding, by part. */
function findingsOf({ diagnostics }: Reading, text: string): ReadonlyMap<Key, string> {
  const source = stretchesOf(text, outlineOf(documentOf(text)));
  return new Map(
    KEYS.map((key) => {
      const within = diagnostics.filter(({ at }) =>
        (source.get(key) ?? []).some(({ from, to }) => from <= at.from && at.from < to),
      );
      return [key, within.map(({ code, message }) => `${code} ${message}`).join('\n')];
    }),
  );
}

/** Returns what one part of the document contributes to the Model. */
function partOf(model: Model, key: Key): unknown {
  const { product, screens, entities, machines, rules, roles, permissions, calls, errors } = model;
  if (key === 'head') return withoutPlaces([model.name, model.intro]);
  if (key === 'samples') return withoutPlaces(model.samples);
  if (key === 'translations') return withoutPlaces(model.translations);
  const stated: Record<Point, unknown> = {
    1: product,
    2: screens,
    3: entities,
    4: machines,
    5: rules,
    6: [roles, permissions],
    7: calls,
    8: errors,
    9: [model.constants, model.limits],
  };
  return withoutPlaces([stated[key], model.points.find(({ point }) => point === key)]);
}

/** Restores the line ends of the original text. */
const withBreaksOf = (text: string, printed: string): string =>
  /^[^\n]*\r\n/.test(text) ? printed.replaceAll(/\r?\n/g, '\r\n') : printed;
