import type { Model } from '../../model/types/model.ts';
import { askingOf } from '../oracle/asking.ts';
import { ownerOf } from '../oracle/unjudged.ts';
import type { Answer, Request, Stored } from '../oracle/world.ts';
import type { Driver } from './ask.ts';

/** How often an element of the document was tried: it let a request through, or stood in its way. */
export interface Tried {
  allowed: number;
  refused: number;
}

/** By the id of the element: a cell of the matrix, a transition, a rule or a call. */
export type Covered = Map<string, Tried>;

/** Which lines a request tries: the cells of whoever asks, the transitions from where the record is, the rules, the call. */
export function noteTried(
  driver: Driver,
  person: Stored | null,
  request: Request,
  call: string | null,
  before: Stored | undefined,
  expected: Answer,
): void {
  const { model, covered, subject, world } = driver;
  if (!('entity' in request)) return;
  const { entity, kind } = request;
  const note = (id: string, allowed: boolean) => count(covered, id, allowed);
  if (call !== null) note(call, expected.allowed);
  if (kind === 'event') {
    for (const { id } of leaving(model, before, request.event)) note(id, expected.allowed);
  } else {
    const { roles } = askingOf(model, world, person?.id ?? null, subject.clock.now);
    const operation = kind === 'list' ? 'read' : kind;
    const sent = 'input' in request ? namesIn(request.input) : null;
    for (const cell of model.permissions) {
      if (cell.entity !== entity || cell.operation !== operation || !roles.includes(cell.role)) continue;
      if (cell.field === null || sent === null || sent.includes(cell.field)) note(cell.id, expected.allowed);
    }
  }
  if (kind === 'create' || kind === 'change' || kind === 'event') noteRules(driver, entity, expected);
}

/** What of the catalogue was answered. */
export function noteErrors({ model, covered }: Driver, expected: Answer): void {
  const told = expected.allowed ? (expected.warned?.faults ?? []) : [expected, ...expected.faults];
  const codes = new Set(told.map(({ code }) => code));
  for (const { id, code } of model.errors) if (codes.has(code)) count(covered, id, false);
}

/** A rule held where something was written; it stood in the way where it is among what failed. */
function noteRules({ model, covered }: Driver, entity: string, expected: Answer): void {
  const faults = expected.allowed ? (expected.warned?.faults ?? []) : expected.faults;
  const failed = new Set(faults.flatMap(({ rule }) => rule ?? []));
  for (const id of failed) count(covered, id, false);
  if (!expected.allowed) return;
  for (const rule of model.rules)
    if (ownerOf(model, rule.entity) === entity && !failed.has(rule.id)) count(covered, rule.id, true);
}

/** What the product took by itself: the ways of timers, and of events elsewhere, from where the record was to where it is. */
export function noteTaken({ model, covered }: Driver, before: Stored | undefined, after: Stored): void {
  for (const { name, entity, transitions } of model.machines) {
    if (entity !== after.entity) continue;
    const [from, to] = [before?.values.get(name), after.values.get(name)];
    for (const each of transitions)
      if (each.timer !== null && each.from === from && each.to === to) count(covered, each.id, true);
  }
}

function leaving(model: Model, before: Stored | undefined, event: string) {
  if (before === undefined) return [];
  return model.machines
    .filter(({ entity }) => entity === before.entity)
    .flatMap(({ name, transitions }) =>
      transitions.filter((each) => each.event === event && each.from === before.values.get(name)),
    );
}

const namesIn = (input: unknown): readonly string[] =>
  input !== null && typeof input === 'object' ? Object.keys(input) : [];

function count(covered: Covered, id: string, allowed: boolean): void {
  const tried = covered.get(id) ?? { allowed: 0, refused: 0 };
  covered.set(id, tried);
  if (allowed) tried.allowed += 1;
  else tried.refused += 1;
}
