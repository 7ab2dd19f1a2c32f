import type { Scope } from '../../expressions/types/scope.ts';
import type { Row } from '../../fields/text/value.ts';
import type { App, PreparedEntity } from '../compiled/compiled-model.ts';
import { answered } from '../compiled/record-queries.ts';
import type { Facts } from '../core/facts.ts';
import { productWho, type Who } from '../core/principal.ts';
import { type Written, withWritten } from './pending-write.ts';

/** What one decision is made over. */
export interface Context {
  readonly app: App;
  readonly who: Who;
  /** Whoever what is done goes back to, though the product does it; null: the clock alone. */
  readonly raiser: Who | null;
  readonly facts: Facts;
  readonly now: number;
  readonly find: Scope['find'];
  /** What holds on a record, kept while the decision lasts: several questions ask the same. */
  readonly memo: Map<Row, unknown>;
  /** A judgement while somebody types: what is not loaded is left to the server instead of refused. */
  readonly typing: boolean;
  /** The product acts by itself: what people may do does not matter, and it is asked for nothing. */
  readonly product: boolean;
  /** While its computed fields and rules are worked out: what is about to be written. */
  readonly written: Written | null;
  /** Whether the facts are of the state that the write results in. */
  readonly isResult: boolean;
  /** Told that something went by the clock. */
  readonly onClock?: Scope['onClock'];
  /** Whether anything but the record of this person was looked up so far, or the clock looked at. */
  readonly beyond: { readonly person: Row | null; asked: boolean };
  /** Where a field is about to be set: the token that this field of this record gets. */
  readonly token?: Scope['token'];
}

/** A decision about to be made. The person's own record is always there. */
export function contextOf(app: App, who: Who, facts: Facts, now: number, typing = false): Context {
  const person = who.row;
  const beyond = { person, asked: app.questions.size > 0 };
  const find: Scope['find'] = (entity, id) => {
    const found = facts.row(entity, id);
    if (found === undefined && person !== null && person.id === id && person.entity === entity) return person;
    if (found !== person) beyond.asked = true;
    return found;
  };
  const onClock = (): void => {
    beyond.asked = true;
  };
  const kept = { memo: new Map(), typing, product: false, written: null, isResult: false, onClock, beyond };
  return { app, who, raiser: who, facts, now, find, ...kept };
}

/** The same where the product acts, because of somebody or by itself. */
export function productContext(app: App, facts: Facts, now: number, raiser: Who | null = null): Context {
  return { ...contextOf(app, productWho, facts, now), product: true, raiser };
}

/** What formulas about a record are evaluated over; `tooLarge` is told of numbers that become too large, `tooMany` of entities with too many records. */
export function scopeOf(
  context: Context,
  row: Row | null,
  old: Row | null = row,
  tooLarge: Scope['tooLarge'] = undefined,
  tooMany: Scope['tooMany'] = undefined,
): Scope {
  const { app, facts, find, now, who, raiser, written, isResult, onClock, token } = context;
  // What the product does because of somebody is done for them: `me` is whoever caused it.
  const me = who.row ?? raiser?.row ?? null;
  const scope: Scope = { row, old, me, link: who.link, now, find, token, onClock, tooLarge, tooMany };
  if (app.questions.size === 0) return scope;
  const query: NonNullable<Scope['query']> = (asked, within) => answered(app.questions, facts, asked, within, isResult);
  const rows: NonNullable<Scope['rows']> = (entity) => {
    // Where questions are answered as such, records are looked through for the others alone.
    const found = facts.answer === undefined || app.looked.has(entity) ? facts.all?.(entity) : undefined;
    if (found === null) scope.tooMany?.(entity);
    return found ? withWritten(app, found, entity, written) : undefined;
  };
  return { ...scope, query, rows };
}

/** The prepared entity of this name; throws where the Model has none, which no request may cause. */
export function entityOf(app: App, name: string): PreparedEntity {
  const entity = app.entities.get(name);
  if (entity === undefined) throw new Error(`The document has no entity "${name}".`);
  return entity;
}
