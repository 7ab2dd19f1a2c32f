import { roleField } from '../model/lookups/roles.ts';
import type { EntitySchema, Schema } from '../model/lookups/schema.ts';
import type { Machine, Model, Sample, SampleRow, Screen } from '../model/types/model.ts';
import type { CheckContext } from './check.ts';
import { withArticle } from './places.ts';

/** What a finding looks like to a person. */
export interface Scene {
  /** A role of point 6, or a field that leads to a person (`owner`); none: somebody who signs in. */
  readonly who?: string | null;
  /** Whose record, form or list is opened; none, and no screen: nothing is said of it. */
  readonly entity?: string | null;
  /** The state that the record is in. */
  readonly state?: { readonly machine: Machine; readonly name: string } | null;
  /** Which screen of the entity is opened: its record where nothing is said. */
  readonly opens?: 'record' | 'form' | 'list';
  /** The very screen, where the finding is about one. */
  readonly screen?: Screen | null;
  /** What then comes of it: one or more clauses, without the full stop. */
  readonly happens: string;
}

/**
 * One paragraph: a person, a record, the path to it and what then happens. Persons and records are those of the sample
 * data where some fit; others are made up by their role, "Somebody with the role Buyer".
 */
export function witnessOf({ model, schema }: Pick<CheckContext, 'model' | 'schema'>, scene: Scene): string {
  const record = recordFor(model, schema, scene);
  const person = personFor(model, schema, scene.who ?? null, record);
  const place = placeFor(model, scene, record, schema);
  return place === null ? `${person}: ${scene.happens}.` : `${person} opens ${place}: ${scene.happens}.`;
}

/** Somebody of a role: from the sample data, else made up. */
export function somebody({ model, schema }: Pick<CheckContext, 'model' | 'schema'>, role: string | null): string {
  return personFor(model, schema, role, null);
}

interface Found {
  readonly sample: Sample;
  readonly row: SampleRow;
  /** Counted from 1. */
  readonly number: number;
}

function personFor(model: Model, schema: Schema, who: string | null, record: Found | null): string {
  if (who === null) return 'Somebody who signs in';
  if (!schema.roles.has(who)) {
    const named = record === null ? null : cell(record, who);
    if (named !== null) return `${named} (${who})`;
    return who === 'createdBy' ? 'Whoever made it' : `Whoever its ${who} is`;
  }
  const row = rowOf(schema.person, model, (found) => holds(schema, found, who));
  const name = row === null ? null : nameOf(row, schema.person);
  return name === null ? `Somebody with the role ${who}` : `${name} (${who})`;
}

function holds(schema: Schema, found: Found, role: string): boolean {
  if (schema.roles.get(role)?.everyone === true) return true;
  const field = roleField(schema);
  const held = field === null ? null : cell(found, field.name);
  return held?.split(/[,;]/).some((name) => name.trim() === role) ?? false;
}

/** A record of the sample data in that state; one of no stated state is a new one. */
function recordFor(model: Model, schema: Schema, { entity, state, opens }: Scene): Found | null {
  if (entity === undefined || entity === null || (opens ?? 'record') !== 'record') return null;
  return rowOf(schema.entities.get(entity) ?? null, model, (found) => {
    if (state === undefined || state === null) return true;
    return (cell(found, state.machine.name) ?? state.machine.initial) === state.name;
  });
}

function rowOf(entity: EntitySchema | null, { samples }: Model, fits: (found: Found) => boolean): Found | null {
  for (const sample of samples) {
    if (sample.entity !== entity?.entity.name) continue;
    for (const [index, row] of sample.rows.entries()) {
      const found = { sample, row, number: index + 1 };
      if (fits(found)) return found;
    }
  }
  return null;
}

function cell({ sample, row }: Found, column: string): string | null {
  const text = row.cells[sample.columns.findIndex(({ name }) => name === column)]?.text.trim() ?? '';
  return text === '' ? null : text;
}

function nameOf(found: Found, entity: EntitySchema | null): string | null {
  const title = entity?.title ?? null;
  return (title === null ? null : cell(found, title)) ?? found.row.cells[0]?.text ?? null;
}

/** The screen's path and the record on it, as far as there are both. */
function placeFor(model: Model, scene: Scene, record: Found | null, schema: Schema): string | null {
  const entity = scene.entity ?? scene.screen?.entity ?? null;
  const screen = scene.screen ?? screenFor(model, scene);
  const route = screen === null ? null : screen.route.replace(/:[^/]+/g, String(record?.number ?? 1));
  const ofRecord = screen === null || screen.route.includes(':');
  if (entity === null || !ofRecord || scene.opens === 'form') return route;
  const name = record === null ? null : nameOf(record, schema.entities.get(entity) ?? null);
  const what = name === null ? withArticle(entity) : `“${name}”`;
  const stands = scene.state === undefined || scene.state === null ? what : `${what} in ${scene.state.name}`;
  return route === null ? stands : `${route}, ${stands}`;
}

function screenFor({ screens }: Model, { entity, opens, who }: Scene): Screen | null {
  if (entity === undefined || entity === null) return null;
  const wanted = opens ?? 'record';
  const fits = ({ kind, route }: Screen) => {
    if (wanted === 'list') return kind === 'table' || kind === 'list' || kind === 'board' || kind === 'calendar';
    return wanted === 'form' ? kind === 'form' && !route.includes(':') : kind === 'record';
  };
  const own = screens.filter((screen) => screen.entity === entity && fits(screen));
  const open = ({ roles }: Screen) =>
    roles !== null && (roles.length === 0 || who === undefined || roles.some(({ name }) => name === who));
  return own.find(open) ?? own[0] ?? null;
}
