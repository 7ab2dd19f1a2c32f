import type { Scope } from '../../expressions/types/scope.ts';
import type { Row } from '../../fields/text/value.ts';
import type { ValueForms } from '../../model/types/call.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { queryResult } from '../compiled/record-queries.ts';
import type { Facts } from '../core/needs-and-facts.ts';
import { PRODUCT, type Principal } from '../core/principal.ts';
import { type Written, withWritten } from './pending-write.ts';

/** The context of one decision: the principal, the loaded facts, the time, and what was found out so far. */
export interface Context {
  readonly model: CompiledModel;
  readonly principal: Principal;
  /** The principal who caused the action, even if the product performs it; null if the clock caused it. */
  readonly raiser: Principal | null;
  readonly facts: Facts;
  readonly now: number;
  readonly find: Scope['find'];
  /** Grants that let the principal read a record, cached during the decision. */
  readonly memo: Map<Row, unknown>;
  /**
   * True while a form is being filled in: data that is not loaded is left for the server to check and does not refuse.
   */
  readonly isForm: boolean;
  /** True if the product acts: permissions of people are not checked, and asks of transitions are not required. */
  readonly product: boolean;
  /** The record about to be written; set while its computed fields and rules are evaluated. */
  readonly written: Written | null;
  /** Whether the facts already contain the result of the write. */
  readonly isResult: boolean;
  /** Called when a formula reads the clock. */
  readonly onClock?: Scope['onClock'];
  /**
   * `asked` becomes true once any record other than the person's own was loaded, or the clock was read. Used to decide
   * whether results may be cached.
   */
  readonly otherReads: { readonly person: Row | null; asked: boolean };
  /** The forms in which the call states the values of its body. */
  readonly forms?: ValueForms;
  /** Set while a field is being assigned: returns the token for this field of this record. */
  readonly token?: Scope['token'];
}

/** Creates the context of a decision. The person's own record can always be found in it. */
export function contextOf(
  model: CompiledModel,
  principal: Principal,
  facts: Facts,
  now: number,
  isForm = false,
): Context {
  const person = principal.row;
  const otherReads = { person, asked: model.questions.size > 0 };
  const find: Scope['find'] = (entity, id) => {
    const row = facts.row(entity, id);
    if (row === undefined && person !== null && person.id === id && person.entity === entity) return person;
    if (row !== person) otherReads.asked = true;
    return row;
  };
  const onClock = (): void => {
    otherReads.asked = true;
  };
  const initial = { memo: new Map(), isForm, product: false, written: null, isResult: false, onClock, otherReads };
  return { model, principal, raiser: principal, facts, now, find, ...initial };
}

/** Creates a context in which the product acts, because of a person (`raiser`) or by itself. */
export function productContext(
  model: CompiledModel,
  facts: Facts,
  now: number,
  raiser: Principal | null = null,
): Context {
  return { ...contextOf(model, PRODUCT, facts, now), product: true, raiser };
}

/**
 * Returns the scope in which formulas about a record are evaluated. `tooLarge` is called if a number becomes too large,
 * `tooMany` with an entity that has too many records to evaluate.
 */
export function scopeOf(
  context: Context,
  row: Row | null,
  old: Row | null = row,
  tooLarge: Scope['tooLarge'] = undefined,
  tooMany: Scope['tooMany'] = undefined,
): Scope {
  const { model, facts, find, now, principal, raiser, written, isResult, onClock, token } = context;
  // If the product acts because of a person, `me` is that person.
  const me = principal.row ?? raiser?.row ?? null;
  const { link } = principal;
  const valuesOf = model.objects?.valuesOf;
  const scope: Scope = { row, old, me, link, now, find, token, valuesOf, onClock, tooLarge, tooMany };
  if (model.questions.size === 0) return scope;
  const query: NonNullable<Scope['query']> = (asked, within) =>
    queryResult(model.questions, facts, asked, within, isResult);
  const rows: NonNullable<Scope['rows']> = (entity) => {
    // If the facts answer queries, records are loaded only for the queries that don't compile to SQL.
    const allRows = facts.answer === undefined || model.scannedEntities.has(entity) ? facts.all?.(entity) : undefined;
    if (allRows === null) scope.tooMany?.(entity);
    return allRows ? withWritten(model, allRows, entity, written) : undefined;
  };
  return { ...scope, query, rows };
}

/** Returns the compiled entity; throws if the Model has none of this name, which no request may cause. */
export function entityOf(model: CompiledModel, name: string): CompiledEntity {
  const entity = model.entities.get(name);
  if (entity === undefined) throw new Error(`The document has no entity "${name}".`);
  return entity;
}
