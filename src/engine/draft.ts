import type { Json } from '../fields/json.ts';
import { isObject, member } from '../fields/json.ts';
import { fieldType } from '../fields/lookup.ts';
import { noValues, type Row, type Value, type Values } from '../fields/value.ts';
import type { App, PreparedEntity } from './app.ts';
import { clockedRow } from './by-clock.ts';
import { type Judged, judgeChange } from './change.ts';
import { type Context, contextOf, entityOf, scopeOf } from './context.ts';
import { judgeCreate, newRow } from './create.ts';
import type { Facts } from './facts.ts';
import { askNames, inputNames } from './input-names.ts';
import type { Target } from './input-target.ts';
import { inputObject, readInputs } from './inputs.ts';
import { outcomeOf } from './raise.ts';
import type { Failure } from './refusal.ts';
import { transitionsOf } from './transitions.ts';
import type { Who } from './who.ts';
import type { WireRecord } from './wire.ts';

/** What the browser judges while somebody types, over the reduced Model of its View. */
export interface Draft {
  readonly entity: string;
  /** Null for a new record; for a change the record as this person reads it, from `rowOfWire`. */
  readonly row: Row | null;
  /** Null: create or change; else the event whose asks are typed. */
  readonly event: string | null;
  /** As it would go over the wire: the fields typed so far. */
  readonly input: Json;
}

export interface Judgement {
  /** Every failure, as the server would answer it, as far as the browser holds the facts. */
  readonly failures: readonly Failure[];
  /** The record as it would stand, computed fields included. */
  readonly values: Values;
}

/**
 * Types, required, rules and computed fields, by the very functions that `decide` uses. Never refuses for permission
 * or state; what the browser has not loaded (other records, uploads, uniqueness) is left to the server.
 */
export function judgeDraft(app: App, who: Who, draft: Draft, facts: Facts, now: number): Judgement {
  const context = contextOf(app, who, facts, now, true);
  const entity = entityOf(app, draft.entity);
  const { row, failures } = judged(context, entity, draft, inputObject(draft.input) ?? {});
  return { failures, values: clockedRow(context, row).values };
}

/** A draft as a form sends it: `input` without what is not asked for now, `hidden` the fields that are not. */
export interface ShownJudgement extends Judgement {
  readonly input: { readonly [name: string]: Json };
  readonly hidden: ReadonlySet<string>;
}

/**
 * The same for a form, where fields with a `shown when` come and go. What was typed into one that is not asked for any
 * more is not sent, and what stands in it is cleared where it is among `open`, the fields that may be typed now. Since
 * one may hang on another, it looks again until nothing changes. An event asks for what it asks for.
 */
export function judgeShown(
  app: App,
  who: Who,
  draft: Draft,
  open: ReadonlySet<string>,
  facts: Facts,
  now: number,
): ShownJudgement {
  const typed = inputObject(draft.input) ?? {};
  const context = contextOf(app, who, facts, now, true);
  const entity = entityOf(app, draft.entity);
  let hidden: ReadonlySet<string> = new Set();
  let input = typed;
  let { row, failures } = judged(context, entity, draft, input);
  if (draft.event !== null) return { input, hidden, failures, values: clockedRow(context, row).values };
  for (let pass = 0; pass <= entity.shownWhen.size; pass += 1) {
    const next = hiddenIn(context, entity, row);
    if (sameNames(next, hidden)) break;
    hidden = next;
    input = shownInput(entity, draft.row, typed, hidden, open);
    ({ row, failures } = judged(context, entity, draft, input));
  }
  return { input, hidden, failures, values: clockedRow(context, row).values };
}

function hiddenIn(context: Context, entity: PreparedEntity, row: Row): ReadonlySet<string> {
  return new Set(
    [...entity.shownWhen].flatMap(([name, condition]) => {
      // What hangs on other records is for the server to say.
      const isHere = condition?.queries.length === 0 && condition.reads.every((path) => path.length < 2);
      if (condition === null || !isHere) return [];
      return condition.evaluate(scopeOf(context, row)) === true ? [] : name;
    }),
  );
}

function shownInput(
  entity: PreparedEntity,
  before: Row | null,
  typed: { readonly [name: string]: Json },
  hidden: ReadonlySet<string>,
  open: ReadonlySet<string>,
): { readonly [name: string]: Json } {
  const input: { [name: string]: Json } = Object.create(null);
  for (const [name, value] of Object.entries(typed)) if (!hidden.has(name)) input[name] = value;
  for (const name of hidden) {
    const stands = before === null ? entity.defaults.has(name) : (before.values[name] ?? null) !== null;
    if (stands && open.has(name)) input[name] = null;
  }
  return input;
}

const sameNames = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((name) => other.has(name));

/** A record as the browser got it, for `judgeDraft`. What it may not read is empty. */
export function rowOfWire(app: App, wire: WireRecord): Row {
  const entity = entityOf(app, wire._.entity);
  const { _, ...fields } = wire;
  return {
    entity: entity.name,
    id: wire.id,
    version: 0,
    values: valuesOfWire(app, entity, fields as { readonly [name: string]: Json }),
  };
}

function judged(
  context: Context,
  entity: PreparedEntity,
  draft: Draft,
  input: { readonly [name: string]: Json },
): Judged {
  const { app, who } = context;
  const target: Target = { entity, id: draft.row?.id ?? NEW, before: draft.row };
  if (draft.row === null) {
    const inputs = readInputs(context, target, input, inputNames(app, entity, 'create', who, null));
    return judgeCreate(context, entity, newRow(context, entity, NEW, inputs.values), inputs);
  }
  if (draft.event === null) {
    const inputs = readInputs(context, target, input, inputNames(app, entity, 'change', who, null));
    return judgeChange(context, entity, draft.row, inputs);
  }
  const { row } = draft;
  const all = transitionsOf(entity, draft.event);
  const transition = all.find(({ transition: one, machine }) => row.values[machine.name] === one.from) ?? all[0];
  if (transition === undefined) return { row, failures: [] };
  const inputs = readInputs(context, target, input, askNames(app, transition.transition, null));
  return outcomeOf(context, entity, row, transition, inputs, null);
}

/** The id of a record that is not there yet. */
const NEW = '';

function valuesOfWire(app: App, entity: PreparedEntity, wire: { readonly [name: string]: Json }): Values {
  const values = noValues();
  for (const { name, type } of entity.attributes) {
    const input = member(wire, name);
    const lines = type.kind === 'list' ? app.entities.get(type.entity) : undefined;
    if (lines !== undefined) {
      values[name] = Array.isArray(input)
        ? (input as readonly Json[]).map((item) => lineOfWire(app, lines, item))
        : null;
      continue;
    }
    values[name] = valueOfWire(app, type, input);
  }
  return values;
}

function lineOfWire(app: App, entity: PreparedEntity, item: Json): Row {
  const object = isObject(item) ? item : {};
  const id = member(object, 'id');
  return {
    entity: entity.name,
    id: typeof id === 'string' ? id : NEW,
    version: 0,
    values: valuesOfWire(app, entity, object),
  };
}

/** Bounds are not looked at: it stands in the record already. */
function valueOfWire(app: App, type: PreparedEntity['attributes'][number]['type'], input: Json): Value {
  const read = fieldType(type.kind).read(input, withoutBounds(type), app.bounds);
  return 'value' in read ? read.value : null;
}

function withoutBounds(type: PreparedEntity['attributes'][number]['type']): typeof type {
  if (type.kind === 'file') return { ...type, maxSize: null, endings: [], min: null, max: null };
  return 'min' in type ? { ...type, min: null, max: null } : type;
}
