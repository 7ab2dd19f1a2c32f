import { roleField } from '../../model/lookups/roles.ts';
import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { Machine, Model, Sample, SampleRow, Screen } from '../../model/types/model.ts';
import { listsRecords } from '../../model/types/screen-kinds.ts';
import { withArticle } from '../lookups/text-places.ts';
import type { CheckContext } from '../runner/check.ts';

/** The situation that a witness describes. */
export interface Scene {
  /** A role of point 6, or a field that leads to a person (`owner`). Absent: somebody who signs in. */
  readonly who?: string | null;
  /** The entity whose record, form or list is opened. Absent, and no screen: the witness names no place. */
  readonly entity?: string | null;
  /** The state of the record. */
  readonly state?: { readonly machine: Machine; readonly name: string } | null;
  /** The kind of screen of the entity that is opened; its record screen by default. */
  readonly opens?: 'record' | 'form' | 'list';
  /** The screen itself, if the finding is about one. */
  readonly screen?: Screen | null;
  /** What happens then: one or more clauses, without the full stop. */
  readonly outcome: string;
}

/**
 * Returns one paragraph: a person, a record, the path to it and what happens then. It takes persons and records from
 * the sample data if some match, and otherwise names them by role: "Somebody with the role Buyer".
 */
export function witnessOf({ model, schema }: Pick<CheckContext, 'model' | 'schema'>, scene: Scene): string {
  const record = recordFor(model, schema, scene);
  const person = personFor(model, schema, scene.who ?? null, record);
  const place = placeFor(model, scene, record, schema);
  return place === null ? `${person}: ${scene.outcome}.` : `${person} opens ${place}: ${scene.outcome}.`;
}

/** Names a person with the role: one from the sample data, or "Somebody with the role …". */
export function personWithRole({ model, schema }: Pick<CheckContext, 'model' | 'schema'>, role: string | null): string {
  return personFor(model, schema, role, null);
}

interface SampleRecord {
  readonly sample: Sample;
  readonly row: SampleRow;
  /** The number of the row in the sample data, from 1. */
  readonly number: number;
}

function personFor(model: Model, schema: Schema, who: string | null, record: SampleRecord | null): string {
  if (who === null) return 'Somebody who signs in';
  if (!schema.roles.has(who)) {
    const named = record === null ? null : cell(record, who);
    if (named !== null) return `${named} (${who})`;
    return who === 'createdBy' ? 'The person who created it' : `Its ${who}`;
  }
  const row = rowOf(schema.person, model, (found) => holds(schema, found, who));
  const name = row === null ? null : nameOf(row, schema.person);
  return name === null ? `Somebody with the role ${who}` : `${name} (${who})`;
}

function holds(schema: Schema, found: SampleRecord, role: string): boolean {
  if (schema.roles.get(role)?.everyone === true) return true;
  const field = roleField(schema);
  const held = field === null ? null : cell(found, field.name);
  return held?.split(/[,;]/).some((name) => name.trim() === role) ?? false;
}

/** Finds a record of the sample data in the wanted state. A record without a state is in the initial one. */
function recordFor(model: Model, schema: Schema, { entity, state, opens }: Scene): SampleRecord | null {
  if (entity === undefined || entity === null || (opens ?? 'record') !== 'record') return null;
  return rowOf(schema.entities.get(entity) ?? null, model, (found) => {
    if (state === undefined || state === null) return true;
    return (cell(found, state.machine.name) ?? state.machine.initial) === state.name;
  });
}

function rowOf(
  entity: EntitySchema | null,
  { samples }: Model,
  fits: (candidate: SampleRecord) => boolean,
): SampleRecord | null {
  for (const sample of samples) {
    if (sample.entity !== entity?.entity.name) continue;
    for (const [index, row] of sample.rows.entries()) {
      const found = { sample, row, number: index + 1 };
      if (fits(found)) return found;
    }
  }
  return null;
}

function cell({ sample, row }: SampleRecord, column: string): string | null {
  const text = row.cells[sample.columns.findIndex(({ name }) => name === column)]?.text.trim() ?? '';
  return text === '' ? null : text;
}

function nameOf(found: SampleRecord, entity: EntitySchema | null): string | null {
  const title = entity?.title ?? null;
  return (title === null ? null : cell(found, title)) ?? found.row.cells[0]?.text ?? null;
}

/** Returns the address of the screen and the name of the record on it, as far as both exist. */
function placeFor(model: Model, scene: Scene, record: SampleRecord | null, schema: Schema): string | null {
  const entity = scene.entity ?? scene.screen?.entity ?? null;
  const screen = scene.screen ?? screenFor(model, scene);
  const route = screen === null ? null : screen.route.replace(/:[^/]+/g, String(record?.number ?? 1));
  const ofRecord = screen === null || screen.route.includes(':');
  if (entity === null || !ofRecord || scene.opens === 'form') return route;
  const name = record === null ? null : nameOf(record, schema.entities.get(entity) ?? null);
  const what = name === null ? withArticle(entity) : `“${name}”`;
  // The events of a machine without states have an empty one.
  const state = scene.state?.name ?? '';
  const recordInState = state === '' ? what : `${what} in ${state}`;
  return route === null ? recordInState : `${route}, ${recordInState}`;
}

function screenFor({ screens }: Model, { entity, opens, who }: Scene): Screen | null {
  if (entity === undefined || entity === null) return null;
  const wanted = opens ?? 'record';
  const fits = (screen: Screen) => {
    const { kind, route } = screen;
    if (wanted === 'list') return listsRecords(screen);
    return wanted === 'form' ? kind === 'form' && !route.includes(':') : kind === 'record';
  };
  const own = screens.filter((screen) => screen.entity === entity && fits(screen));
  const open = ({ roles }: Screen) =>
    roles !== null && (roles.length === 0 || who === undefined || roles.some(({ name }) => name === who));
  return own.find(open) ?? own[0] ?? null;
}
