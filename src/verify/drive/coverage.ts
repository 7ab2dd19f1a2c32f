import type { Model } from '../../model/types/model.ts';
import { ownerOf } from '../evaluator/find-unjudged-parts.ts';
import { stateOf } from '../evaluator/names.ts';
import type { Answer, Request, Stored } from '../evaluator/world.ts';
import { requestContextOf } from '../oracle-rules/request-context.ts';
import type { Driver } from './send-request.ts';

/** How often an element of the document was tried: it allowed a request, or refused one. */
export interface Tried {
  allowed: number;
  refused: number;
}

/** Coverage by the id of the element: a cell of the matrix, a transition, a rule or a call. */
export type Coverage = Map<string, Tried>;

/**
 * Records what a request tries: the cells of the person's roles, the transitions from the record's state, the rules,
 * the call.
 */
export function noteTried(
  driver: Driver,
  person: Stored | null,
  request: Request,
  call: string | null,
  before: Stored | undefined,
  expected: Answer,
): void {
  const { model, coverage, subject, world } = driver;
  if (!('entity' in request)) return;
  const { entity, kind } = request;
  const note = (id: string, allowed: boolean) => count(coverage, id, allowed);
  if (call !== null) note(call, expected.allowed);
  if (kind === 'event') {
    for (const { id } of leaving(model, before, request.event)) note(id, expected.allowed);
  } else {
    const { roles } = requestContextOf(model, world, person?.id ?? null, subject.clock.now);
    const operation = kind === 'list' ? 'read' : kind;
    const sent = 'input' in request ? namesIn(request.input) : null;
    for (const cell of model.permissions) {
      if (cell.entity !== entity || cell.operation !== operation || !roles.includes(cell.role)) continue;
      if (cell.field === null || sent === null || sent.includes(cell.field)) note(cell.id, expected.allowed);
    }
  }
  if (kind === 'create' || kind === 'change' || kind === 'delete' || kind === 'event')
    noteRules(driver, entity, expected);
}

/** Records the errors of the catalogue that were returned. */
export function noteErrors({ model, coverage }: Driver, expected: Answer): void {
  const reported = expected.allowed ? (expected.warnings?.faults ?? []) : [expected, ...expected.faults];
  const codes = new Set(reported.map(({ code }) => code));
  for (const { id, code } of model.errors) if (codes.has(code)) count(coverage, id, false);
}

/** Records rules: held if something was written, refused if they are among the faults. */
function noteRules({ model, coverage }: Driver, entity: string, expected: Answer): void {
  const faults = expected.allowed ? (expected.warnings?.faults ?? []) : expected.faults;
  const failed = new Set(faults.flatMap(({ rule }) => rule ?? []));
  for (const id of failed) count(coverage, id, false);
  if (!expected.allowed) return;
  for (const rule of model.rules)
    if (ownerOf(model, rule.entity) === entity && !failed.has(rule.id)) count(coverage, rule.id, true);
}

/** Records the transitions that the product took by timers or events of other records. */
export function noteProductTransitions({ model, coverage }: Driver, before: Stored | undefined, after: Stored): void {
  for (const machine of model.machines) {
    if (machine.entity !== after.entity || before === undefined) continue;
    const [from, to] = [stateOf(machine, before.values), stateOf(machine, after.values)];
    for (const each of machine.transitions)
      if (each.timer !== null && each.from === from && each.to === to) count(coverage, each.id, true);
  }
}

function leaving(model: Model, before: Stored | undefined, event: string) {
  if (before === undefined) return [];
  return model.machines
    .filter(({ entity }) => entity === before.entity)
    .flatMap((machine) =>
      machine.transitions.filter((each) => each.event === event && each.from === stateOf(machine, before.values)),
    );
}

const namesIn = (input: unknown): readonly string[] =>
  input !== null && typeof input === 'object' ? Object.keys(input) : [];

function count(coverage: Coverage, id: string, allowed: boolean): void {
  const tried = coverage.get(id) ?? { allowed: 0, refused: 0 };
  coverage.set(id, tried);
  if (allowed) tried.allowed += 1;
  else tried.refused += 1;
}
