import type { Appendix, Model } from '../model/types/model.ts';
import { POINT_TITLES, POINTS, type Point } from '../model/types/place.ts';
import { printProduct } from './print/1-product.ts';
import { printScreens } from './print/2-screens.ts';
import { printEntities } from './print/3-entities.ts';
import { printMachines } from './print/4-states.ts';
import { printRules } from './print/5-rules.ts';
import { printRoles } from './print/6-roles.ts';
import { printCalls } from './print/7-calls.ts';
import { printErrors } from './print/8-errors.ts';
import { printLimits } from './print/9-limits.ts';
import { printSamples } from './print/samples.ts';
import { blocks, NOT_SHOWN, text } from './print/text.ts';
import { printTranslations } from './print/translations.ts';

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

/**
 * The one canonical text of a Model: `readDocument` gives the same Model back, but for places. What is assumed is left
 * out. What the reader reported as not read is not in the Model, and so not in the text either.
 */
export function printDocument(model: Model): string {
  const own = statedOnly(model);
  const title = `# Specification: ${text(own.name)}`.trimEnd();
  return `${blocks([title, own.intro, ...POINTS.map((point) => section(own, point)), printSamples(own), printTranslations(own), ...own.appendices.map(appendix)])}\n`;
}

function appendix({ title, text: under }: Appendix): string {
  // The # at the end of a title would close the heading.
  const closing = /(?:^|\s)#+$/.test(title) ? ' #' : '';
  return blocks([title === '' ? '## ##' : `## ${title}${closing}`, under]);
}

function section(model: Model, point: Point): string {
  const info = model.points.find((candidate) => candidate.point === point);
  const content = PRINTERS[point](model);
  const isGap = content === '' || (point === 1 && info?.standing === 'not shown');
  return blocks([`## ${point}. ${POINT_TITLES[point]}`, isGap ? NOT_SHOWN : '', info?.help ?? '', content]);
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
