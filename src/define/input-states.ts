import type { Tone } from '../model/types/tone.ts';
import type { Expression } from './input.ts';

/** An effect: `set` a field of the record, or of another record at the path `of`. */
export type EffectInput<Field extends string, Entity extends string, Event extends string> =
  | { readonly set: Field; readonly to: Expression }
  | { readonly set: string; readonly of: Expression; readonly to: Expression }
  | { readonly raise: Event; readonly on: Expression; readonly where?: Expression }
  /** Puts a value into a field with several values, or takes it out. */
  | { readonly add: Expression; readonly to: string; readonly of?: Expression }
  | { readonly remove: Expression; readonly from: string; readonly of?: Expression }
  /** Deletes the record itself (`this`), or the records or lines of a path or entity. */
  | { readonly delete: 'this' | (string & {}); readonly where?: Expression }
  /** Creates a record; with `each`, one for every item of a list, named `local`. */
  | {
      readonly create: Entity;
      readonly values?: { readonly [field: string]: Expression };
      readonly each?: { readonly local: string; readonly of: Expression; readonly where?: Expression };
    }
  | { readonly ask: Field; readonly optional?: boolean }
  /** A path to people, or the name of a role. */
  | { readonly notify: Expression }
  /** Expressions in braces in `subject` and `text` stand for values; `file`: a field whose file is attached. */
  | { readonly email: Expression; readonly subject: string; readonly text: string; readonly file?: Expression }
  | { readonly call: string };

export interface TransitionInput<
  State extends string,
  Field extends string,
  Role extends string,
  Entity extends string,
  Event extends string,
> {
  /** `from` and `to` are left out in a machine without states. */
  readonly from?: State | '(new)';
  readonly to?: State;
  readonly event?: Event;
  readonly label?: string;
  /** A trigger instead of an event. */
  readonly after?: Expression;
  readonly before?: Expression;
  readonly every?: Expression;
  /** The field that `after`, `before` and `every` count from: `pickupAt`. */
  readonly counting?: Expression;
  readonly when?: Expression;
  /**
   * Fires when this happens to a record of another entity; `by` is the field of that entity that refers to this record.
   */
  readonly on?: {
    readonly entity: Entity;
    readonly event: Event | 'create' | 'change' | 'delete';
    readonly by?: string;
    readonly where?: Expression;
  };
  /** Adds effects to a plain operation on the record itself. Such a row has no `from`, `to`, `who` or `onlyIf`. */
  readonly onOperation?: { readonly operation: 'create' | 'change' | 'delete'; readonly where?: Expression };
  /** Roles, or fields that lead to a person; null: not shown. */
  readonly who?: readonly (Role | Field)[] | null;
  /** The guard; null: not shown. */
  readonly onlyIf?: Expression | null;
  readonly effects?: readonly EffectInput<Field, Entity, Event>[];
  readonly error?: string;
  /** The code of the error if the event comes in a state from which it leads nowhere. */
  readonly wrongState?: string;
  readonly help?: string;
}

export interface MachineInput<
  State,
  Field extends string,
  Role extends string,
  Entity extends string,
  Event extends string,
> {
  /** All states, in the order in which people see them. Empty: records have events but no state. */
  readonly states: readonly State[];
  readonly final?: readonly NoInfer<State & string>[];
  /** If omitted: every state that is not final; null: not shown. */
  readonly editableIn?: readonly NoInfer<State & string>[] | null;
  readonly transitions: readonly TransitionInput<NoInfer<State & string>, Field, Role, Entity, Event>[];
  /** Names for sets of states. */
  readonly groups?: { readonly [name: string]: readonly NoInfer<State & string>[] };
  /** The colours of states. */
  readonly colours?: { readonly [state: string]: Tone };
  /** The events that are the main button, and those that call a record off. */
  readonly primary?: readonly string[];
  readonly danger?: readonly string[];
  readonly help?: string;
}
