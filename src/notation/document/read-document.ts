import type { Diagnostic } from '../../model/types/diagnostic.ts';
import { idOf, POINT_TITLES, POINTS, type Point } from '../../model/types/element.ts';
import type { Api, Appendix, Entity, Machine, Model, PointInfo } from '../../model/types/model.ts';
import { readCalls } from '../calls/calls.ts';
import { readEntities } from '../entities/entities.ts';
import { readLimits } from '../limits/limits.ts';
import { type Document, documentOf } from '../markdown/document.ts';
import { NO_ANSWERS } from '../points/error-answers.ts';
import { readErrors } from '../points/errors.ts';
import { readProduct } from '../points/product.ts';
import { readRoles } from '../points/roles.ts';
import { readRules } from '../points/rules.ts';
import { isSampleData, readSamples } from '../points/sample-data.ts';
import { isTranslations, mergeTranslations as joinedTexts, readTranslations } from '../points/translations.ts';
import { messages } from '../reader/codes.ts';
import { contentOf, withoutTails } from '../reader/content.ts';
import { type Outline, outlineOf, type Section } from '../reader/outline.ts';
import { createReader, isNone, type Reader, words } from '../reader/reader.ts';
import { readScreens } from '../screens/screens.ts';
import { readMachines } from '../states/states.ts';
import { reportGaps } from './gaps.ts';
import { reportHeadings, reportUnmarkedHeadings, statedPoints } from './headings.ts';
import { withOriginalPlaces, withPlainLineEnds } from './line-ends.ts';
import { notSupported } from './not-yet.ts';
import { withoutNumberedParts } from './numbered-parts.ts';
import { reportHidden, reportUnreadContent } from './unread-markup.ts';

/** The Model of a document, and the findings of the reader in the order of the text. */
export interface Reading {
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads any text as a Model. Never throws; the same text gives the same Model, byte for byte. */
export function readDocument(text: string): Reading {
  return withOriginalPlaces(text, readPlain(documentOf(withPlainLineEnds(text))));
}

function readPlain(document: Document): Reading {
  const outline = outlineOf(document);
  const reader = createReader(document.text);
  const points = statedPoints(outline);
  for (const heading of document.headings) {
    reportUnreadContent(reader, heading);
    reportUnmarkedHeadings(reader, heading, points, document.text);
  }
  reportHidden(reader, document);
  reportHeadings(reader, outline, document.text);
  const sections = POINTS.map((point) =>
    sectionsOf(outline, point).map((section) => (point === 1 ? section : withoutNumberedParts(reader, point, section))),
  );
  const at = (point: Point): readonly Section[] => sections[point - 1] ?? [];

  const limits = readLimits(reader, at(9));
  const { product, states } = readProduct(reader, at(1));
  const entities = readEntities(reader, at(3));
  const machines = readMachines(reader, at(4), entities.entities);
  const entityNames = new Set(entities.entities.map(({ name }) => name));
  const events = eventsOf(machines.machines);
  const screens = readScreens(reader, at(2), entityNames);
  const rules = readRules(reader, at(5), { entities: entityNames, events });
  const roles = readRoles(reader, at(6), events);
  const calls = readCalls(reader, at(7), events, personIn(entities.entities));
  const errors = readErrors(reader, at(8));

  const help: Record<Point, string> = {
    1: '',
    2: screens.help,
    3: entities.help,
    4: machines.help,
    5: rules.help,
    6: roles.help,
    7: calls.help,
    8: errors.help,
    9: limits.help,
  };
  const counts: Record<Point, number> = {
    1: states ? 1 : 0,
    2: screens.screens.length,
    3: entities.entities.length,
    4: machines.machines.length,
    5: rules.rules.length,
    6: roles.roles.length + roles.permissions.length,
    7: calls.calls.length + calls.shapes.length + (statesApi(calls.api) ? 1 : 0),
    8: errors.errors.length + (errors.errorAnswers === NO_ANSWERS ? 0 : 1),
    9: limits.constants.length + limits.limits.length,
  };
  const model: Model = {
    format: 1,
    name: outline.name === null ? '' : words(outline.name),
    intro: contentOf(reader, outline.intro, { point: null, keys: [], free: true }).help,
    points: POINTS.map((point) =>
      pointInfo(
        reader,
        point,
        at(point),
        help[point],
        counts[point] > 0 || (point === 6 && hasUnread(reader, outline, point)),
      ),
    ),
    product,
    screens: screens.screens,
    entities: entities.entities,
    machines: machines.machines,
    rules: rules.rules,
    roles: roles.roles,
    permissions: roles.permissions,
    api: calls.api,
    shapes: calls.shapes,
    calls: calls.calls,
    errors: errors.errors,
    errorAnswers: errors.errorAnswers,
    constants: limits.constants,
    limits: limits.limits,
    samples: outline.sections.filter(isSampleData).flatMap((section) => readSamples(reader, section)),
    translations: joinedTexts(
      outline.sections.filter(isTranslations).map((section) => readTranslations(reader, section)),
    ),
    appendices: appendicesOf(reader, document, outline.sections),
  };
  reportGaps(reader, document.text, outline, model);
  reportNotYet(reader, model);
  return { model, diagnostics: reader.findings(document) };
}

/** Whether a key of point 7 states something for all calls. */
const statesApi = ({ names, signIn, cors, openApi, documentation, options }: Api): boolean =>
  names !== null ||
  signIn.length + cors.length > 0 ||
  openApi !== null ||
  documentation !== null ||
  Object.values(options).some((value) => value !== null);

const sectionsOf = ({ sections }: Outline, point: Point): readonly Section[] =>
  joined(sections.filter((section) => section.point === point));

/** The entity of the people: the one with the sign-in field. */
const personIn = (entities: readonly Entity[]): string | null =>
  entities.find(({ fields }) => fields.some(({ signIn }) => signIn))?.name ?? null;

/** The events of each entity. */
function eventsOf(machines: readonly Machine[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byEntity = new Map<string, Set<string>>();
  for (const { entity, transitions } of machines) {
    const events = byEntity.get(entity) ?? new Set();
    for (const { event } of transitions) if (event !== null) events.add(event);
    byEntity.set(entity, events);
  }
  return byEntity;
}

/** Returns the sections that are not points, sample data or translations, with their text as written. */
function appendicesOf(reader: Reader, document: Document, sections: readonly Section[]): Appendix[] {
  return sections.flatMap((section) => {
    if (section.point !== null || isSampleData(section) || isTranslations(section)) return [];
    const under = document.text.slice(section.body, section.to);
    const text = withoutTails(under.replace(/^(?:[ \t]*\n)+/, '').trimEnd());
    const title = section.title.text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
    return [{ title, text: text.trim() === '' ? '' : text, at: reader.place(section.heading) }];
  });
}

/** Merges sections of the same point. */
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

/** Whether a point contains only `None.` */
const saysNone = (sections: readonly Section[]): boolean => {
  const [only, ...more] = sections.flatMap(({ blocks }) => blocks);
  if (only === undefined || more.length > 0 || sections.some(({ parts }) => parts.length > 0)) return false;
  return 'text' in only && isNone(only.text);
};

const NO_CONTENT: ReadonlySet<string> = new Set(['not-shown', 'section-title', 'section-twice']);

/**
 * Whether something under the heading of a point was not read or not understood. The point is then shown, but its
 * meaning is unknown.
 */
function hasUnread({ diagnostics }: Reader, { sections }: Outline, point: Point): boolean {
  return sections.some(
    (section) =>
      section.point === point &&
      diagnostics.some(({ code, at }) => !NO_CONTENT.has(code) && section.body <= at.from && at.from < section.to),
  );
}

/** Returns the info of a point. It is stated if it has an element or may have one, or says `None.` */
function pointInfo(
  reader: Reader,
  point: Point,
  sections: readonly Section[],
  help: string,
  states: boolean,
): PointInfo {
  const first = sections[0];
  return {
    id: idOf('point', String(point)),
    point,
    standing: states || saysNone(sections) ? 'stated' : 'not shown',
    at: first === undefined ? null : reader.place(first.heading),
    assumption: null,
    help,
    title: POINT_TITLES[point],
  };
}

function reportNotYet(reader: Reader, model: Model): void {
  for (const { element, what } of notSupported(model)) {
    if (element.at === null) continue;
    const span = { text: ' '.repeat(element.at.to - element.at.from), from: element.at.from };
    reader.report(messages.notYet(what), span, { point: element.point, element: element.id });
  }
}
