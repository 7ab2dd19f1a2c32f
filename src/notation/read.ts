import { TreeFragment } from '@lezer/common';
import type { Diagnostic } from '../model/types/diagnostic.ts';
import type { Appendix, Machine, Model, PointInfo } from '../model/types/model.ts';
import { idOf, POINT_TITLES, POINTS, type Point } from '../model/types/place.ts';
import { say } from './codes.ts';
import { contentOf, withoutTails } from './content.ts';
import { reportGaps } from './gaps.ts';
import { reportHeadings, reportUnmarked, statedPoints } from './headings.ts';
import { openWords } from './known-words.ts';
import { guestOf } from './liberal/2-people.ts';
import { withCauses, withPatterns } from './liberal/5-causes.ts';
import { withNamedRights } from './liberal/6-rights/on-events.ts';
import type { Predicate } from './liberal/6-rights/predicates.ts';
import { whoseIn } from './liberal/6-rights/whose.ts';
import { withAllWords } from './liberal/all-words.ts';
import { blockQuotation, joinHelp, quotation } from './liberal/kept.ts';
import { type Lexicon, lexiconOf, namesOf } from './liberal/lexicon.ts';
import { asWritten, withPlainEnds } from './line-ends.ts';
import { type Document, documentOf, parsedText } from './markdown/document.ts';
import { type AllKept, changeBetween, joinedChange, type Memory, memoryAfter } from './memory.ts';
import { notYet } from './not-yet.ts';
import { type Outline, outlineOf, type Section } from './outline.ts';
import { readProduct } from './points/1-product.ts';
import { readScreens } from './points/2-screens.ts';
import { type EntityOutline, outlineEntities, readEntities } from './points/3-entities.ts';
import { withoutFields } from './points/4-plan.ts';
import { readMachines } from './points/4-states.ts';
import { readRules } from './points/5-rules.ts';
import { readRoles } from './points/6-roles.ts';
import { readCalls } from './points/7-calls.ts';
import { readErrors } from './points/8-errors.ts';
import { readLimits } from './points/9-limits.ts';
import { isSampleData, readSamples, sampleNotes } from './points/samples.ts';
import { isTranslations, joined as joinedTexts, readTranslations, translationNotes } from './points/translations.ts';
import { type Context, createReader, isNone, type Reader, words } from './reader.ts';
import { openSameElements } from './same-elements.ts';
import { sameTitle } from './titles.ts';
import { reportUnread } from './unread.ts';
import { reportHidden, reportWithin } from './unread-markup.ts';

/**
 * Any text as a Model, with what could not be used. Never throws; the same text gives the same Model, byte for byte.
 * Diagnostics stand in the order of the text.
 */
export function readDocument(text: string): Reading {
  const document = documentOf(withPlainEnds(text));
  return asWritten(
    text,
    readRounds(document, (lexicon) => ({ lexicon, memory: null })),
  );
}

/** Reads on from an earlier text of the same document: what has not changed is kept, places moved. */
export interface Session {
  /**
   * The same as `readDocument(text)`. The Model of the reading before is used up: the places in it move along, so
   * elements that stay are the very same objects, but for texts with the line ends of other systems.
   */
  readonly read: (text: string) => Reading;
}

export function openSession(): Session {
  let before: {
    readonly document: Document;
    readonly rounds: readonly Remembered[];
    readonly reading: Reading;
  } | null = null;
  const words = openWords();
  const same = openSameElements();
  return {
    read: (written) => {
      const text = withPlainEnds(written);
      const typed = before === null ? null : changeBetween(before.document.parsed, parsedText(text).parsed);
      if (before !== null && typed === null) return asWritten(written, before.reading);
      const fragments = before === null ? [] : TreeFragment.addTree(before.document.tree);
      const document = documentOf(text, typed === null ? fragments : TreeFragment.applyChanges(fragments, [typed]));
      // A comment that begins or ends elsewhere hides or shows what nobody typed.
      const change =
        before === null || typed === null
          ? null
          : joinedChange(typed, changeBetween(before.document.text, document.text), before.document.text.length);
      const rounds: Remembered[] = [];
      const earlier = before?.rounds ?? [];
      words.next();
      const reading = readRounds(document, (fresh) => {
        const lexicon = fresh === null ? null : words.known(fresh);
        const last = earlier[rounds.length];
        const memory = memoryAfter(last?.all ?? new Map(), last?.lexicon === lexicon, change, words);
        rounds.push({ lexicon, all: memory.all });
        return { lexicon, memory };
      });
      const model = same(reading.model, document.text, change);
      before = { document, rounds, reading: { ...reading, model } };
      return asWritten(written, before.reading);
    },
  };
}

/** The events of each entity. */
function eventsOf(machines: readonly Machine[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { entity, transitions } of machines) {
    const events = found.get(entity) ?? new Set();
    for (const { event } of transitions) if (event !== null) events.add(event);
    found.set(entity, events);
  }
  return found;
}

/** What one round of reading kept, and the lexicon that it went by. */
interface Remembered {
  readonly lexicon: Lexicon | null;
  readonly all: AllKept;
}

/** What a round goes by: the lexicon that is given or one that says the same, and what the round before it kept. */
type Remember = (lexicon: Lexicon | null) => { readonly lexicon: Lexicon | null; readonly memory: Memory | null };

function readRounds(document: Document, remember: Remember): Reading {
  const cut = cutOf(document);
  let reading = readWith(cut, remember(null));
  let names = '';
  for (let round = 1; reading.again && round <= MOST_READINGS; round += 1) {
    const lexicon = lexiconOf(reading.model, reading.predicates);
    const found = namesOf(lexicon);
    if (found === names) break;
    names = found;
    reading = readWith(cut, remember(lexicon));
  }
  const { model } = reading;
  const diagnostics = reading.diagnostics();
  if (!reading.inWords) return { model, diagnostics };
  return { model: withAllWords(model, document.text, cut.outline.sections), diagnostics };
}

/** A document as all rounds find it, whatever they know. */
interface Cut {
  readonly document: Document;
  readonly outline: Outline;
  readonly entities: (reader: Reader) => EntityOutline;
}

function cutOf(document: Document): Cut {
  const outline = outlineOf(document);
  let entities: EntityOutline | null = null;
  return {
    document,
    outline,
    entities: (reader) => {
      entities ??= outlineEntities(reader, sectionsOf(outline, 3));
      return entities;
    },
  };
}

const sectionsOf = ({ sections }: Outline, point: Point): Section[] =>
  joined(sections.filter((section) => section.point === point));

/** Plain words are understood by the names that the reading before found; what they state may be names again. */
const MOST_READINGS = 3;

export interface Reading {
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
}

interface Round {
  readonly model: Model;
  /** Asked for once, of the last round. */
  readonly diagnostics: () => readonly Diagnostic[];
  /** It was read by the names that an earlier reading found. */
  readonly inWords: boolean;
  /** Plain words were met, which are understood by the names that the document states. */
  readonly again: boolean;
  readonly predicates: readonly Predicate[];
}

function readWith(cut: Cut, { lexicon, memory }: ReturnType<Remember>): Round {
  const { document, outline } = cut;
  const reader = createReader(document.text, lexicon, memory);
  const points = statedPoints(outline);
  for (const heading of document.headings)
    reader.kept('markup', heading, points.key, () => {
      reportWithin(reader, heading);
      reportUnmarked(reader, heading, points, document.text);
      return null;
    });
  const at = (point: Point) => sectionsOf(outline, point);
  reportHidden(reader, document);
  reportHeadings(reader, outline, document.text);
  reportUnread(reader, document.text, outline.sections);
  const intro = contentOf(reader, outline.intro, { point: null, keys: [], free: true });
  const once = <T>(point: Point, read: (sections: readonly Section[]) => T, context: Context = ''): T => {
    const sections = at(point);
    const [section] = sections;
    return section === undefined || outline.sections.filter((each) => each.point === point).length > 1
      ? read(sections)
      : reader.kept(`point ${point}`, section, context, () => read(sections));
  };
  const limits = once(9, (sections) => readLimits(reader, sections));
  const explained = whoseIn(at(1).flatMap(({ blocks }) => blocks));
  const roles = once(6, (sections) => readRoles(reader, sections, explained), JSON.stringify(explained));
  const third = cut.entities(reader);
  const known = new Set([
    ...limits.constants.map(({ name }) => name),
    ...roles.roles.map(({ name }) => name),
    ...third.names,
  ]);
  const { product, states } = once(1, (sections) => readProduct(reader, sections));
  const screens = once(2, (sections) => readScreens(reader, sections));
  const entities = once(3, () => readEntities(reader, third, known), [...known].join('\n'));
  const given = { entities: entities.entities, roles: roles.roles, constants: limits.constants };
  const machines = once(4, (sections) => readMachines(reader, sections, given), Object.values(given));
  const withRights = withNamedRights(reader, machines.machines, roles.predicates, roles.eventRights);
  const rules = once(5, (sections) => readRules(reader, sections));
  const withGuest = [...roles.roles, ...guestOf(reader, screens.screens, roles.roles)];
  const named = { entities: third.headings, events: eventsOf(machines.machines) };
  const calls = once(
    7,
    (sections) => readCalls(reader, sections, named),
    JSON.stringify([[...named.entities], [...named.events].map(([entity, events]) => [entity, ...events])]),
  );
  const errors = once(8, (sections) => readErrors(reader, sections));
  const help = [
    '',
    '',
    screens.help,
    entities.help,
    machines.help,
    rules.help,
    roles.help,
    calls.help,
    errors.help,
    limits.help,
  ];
  const counts = [
    0,
    states ? 1 : 0,
    screens.screens.length,
    entities.entities.length,
    machines.machines.length,
    rules.rules.length + machines.rules.length,
    roles.roles.length + roles.permissions.length,
    calls.calls.length,
    errors.errors.length,
    limits.constants.length + limits.limits.length,
  ];
  const stated = [...rules.rules, ...machines.rules];
  const own = reader.inWords
    ? withPatterns(entities.entities, withCauses(stated, calls.calls))
    : { entities: entities.entities, rules: stated };
  const model: Model = {
    format: 1,
    name: outline.name === null ? '' : words(outline.name),
    intro: joinHelp(intro.help, ...intro.tables.map(({ at: table }) => blockQuotation(table.text))),
    points: POINTS.map((point) =>
      pointInfo(
        reader,
        point,
        at(point),
        point === 1 ? '' : joinHelp(titlesOf(outline.sections, point), help[point] ?? '', lostOf(reader, point)),
        counts[point] ?? 0,
      ),
    ),
    product: { ...product, purpose: joinHelp(titlesOf(outline.sections, 1), product.purpose, lostOf(reader, 1)) },
    screens: screens.screens,
    entities: withoutFields(own.entities, machines.settled),
    machines: withRights,
    rules: own.rules,
    roles: withGuest,
    permissions: roles.permissions,
    calls: calls.calls,
    errors: errors.errors,
    constants: limits.constants,
    limits: limits.limits,
    samples: outline.sections
      .filter(isSampleData)
      .flatMap((section) => reader.kept('samples', section, '', () => readSamples(reader, section))),
    translations: joinedTexts(
      outline.sections
        .filter(isTranslations)
        .map((section) => reader.kept('translations', section, '', () => readTranslations(reader, section))),
    ),
    appendices: appendicesOf(reader, document, outline.sections),
  };
  reader.settle(entities.entities.flatMap(({ fields }) => fields));
  const diagnostics = (): readonly Diagnostic[] => {
    reportGaps(reader, document.text, outline, model);
    reportNotYet(reader, model);
    return reader.findings(document);
  };
  return { model, diagnostics, again: reader.askedLexicon(), inWords: reader.inWords, predicates: roles.predicates };
}

/** Sections that are none of the nine points, and what stands among sample data, as they are written. */
function appendicesOf(reader: Reader, document: Document, sections: readonly Section[]): Appendix[] {
  return sections.flatMap((section) => {
    if (section.point !== null) return [];
    if (isSampleData(section)) return sampleNotes(reader, section) ?? [];
    if (isTranslations(section)) return translationNotes(reader, section) ?? [];
    const under = document.text.slice(section.body, section.to);
    const text = withoutTails(under.replace(/^(?:[ \t]*\n)+/, '').trimEnd());
    const title = section.title.text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
    return [{ title, text: text.trim() === '' ? '' : text, at: reader.place(section.heading) }];
  });
}

function lostOf({ lost }: Reader, point: Point): string {
  return joinHelp(...lost.filter((each) => each.point === point).map(({ source }) => blockQuotation(source)));
}

/** Headings in other words than ours, and those of a point that stands twice, as quotations for its help. */
function titlesOf(sections: readonly Section[], point: Point): string {
  const own = sections.filter((section) => section.point === point);
  const others = own.filter(({ title }, index) => index > 0 || !sameTitle(title.text, POINT_TITLES[point]));
  return joinHelp(
    ...others.map(({ title, heading }) => quotation((heading === own[0]?.heading ? title : heading).text)),
  );
}

/** A point that stands twice is read as if it stood once. */
function joined(sections: readonly Section[]): Section[] {
  const [first, ...rest] = sections;
  if (first === undefined || rest.length === 0) return [...sections];
  return [
    {
      ...first,
      blocks: sections.flatMap((section) => section.blocks),
      parts: sections.flatMap((section) => section.parts),
    },
  ];
}

/** Whether a point says that it is empty: `None.` and nothing else. */
const saysNone = (sections: readonly Section[]): boolean => {
  const [only, ...more] = sections.flatMap(({ blocks }) => blocks);
  if (only === undefined || more.length > 0 || sections.some(({ parts }) => parts.length > 0)) return false;
  return 'text' in only && isNone(only.text);
};

/** Stated when at least one element was read, or where it says that there is none. */
function pointInfo(reader: Reader, point: Point, sections: readonly Section[], help: string, count: number): PointInfo {
  const first = sections[0];
  return {
    id: idOf('point', String(point)),
    point,
    standing: count > 0 || saysNone(sections) ? 'stated' : 'not shown',
    at: first === undefined ? null : reader.place(first.heading),
    assumption: null,
    help,
    title: POINT_TITLES[point],
  };
}

function reportNotYet(reader: Reader, model: Model): void {
  for (const { element, what } of notYet(model)) {
    if (element.at === null) continue;
    const span = { text: ' '.repeat(element.at.to - element.at.from), from: element.at.from };
    reader.report(say.notYet(what), span, { point: element.point, element: element.id });
  }
}
