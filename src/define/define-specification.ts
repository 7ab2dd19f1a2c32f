import { idOf, POINT_TITLES, POINTS } from '../model/types/element.ts';
import type { LimitName, Model, Stated } from '../model/types/model.ts';
import { printDocument } from '../notation/document/print-document.ts';
import { readDocument } from '../notation/document/read-document.ts';
import { apiOf, callOf, shapeOf } from './calls.ts';
import { atPath, type DefineContext, type DefineProblem, entityOf, machineOf } from './entities-and-machines.ts';
import type { SpecificationInput } from './input.ts';
import {
  cellsOf,
  constantOf,
  errorAnswersOf,
  errorsOf,
  limitOf,
  roleOf,
  ruleOf,
  sampleOf,
  translationsOf,
} from './rules-to-limits.ts';
import { screenOf } from './screens.ts';

export type { DefineProblem } from './entities-and-machines.ts';
export type * from './input.ts';

/** Thrown for an object that is not a valid specification, with every problem. */
export class SpecificationError extends Error {
  override readonly name = 'SpecificationError';
  readonly problems: readonly DefineProblem[];

  constructor(problems: readonly DefineProblem[]) {
    super(problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('\n'));
    this.problems = problems;
  }
}

/**
 * Returns the Model of a specification written in TypeScript, equal to the Model of its document: `printDocument`
 * prints that document, and `readDocument` reads the Model back. The compiler checks the names of entities, fields,
 * states, roles, errors and constants. Expressions are texts, as in a document. Throws a `SpecificationError` with
 * every problem.
 */
export function defineSpecification<
  const Fields extends { readonly [entity: string]: object },
  const Machines extends { readonly [entity: string]: { readonly [machine: string]: string } } = Record<never, never>,
  const Role extends string = never,
  const Code extends string = never,
  const Constant extends string = never,
  const Event extends string = string,
>(specification: SpecificationInput<Fields, Machines, Role, Code, Constant, Event>): Model {
  return modelOf(specification as AnySpecification);
}

type AnySpecification = SpecificationInput<
  { readonly [entity: string]: { readonly [field: string]: unknown } },
  { readonly [entity: string]: { readonly [machine: string]: string } },
  string,
  string,
  string
>;

function modelOf(input: AnySpecification): Model {
  const here: DefineContext = { path: '', problems: [] };
  const draft = draftOf(input, here);
  if (here.problems.length > 0) throw new SpecificationError(here.problems);
  const text = printDocument(draft);
  const { model, diagnostics } = readDocument(text);
  const findings = diagnostics.filter(
    // An appendix belongs to no point and stays as it is.
    ({ severity, code, point }) =>
      severity === 'error' || severity === 'warning' || (code === 'not-read' && point !== null),
  );
  if (findings.length > 0)
    throw new SpecificationError(
      findings.map(({ element, message, next }) => ({ path: element ?? '', message: `${message} ${next}` })),
    );
  if (printDocument(model) !== text)
    throw new SpecificationError([{ path: '', message: 'A document cannot state this without losing something.' }]);
  return withoutLines(model);
}

function draftOf(input: AnySpecification, here: DefineContext): Model {
  const each = <T, R>(
    all: Readonly<Record<string, T | undefined>> | undefined,
    part: string,
    make: (name: string, one: T, at: DefineContext) => R,
  ): R[] =>
    Object.entries(all ?? {}).flatMap(([name, one]) =>
      one === undefined ? [] : [make(name, one, atPath(here, part, name))],
    );
  const { product = {} } = input;
  const roles = Object.keys(input.roles ?? {});
  return {
    format: 1,
    name: input.name,
    intro: input.intro ?? '',
    points: POINTS.map((point) => ({
      id: idOf('point', String(point)),
      point,
      standing: point === 6 && roles.length === 0 ? 'not shown' : 'stated',
      at: null,
      assumption: null,
      help: point === 1 ? '' : (input.prose?.[point] ?? ''),
      title: POINT_TITLES[point],
    })),
    product: {
      purpose: product.purpose ?? '',
      audience: product.audience ?? [],
      language: stated(product.language),
      timeZone: stated(product.timeZone),
      offline: product.offline ?? null,
    },
    screens: each(input.screens, 'screens', screenOf),
    entities: each(input.entities, 'entities', entityOf),
    machines: each(input.machines, 'machines', (entity, machines, at) =>
      Object.entries(machines).map(([name, machine]) => machineOf(entity, name, machine, atPath(at, name))),
    ).flat(),
    rules: each(input.rules, 'rules', ruleOf),
    roles: each(input.roles, 'roles', roleOf),
    permissions: each(input.permissions, 'permissions', (entity, cells, at) =>
      cellsOf(entity, cells, roles, at),
    ).flat(),
    api: apiOf(input.api ?? {}),
    shapes: each(input.shapes, 'shapes', shapeOf),
    calls: each(input.calls, 'calls', callOf),
    errors: each(input.errors, 'errors', errorsOf).flat(),
    errorAnswers: errorAnswersOf(input.errorAnswers ?? {}),
    constants: each(input.constants, 'constants', constantOf),
    limits: Object.entries(input.limits ?? {}).flatMap(([name, limit]) =>
      limit === undefined ? [] : [limitOf(name as LimitName, limit)],
    ),
    samples: each(input.samples, 'samples', sampleOf),
    translations: translationsOf(input.translations ?? {}),
    appendices: Object.entries(input.appendices ?? {}).map(([title, text]) => ({ title, text, at: null })),
  };
}

function stated(value: string | undefined): Stated<string> {
  return { value: value ?? null, standing: value === undefined ? 'not shown' : 'stated', at: null };
}

/** Removes places, because no document states the elements. */
function withoutLines(model: Model): Model {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, key === 'at' ? null : strip(part)]));
  };
  return strip(model) as Model;
}
