import { POINT_TITLES, POINTS, type Point } from '../../model/types/element.ts';
import type { Appendix, Model } from '../../model/types/model.ts';
import { NOT_READ } from '../points/roles.ts';
import { printProduct } from '../print/1-product.ts';
import { printScreens } from '../print/2-screens.ts';
import { printEntities } from '../print/3-entities.ts';
import { printMachines } from '../print/4-states.ts';
import { printRules } from '../print/5-rules.ts';
import { printRoles } from '../print/6-roles.ts';
import { printCalls } from '../print/7-calls.ts';
import { printErrors } from '../print/8-errors.ts';
import { printLimits } from '../print/9-limits.ts';
import { printSamples } from '../print/samples.ts';
import { blocks, NOT_SHOWN, text } from '../print/text.ts';
import { printTranslations } from '../print/translations.ts';
import { isNone } from '../reader/reader.ts';

const PRINTERS: Readonly<Record<Point, (model: Model) => string>> = {
  1: printProduct,
  2: printScreens,
  3: printEntities,
  4: printMachines,
  5: printRules,
  6: printRoles,
  7: printCalls,
  8: printErrors,
  9: printLimits,
};

/** The canonical text of each part of a document; empty if the Model states nothing there. */
export type PrintedSections = Record<Point | 'head' | 'samples' | 'translations', string>;

/**
 * Returns the canonical text of a Model. `readDocument` returns the same Model for it, apart from places. Assumed
 * elements are left out.
 */
export function printDocument(model: Model): string {
  return joinSections({ ...printSections(model), appendices: model.appendices.map(appendix) });
}

export function printSections(model: Model): PrintedSections {
  const own = statedOnly(model);
  const title = `# Specification: ${text(own.name)}`.trimEnd();
  const points = Object.fromEntries(POINTS.map((point) => [point, section(own, point)])) as Record<Point, string>;
  return {
    head: blocks([title, own.intro]),
    ...points,
    samples: printSamples(own),
    translations: printTranslations(own),
  };
}

export function joinSections(sections: PrintedSections & { readonly appendices: readonly string[] }): string {
  const { head, samples, translations, appendices } = sections;
  return `${blocks([head, ...POINTS.map((point) => sections[point]), samples, translations, ...appendices])}\n`;
}

function appendix({ title, text: under }: Appendix): string {
  // A # at the end of a title would close the heading.
  const closing = /(?:^|\s)#+$/.test(title) ? ' #' : '';
  return blocks([title === '' ? '## ##' : `## ${title}${closing}`, under]);
}

function section(model: Model, point: Point): string {
  const info = model.points.find((candidate) => candidate.point === point);
  const content = PRINTERS[point](model);
  const isGap = content === '' || (point === 1 && info?.standing === 'not shown');
  const help = info?.help ?? '';
  // Point 6 was written but not read: the printed document must not look like one that leaves it out.
  const isUnread = point === 6 && content === '' && info?.standing === 'stated' && !isNone({ text: help, from: 0 });
  return blocks([`## ${point}. ${POINT_TITLES[point]}`, isUnread ? NOT_READ : isGap ? NOT_SHOWN : '', help, content]);
}

function statedOnly(model: Model): Model {
  const stated = <T extends { readonly standing: string }>(elements: readonly T[]) =>
    elements.filter((element) => element.standing !== 'assumed');
  return {
    ...model,
    screens: stated(model.screens),
    entities: stated(model.entities),
    machines: stated(model.machines).map((machine) => ({ ...machine, transitions: stated(machine.transitions) })),
    rules: stated(model.rules),
    roles: stated(model.roles),
    permissions: stated(model.permissions),
    calls: stated(model.calls),
    errors: stated(model.errors),
    constants: stated(model.constants),
    limits: stated(model.limits),
  };
}
