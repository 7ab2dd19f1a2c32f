import type { Diagnostic } from '../model/diagnostic.ts';
import type { Model, PointInfo, Product } from '../model/model.ts';
import { idOf, POINT_TITLES, POINTS, type Point } from '../model/place.ts';
import { say } from './codes.ts';
import { contentOf } from './content.ts';
import { type Lexicon, lexiconOf } from './liberal/lexicon.ts';
import { type Document, documentOf } from './markdown/document.ts';
import { endOf, type Span } from './markdown/span.ts';
import { notYet } from './not-yet.ts';
import { outlineOf, type Section, sameTitle } from './outline.ts';
import { readProduct } from './points/1-product.ts';
import { readScreens } from './points/2-screens.ts';
import { entityNames, readEntities } from './points/3-entities.ts';
import { readMachines } from './points/4-states.ts';
import { readRules } from './points/5-rules.ts';
import { readRoles } from './points/6-roles.ts';
import { readCalls } from './points/7-calls.ts';
import { readErrors } from './points/8-errors.ts';
import { readLimits } from './points/9-limits.ts';
import { isSampleData, readSamples } from './points/samples.ts';
import { createReader, type Reader, words } from './reader.ts';

/**
 * Any text as a Model, with what could not be used. Never throws; the same text gives the same Model, byte for byte.
 * Diagnostics stand in the order of the text.
 */
export function readDocument(text: string): Reading {
  const document = documentOf(text);
  const first = readWith(document, null);
  return first.again ? readWith(document, lexiconOf(first.model)) : first;
}

export interface Reading {
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
}

/** `again`: plain words were met, which are understood by the names that the document states. */
function readWith(document: Document, lexicon: Lexicon | null): Reading & { readonly again: boolean } {
  const outline = outlineOf(document);
  const reader = createReader(document.text, lexicon);
  for (const line of document.tooDeep) reader.report(say.nestedTooDeep(), line);
  const at = (point: Point) => joined(outline.sections.filter((section) => section.point === point));
  reportHeadings(reader, outline.sections);
  const intro = contentOf(reader, outline.intro, { point: null, keys: [], free: true });
  const limits = readLimits(reader, at(9));
  const roles = readRoles(reader, at(6));
  const known = new Set([
    ...limits.constants.map(({ name }) => name),
    ...roles.roles.map(({ name }) => name),
    ...entityNames(at(3)),
  ]);
  const product = readProduct(reader, at(1));
  const screens = readScreens(reader, at(2));
  const entities = readEntities(reader, at(3), known);
  const machines = readMachines(reader, at(4));
  const rules = readRules(reader, at(5));
  const calls = readCalls(reader, at(7));
  const errors = readErrors(reader, at(8));
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
    isStated(product) ? 1 : 0,
    screens.screens.length,
    entities.entities.length,
    machines.machines.length,
    rules.rules.length,
    roles.roles.length + roles.permissions.length,
    calls.calls.length,
    errors.errors.length,
    limits.constants.length + limits.limits.length,
  ];
  const model: Model = {
    format: 1,
    name: outline.name === null ? '' : words(outline.name),
    intro: intro.help,
    points: POINTS.map((point) => pointInfo(reader, point, at(point), help[point] ?? '', counts[point] ?? 0)),
    product,
    screens: screens.screens,
    entities: entities.entities,
    machines: machines.machines,
    rules: rules.rules,
    roles: roles.roles,
    permissions: roles.permissions,
    calls: calls.calls,
    errors: errors.errors,
    constants: limits.constants,
    limits: limits.limits,
    samples: outline.sections.filter(isSampleData).flatMap((section) => readSamples(reader, section)),
    appendices: [],
  };
  reportNotYet(reader, model);
  const diagnostics = reader.diagnostics.toSorted((one, other) => one.at.from - other.at.from);
  return { model, diagnostics, again: reader.askedLexicon() };
}

function isStated({ purpose, audience, language, timeZone }: Product): boolean {
  return purpose !== '' || audience.length > 0 || language.standing === 'stated' || timeZone.standing === 'stated';
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

/** Stated when at least one element was read. */
function pointInfo(reader: Reader, point: Point, sections: readonly Section[], help: string, count: number): PointInfo {
  const first = sections[0];
  return {
    id: idOf('point', String(point)),
    point,
    standing: count > 0 ? 'stated' : 'not shown',
    at: first === undefined ? null : reader.place(first.heading),
    assumption: null,
    help,
    title: POINT_TITLES[point],
  };
}

function reportHeadings(reader: Reader, sections: readonly Section[]): void {
  const seen = new Set<Point>();
  for (const section of sections) {
    const { point, title, heading } = section;
    if (point === null) {
      if (!isSampleData(section)) reader.report(say.sectionNotRead(words(title)), heading);
    } else if (seen.has(point)) {
      reader.report(say.sectionTwice(point), heading, { point });
    } else if (!sameTitle(title.text, POINT_TITLES[point])) {
      reader.report(say.sectionTitle(point, words(title), POINT_TITLES[point]), heading, {
        point,
        edit: titleEdit(heading, point),
      });
    }
    if (point !== null) seen.add(point);
  }
}

function titleEdit(heading: Span, point: Point) {
  return {
    from: heading.from,
    to: endOf(heading),
    text: `${point}. ${POINT_TITLES[point]}`,
    title: 'Write the usual heading',
  };
}

function reportNotYet(reader: Reader, model: Model): void {
  for (const { element, what } of notYet(model)) {
    if (element.at === null) continue;
    const span = { text: ' '.repeat(element.at.to - element.at.from), from: element.at.from };
    reader.report(say.notYet(what), span, { point: element.point, element: element.id });
  }
}
