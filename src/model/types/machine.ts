import type { Element, Name, Place } from './element.ts';
import type { Formula } from './formula.ts';
import type { Reference } from './screen.ts';
import type { StatedTone } from './tone.ts';

/**
 * A state machine. It is also a field of its entity: a choice of its states that only transitions set. `stateless`: a
 * table without `From` and `To`. Its records have events but no state, so it has no states and is no field.
 */
export interface Machine extends Element, Name {
  readonly entity: string;
  readonly stateless: boolean;
  readonly states: readonly State[];
  readonly transitions: readonly Transition[];
  /** The state of a new record; null if no `(new)` row states one; empty without states. */
  readonly initial: string | null;
  /**
   * States in which records can be edited. Null: not shown, so none. If the document omits it: all but the final ones.
   */
  readonly editableIn: readonly Reference[] | null;
  /** Names for sets of states: `Group: Running = Requested, Approved`. */
  readonly groups: readonly StateGroup[];
  /** The colours stated for states; the others follow from what the states mean. */
  readonly colours: readonly StatedTone[];
  /** The events stated as main buttons, and as those that call a record off. Empty: by what the states mean. */
  readonly primary: readonly Reference[];
  readonly danger: readonly Reference[];
}

export interface StateGroup {
  readonly name: string;
  readonly states: readonly Reference[];
  readonly at: Place | null;
}

export interface State extends Name {
  readonly id: string;
  readonly at: Place | null;
  readonly final: boolean;
}

/**
 * One row of a state machine. `from` null: `(new)`. `from` and `to` empty: a row without states. `event` null: on
 * creation, or raised by a timer. A row about a plain operation has an empty `from` and `to` in every machine.
 */
export interface Transition extends Element {
  readonly from: string | null;
  readonly to: string;
  readonly event: string | null;
  readonly label: string;
  readonly timer: Timer | null;
  /** Roles, or fields that lead to a person. Empty: anyone who may change the record. Null: not shown, so nobody. */
  readonly who: readonly Reference[] | null;
  readonly guard: Formula | null;
  /** False if the guard's cell says `not shown.`: then nobody may raise the event until a line decides it. */
  readonly guardShown: boolean;
  readonly effects: readonly Effect[];
  /** Code of the error catalogue for an unmet guard. */
  readonly error: Reference | null;
  /** Code of the error catalogue if the record is in a state that the event does not start from. */
  readonly wrongState: Reference | null;
}

/**
 * When the product makes a transition by itself. `after 3 days` counts from entering the state; `after 24 hours from
 * pickupAt` and `before 2 hours from dueAt` count from a field; `every` repeats; `when` fires as soon as a condition
 * holds; `on` follows an event of another record; `operation` adds effects to a plain operation on the record itself.
 */
export type Timer =
  | { readonly kind: 'after' | 'before' | 'every'; readonly delay: Formula; readonly from: Formula | null }
  | { readonly kind: 'when'; readonly condition: Formula }
  /** `on create`, `on change where …`, `on delete`. `where` reads the record after the operation, and `old`. */
  | { readonly kind: 'operation'; readonly operation: PlainOperation; readonly where: Formula | null }
  /** `on Comment: create by ticket where …`: `by` is the field of the other entity that refers to this record. */
  | {
      readonly kind: 'on';
      readonly entity: Reference;
      readonly event: Reference;
      readonly by: Reference | null;
      readonly where: Formula | null;
    };

/** An operation on a record that is no event. */
export type PlainOperation = 'create' | 'change' | 'delete';

/** The subject or text of an e-mail. `values`: the expressions in braces, in order. */
export interface LetterText {
  readonly text: string;
  readonly values: readonly Formula[];
}

/** What a transition does besides changing the state. `on` is a path to another record; null: the record itself. */
export type Effect =
  /**
   * `add`, `remove`: puts values into a field with several values (`add me to fans`), or takes them out. What is there
   * already, or is not there, changes nothing.
   */
  | {
      readonly kind: 'set';
      readonly change: 'add' | 'remove' | null;
      readonly on: Formula | null;
      readonly field: string;
      readonly value: Formula;
      readonly at: Place | null;
    }
  /** Raises an event on another record, or on each record of a list. */
  | {
      readonly kind: 'raise';
      readonly event: string;
      readonly on: Formula;
      /** Only on the records that meet the condition; `on` may then name an entity. */
      readonly where: Formula | null;
      readonly at: Place | null;
    }
  /** Deletes the record itself (`on` null), the records or lines of a path, or those of an entity. */
  | {
      readonly kind: 'delete';
      readonly on: Formula | null;
      readonly where: Formula | null;
      readonly at: Place | null;
    }
  /** `create Charge for l in lines where …: amount = …`; `of` may be an entity: one for each of its records. */
  | {
      readonly kind: 'create';
      readonly entity: string;
      readonly each: { readonly local: string; readonly of: Formula; readonly where: Formula | null } | null;
      readonly values: readonly { readonly field: string; readonly value: Formula }[];
      readonly at: Place | null;
    }
  | { readonly kind: 'ask'; readonly field: string; readonly optional: boolean; readonly at: Place | null }
  /** `to` leads to people, `owner.manager`, or names a role: everybody who holds it. */
  | { readonly kind: 'notify'; readonly to: Formula; readonly at: Place | null }
  /** An e-mail to people or a role, as for `notify`, or to the address that `to` leads to. `file`: what is attached. */
  | {
      readonly kind: 'email';
      readonly to: Formula;
      readonly subject: LetterText;
      readonly text: LetterText;
      readonly file: Formula | null;
      readonly at: Place | null;
    }
  | { readonly kind: 'call'; readonly call: string; readonly at: Place | null };
