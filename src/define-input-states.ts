import type { Expression } from './define-input.ts';

/** What a transition does: `set` a field of the record, or of another that `of` leads to. */
export type EffectInput<Field extends string, Entity extends string, Event extends string> =
  | { readonly set: Field; readonly to: Expression }
  | { readonly set: string; readonly of: Expression; readonly to: Expression }
  | { readonly raise: Event; readonly on: Expression }
  /** A record elsewhere; with `each`, one for every item of a list, which `local` is the name of. */
  | {
      readonly create: Entity;
      readonly values?: { readonly [field: string]: Expression };
      readonly each?: { readonly local: string; readonly of: Expression; readonly where?: Expression };
    }
  | { readonly ask: Field; readonly optional?: boolean }
  | { readonly notify: Expression }
  | { readonly call: string };

export interface TransitionInput<
  State extends string,
  Field extends string,
  Role extends string,
  Entity extends string,
  Event extends string,
> {
  readonly from: State | '(new)';
  readonly to: State;
  readonly event?: Event;
  readonly label?: string;
  /** Instead of an event. */
  readonly after?: Expression;
  readonly before?: Expression;
  readonly every?: Expression;
  /** What `after`, `before` and `every` count from: `pickupAt`. */
  readonly counting?: Expression;
  readonly when?: Expression;
  /** As soon as this happens to a record of another entity, of which `by` is the field that leads here. */
  readonly on?: {
    readonly entity: Entity;
    readonly event: Event | 'create' | 'change' | 'delete';
    readonly by?: string;
    readonly where?: Expression;
  };
  /** Roles, or fields that lead to a person; null: not shown. */
  readonly who?: readonly (Role | Field)[] | null;
  /** The guard; null: not shown. */
  readonly onlyIf?: Expression | null;
  readonly effects?: readonly EffectInput<Field, Entity, Event>[];
  readonly error?: string;
  readonly help?: string;
}

export interface MachineInput<
  State,
  Field extends string,
  Role extends string,
  Entity extends string,
  Event extends string,
> {
  /** All of them, in the order in which people see them. */
  readonly states: readonly State[];
  readonly final?: readonly NoInfer<State & string>[];
  /** Not given: every state that is not final; null: not shown. */
  readonly editableIn?: readonly NoInfer<State & string>[] | null;
  readonly transitions: readonly TransitionInput<NoInfer<State & string>, Field, Role, Entity, Event>[];
  /** Names for several states together. */
  readonly groups?: { readonly [name: string]: readonly NoInfer<State & string>[] };
  readonly help?: string;
}
