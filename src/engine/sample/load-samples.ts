import { fieldType } from '../../fields/registry/lookup.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import { isFile, isFiles } from '../../fields/types/file.ts';
import { isRows } from '../../fields/types/list.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Place } from '../../model/types/element.ts';
import type { Field, Sample, SampleRow } from '../../model/types/model.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { contextOf } from '../context/decision-context.ts';
import type { Facts, SeriesNeed } from '../core/needs-and-facts.ts';
import { GUEST } from '../core/principal.ts';
import { rowWith, valuesOf } from '../core/row-values.ts';
import { NO_FACTS } from '../core/tracked-facts.ts';
import { type CellReader, readCell } from './sample-cell.ts';
import type { SampleUpload } from './sample-file.ts';
import { sampleProblem } from './sample-problem.ts';
import { type StatedSample, sampleRow } from './sample-row.ts';

/** The rows of `## Sample data`, ordered so that referenced rows come first. */
export interface Samples {
  readonly rows: readonly Row[];
  readonly uploads: readonly SampleUpload[];
  /** The passwords of people, which no row has. */
  readonly passwords: readonly SamplePassword[];
  /** Contradictions to the document's own types and rules, each at its line. */
  readonly problems: readonly Diagnostic[];
}

export interface SamplePassword {
  readonly entity: string;
  readonly id: string;
  readonly password: string;
}

/**
 * Creates the sample rows as the product would write them. Permissions and guards are not checked; types, required
 * fields and the rules of every event on the way to the stated state are. `newId` returns ids that are never reused.
 * The first row is the oldest.
 */
export function createSamples(model: CompiledModel, now: number, newId: () => string): Samples {
  const known = model.model.samples.flatMap((sample) => {
    const entity = model.entities.get(sample.entity);
    return entity === undefined ? [] : [{ sample, entity }];
  });
  const tables = ordered(model, known).map(({ sample, entity }) =>
    sample.rows.map((row) => ({ sample, entity, row, id: newId() })),
  );
  const problems: Diagnostic[] = unknownEntities(model);
  const uploads: SampleUpload[] = [];
  const titles = titlesOf(tables.flat());
  const byTitle: CellReader['byTitle'] = (entity, title) => titles.get(titleKey(entity, title)) ?? null;
  const stated: StatedSample[] = [];
  for (const named of tables) {
    for (const one of named) {
      const reader: CellReader = { model, now, newId, entity: one.entity, id: one.id, byTitle, uploads };
      const cells = cellsOf(reader, one.sample, one.row, problems);
      stated.push({ entity: one.entity, id: one.id, at: one.row.at, ...cells });
    }
    addComputedTitles(model, named, stated, now, titles);
  }
  const contradictions: Diagnostic[] = [];
  const built = buildRows(model, stated, now, contradictions);
  // An unreadable cell has no value; its absence is not reported a second time.
  const unread = new Set(problems.map(({ at }) => at.from));
  const { rows, passwords } = withoutPasswords(model, built);
  return {
    rows,
    uploads,
    passwords,
    problems: [...problems, ...contradictions.filter(({ at }) => !unread.has(at.from))],
  };
}

/** Takes the passwords of people out of their rows: only a hash is stored, among the credentials. */
function withoutPasswords(
  { people, entities }: CompiledModel,
  rows: readonly Row[],
): Pick<Samples, 'rows' | 'passwords'> {
  const entity = people?.entity ?? '';
  const field = entities.get(entity)?.entity.fields.find(({ type }) => type.kind === 'password')?.name;
  if (field === undefined) return { rows, passwords: [] };
  const passwords = rows.flatMap(({ entity: of, id, values }): SamplePassword[] => {
    const password = of === entity ? values[field] : null;
    return typeof password === 'string' ? [{ entity, id, password }] : [];
  });
  return {
    rows: rows.map((row) => (row.entity === entity ? rowWith(row, valuesOf([[field, null]])) : row)),
    passwords,
  };
}

/** Sorts the samples so that each entity comes after those it refers to, except in cycles. */
function ordered<T extends { readonly entity: CompiledEntity }>(model: CompiledModel, samples: readonly T[]): T[] {
  const names = [...model.entities.keys()];
  const depth = new Map<string, number>();
  const visit = (name: string, above: readonly string[]): number => {
    const done = depth.get(name);
    if (done !== undefined || above.includes(name)) return done ?? 0;
    const targets =
      model.entities
        .get(name)
        ?.entity.fields.flatMap(({ type }) =>
          type.kind === 'reference' || type.kind === 'references' ? type.entity : [],
        ) ?? [];
    const level = targets.length === 0 ? 0 : 1 + Math.max(...targets.map((target) => visit(target, [...above, name])));
    depth.set(name, level);
    return level;
  };
  for (const name of names) visit(name, []);
  return [...samples].sort((one, other) => (depth.get(one.entity.name) ?? 0) - (depth.get(other.entity.name) ?? 0));
}

type Named = { readonly sample: Sample; readonly entity: CompiledEntity; readonly row: SampleRow; readonly id: string };

const titleKey = (entity: string, title: string): string => JSON.stringify([entity, title]);

/** Adds computed titles of these rows, which rows of later tables may refer to. */
function addComputedTitles(
  model: CompiledModel,
  named: readonly Named[],
  stated: readonly StatedSample[],
  now: number,
  titles: Map<string, string>,
): void {
  const entity = named[0]?.entity;
  const field = entity?.entity.fields.find(({ name }) => name === entity.schema.title);
  if (entity === undefined || field === undefined || field.computed === null) return;
  for (const { entity: of, id, values } of buildRows(model, stated, now, [])) {
    const title = values[field.name] ?? null;
    const key = titleKey(of, String(title));
    if (of === entity.name && title !== null && !titles.has(key)) titles.set(key, id);
  }
}

/** Returns the ids by entity and stated title; the first of two rows with the same title. */
function titlesOf(named: readonly Named[]): Map<string, string> {
  const idsByTitle = new Map<string, string>();
  for (const { sample, entity, row, id } of named) {
    const index = sample.columns.findIndex((column) => column.name === entity.schema.title);
    const title = row.cells[index]?.text.trim() ?? '';
    const key = titleKey(entity.name, title);
    if (title !== '' && !idsByTitle.has(key)) idsByTitle.set(key, id);
  }
  return idsByTitle;
}

function cellsOf(
  reader: CellReader,
  sample: Sample,
  row: SampleRow,
  problems: Diagnostic[],
): Pick<StatedSample, 'values' | 'states' | 'places'> {
  const values = new Map<string, Value>();
  const states = new Map<string, string>();
  const places = new Map<string, Place | null>();
  for (const [index, { name, at }] of sample.columns.entries()) {
    const cell = row.cells[index];
    const text = cell?.text.trim() ?? '';
    if (text === '') continue;
    const place = cell?.at ?? row.at ?? at;
    places.set(name, place);
    const read = readCell(reader, name, text);
    if ('problem' in read) problems.push(sampleProblem(place, read.problem, read.next, read.element));
    else if ('state' in read) states.set(name, read.state);
    else values.set(name, read.value);
  }
  return { values, states, places };
}

/**
 * Builds the rows in two rounds, because rows may depend on each other in cycles: first over the stated rows, then over
 * the results of the first round.
 */
function buildRows(model: CompiledModel, stated: readonly StatedSample[], now: number, problems: Diagnostic[]): Row[] {
  const rows = new Map<string, Row>();
  const byEntity = rowsByEntity();
  const facts = {
    ...NO_FACTS,
    row: (entity: string, id: string) => rowIn(rows, entity, id),
    taken: () => false,
    all: byEntity.all,
    lastNumber: numbersGiven(stated),
  };
  const firsts = firstsOf(stated);
  const rounds = 2;
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, one] of stated.entries()) {
      const at = now - (stated.length - 1 - index);
      const loaded = sampleRow(contextOf(model, GUEST, facts, now), one, at);
      rows.set(one.id, loaded.row);
      byEntity.put(loaded.row);
      if (round === rounds)
        problems.push(
          ...loaded.problems,
          ...typeProblems(model, one, loaded.row),
          ...duplicates(model, one, loaded.row, firsts),
        );
    }
  }
  return stated.flatMap(({ id }) => rows.get(id) ?? []);
}

/** Stores the rows by entity, including lines; a row that is stored again keeps its position. */
function rowsByEntity(): { readonly put: (row: Row) => void; readonly all: (entity: string) => readonly Row[] } {
  const lists = new Map<string, { readonly rows: Row[]; readonly places: Map<string, number> }>();
  return {
    put: (record) => {
      for (const row of withLines(record)) {
        const { rows, places } = lists.get(row.entity) ?? { rows: [], places: new Map<string, number>() };
        const place = places.get(row.id) ?? rows.length;
        rows[place] = row;
        lists.set(row.entity, { rows, places: places.set(row.id, place) });
      }
    },
    all: (entity) => lists.get(entity)?.rows ?? [],
  };
}

const withLines = (row: Row): readonly Row[] => [
  row,
  ...Object.values(row.values).flatMap((value) => (isRows(value) ? value.flatMap(withLines) : [])),
];

/** Returns the numbers of series for rows that state none: the next ones after the greatest stated number. */
function numbersGiven(stated: readonly StatedSample[]): NonNullable<Facts['lastNumber']> {
  const given = new Map<string, { readonly greatest: number; readonly lasts: Map<string, number> }>();
  const seriesOf = ({ entity, field, period, numberIn }: SeriesNeed) => {
    const key = JSON.stringify([entity, field, period]);
    const known = given.get(key);
    if (known !== undefined) return known;
    const values = stated.flatMap((one) => (one.entity.name === entity ? (one.values.get(field) ?? []) : []));
    const greatest = values.reduce<number>((most, text) => Math.max(most, numberIn(String(text)) ?? 0), 0);
    const series = { greatest, lasts: new Map<string, number>() };
    given.set(key, series);
    return series;
  };
  return (need) => {
    const { greatest, lasts } = seriesOf(need);
    const known = lasts.get(need.id) ?? greatest + lasts.size;
    lasts.set(need.id, known);
    return known;
  };
}

function rowIn(rows: ReadonlyMap<string, Row>, entity: string, id: string): Row | null {
  const row = rows.get(id);
  return row?.entity === entity ? row : null;
}

/**
 * Validates the values against the bounds of their types, which are not checked when a cell is parsed: each value is
 * converted to wire format and validated again.
 */
function typeProblems(model: CompiledModel, one: StatedSample, row: Row): Diagnostic[] {
  return one.entity.entity.fields.flatMap((field) => {
    const value = row.values[field.name] ?? null;
    if (value === null || isFile(value) || isFiles(value) || field.computed !== null) return [];
    const type = fieldType(field.type.kind);
    const isPassword = field.type.kind === 'password' && typeof value === 'string';
    const written = isPassword ? value : type.write(value, field.type);
    const wire = isRows(value) ? value.map(({ id }) => ({ id })) : written;
    const read = type.read(wire, field.type, model.bounds);
    if (!('problem' in read)) return [];
    const message = `${field.label} does not fit its type (${read.problem.code}).`;
    return [
      sampleProblem(
        one.places.get(field.name) ?? one.at,
        message,
        'Change the cell, or the type in point 3.',
        field.id,
      ),
    ];
  });
}

/** Returns the first row that states each value of a unique field. */
function firstsOf(stated: readonly StatedSample[]): ReadonlyMap<string, string> {
  const firsts = new Map<string, string>();
  for (const { entity, id, values } of stated) {
    for (const field of entity.entity.fields) {
      const value = values.get(field.name) ?? null;
      if (!isUniqueField(field) || value === null) continue;
      const key = firstKey(entity, field, value);
      if (!firsts.has(key)) firsts.set(key, id);
    }
  }
  return firsts;
}

const isUniqueField = (field: Field): boolean => field.unique || field.signIn;

const firstKey = ({ name }: CompiledEntity, field: Field, value: Value): string =>
  JSON.stringify([name, field.name, value]);

function duplicates(
  model: CompiledModel,
  one: StatedSample,
  row: Row,
  firsts: ReadonlyMap<string, string>,
): Diagnostic[] {
  return one.entity.entity.fields.flatMap((field) => {
    const value = row.values[field.name] ?? null;
    if (!isUniqueField(field) || value === null) return [];
    const first = firsts.get(firstKey(one.entity, field, value));
    if (first === undefined || first === row.id) return [];
    const label = model.elements.get(field.id)?.label ?? field.label;
    return [
      sampleProblem(
        one.places.get(field.name) ?? one.at,
        `${label} must be unique, and another row has the same.`,
        'Give it a value of its own.',
        field.id,
      ),
    ];
  });
}

function unknownEntities({ model, entities }: CompiledModel): Diagnostic[] {
  return model.samples
    .filter((sample) => !entities.has(sample.entity))
    .map((sample) =>
      sampleProblem(sample.at, `There is no entity “${sample.entity}”.`, 'Name an entity of point 3.', null),
    );
}

export type { SampleUpload };
