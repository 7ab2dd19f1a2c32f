import { NO_API } from '../../../src/model/lookups/call-options.ts';
import { labelOf } from '../../../src/model/lookups/label-from-name.ts';
import { PLAIN_FIELD } from '../../../src/model/lookups/plain-field.ts';
import { PLAIN_SCREEN } from '../../../src/model/lookups/plain-screen.ts';
import { type Element, idOf, POINT_TITLES, POINTS, type Point } from '../../../src/model/types/element.ts';
import type { Formula, Tree } from '../../../src/model/types/formula.ts';
import type { Entity, Field, Machine, Model, Screen } from '../../../src/model/types/model.ts';
import type { Type } from '../../../src/model/types/types.ts';

/** Hand-built Models: what a reader would make of a document, without the reader. */

export function element(point: Point, id: string): Element {
  return { id, point, standing: 'stated', at: null, assumption: null, help: '' };
}

export function named(name: string) {
  return { name, label: labelOf(name), plural: null, translations: {} };
}

export function modelOf(parts: Partial<Model> = {}): Model {
  return {
    format: 1,
    name: 'Test',
    intro: '',
    points: POINTS.map((point) => ({ ...element(point, idOf('point', String(point))), title: POINT_TITLES[point] })),
    product: { purpose: '', audience: [], language: given('en'), timeZone: given('Europe/Berlin'), offline: null },
    screens: [],
    entities: [],
    machines: [],
    rules: [],
    roles: [],
    permissions: [],
    translations: { languages: [], texts: [] },
    appendices: [],
    api: NO_API,
    shapes: [],
    calls: [],
    errors: [],
    errorAnswers: { body: null, mediaType: null, member: null },
    constants: [],
    limits: [],
    samples: [],
    ...parts,
  };
}

const given = (value: string) => ({ value, standing: 'stated', at: null }) as const;

export type FieldParts = Partial<Omit<Field, 'name' | 'type'>>;

export function fieldOf(entity: string, name: string, type: Type, parts: FieldParts = {}): Field {
  return {
    ...element(3, idOf('field', entity, name)),
    ...named(name),
    type,
    ...PLAIN_FIELD,
    ...parts,
  };
}

/** Fields by name: a type, or a type and what else is stated. */
export type Fields = readonly (readonly [name: string, type: Type, parts?: FieldParts])[];

export function entityOf(name: string, fields: Fields, parts: Partial<Pick<Entity, 'belongsTo' | 'was'>> = {}): Entity {
  return {
    ...element(3, idOf('entity', name)),
    ...named(name),
    fields: fields.map(([field, type, more]) => fieldOf(name, field, type, more)),
    belongsTo: null,
    was: [],
    unique: [],
    key: null,
    ...parts,
  };
}

/** States in order; the first is that of a new record. */
export function machineOf(entity: string, name: string, states: readonly string[]): Machine {
  return {
    ...element(4, idOf('machine', entity, name)),
    ...named(name),
    entity,
    states: states.map((state) => ({
      ...named(state),
      id: idOf('state', entity, name, state),
      at: null,
      final: false,
    })),
    transitions: [],
    initial: states[0] ?? null,
    stateless: false,
    editableIn: [],
    groups: [],
    colours: [],
    primary: [],
    danger: [],
  };
}

export function screenOf(route: string, entity: string, parts: Partial<Screen> = {}): Screen {
  return {
    ...element(2, idOf('screen', route)),
    ...named(route),
    route,
    ...PLAIN_SCREEN,
    kind: 'table',
    entity,
    roles: [],
    ...parts,
  };
}

export function formula(text: string, tree: Tree | null = null): Formula {
  return { text, at: null, tree };
}

export const nameTree = (name: string): Tree => ({ op: 'name', name, from: 0, to: 0 });
export const numberTree = (digits: string, unit: string | null = null): Tree => ({
  op: 'number',
  digits,
  unit,
  from: 0,
  to: 0,
});

export const text = (max: number | null = null): Type => ({
  kind: 'text',
  min: null,
  max: max === null ? null : { value: max },
});
export const longText: Type = { kind: 'long text', min: null, max: null };
export const integer: Type = { kind: 'integer', min: null, max: null, step: null, unit: null };
export const decimal = (precision: number, scale: number): Type => ({
  kind: 'decimal',
  precision,
  scale,
  min: null,
  max: null,
  unit: null,
});
export const money = (currency: string | null): Type => ({ kind: 'money', currency, scale: 2, min: null, max: null });
export const yesNo: Type = { kind: 'boolean' };
export const date: Type = { kind: 'date' };
export const instant: Type = { kind: 'date and time' };
export const email: Type = { kind: 'email' };
export const file: Type = { kind: 'file', endings: [], maxSize: null, several: false, min: null, max: null };
export const role = (several: boolean): Type => ({ kind: 'role', several });
export const reference = (entity: string): Type => ({ kind: 'reference', entity });
export const several = (entity: string, ordered = false): Type => ({
  kind: 'references',
  entity,
  ordered,
  min: null,
  max: null,
});
export const lines = (entity: string, max: number | null = null): Type => ({
  kind: 'list',
  entity,
  min: null,
  max: max === null ? null : { value: max },
});
export const choice = (...names: readonly string[]): Type => ({
  kind: 'choice',
  options: names.map((name) => ({ name, label: labelOf(name), translations: {} })),
  several: false,
});
