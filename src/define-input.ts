import type { Offer, Offers } from './define-input-offers.ts';
import type { MachineInput } from './define-input-states.ts';
import type { Aggregate, Chart, LimitName, Method, Operation, ScreenKind, WorkingHours } from './model/types/model.ts';
import type { StandardCode } from './model/types/standard-codes.ts';
import type { TextFormatKind } from './model/types/text-formats.ts';

export type * from './define-input-offers.ts';
export type * from './define-input-states.ts';

/** An expression, as in a document between backticks: `total <= LIMIT`. */
export type Expression = string;

/** A number, or the name of a constant. */
export type BoundInput = number | string;

interface Bounds {
  readonly min?: BoundInput;
  readonly max?: BoundInput;
}

type Plain =
  | 'text'
  | 'long text'
  | TextFormatKind
  | 'integer'
  | 'money'
  | 'boolean'
  | 'date'
  | 'date and time'
  | 'time'
  | 'duration'
  | 'texts'
  | 'file'
  | 'role';

/** The type of a field: a kind alone, or a kind with what it needs. `Entity` are the names of entities. */
export type TypeInput<Entity extends string> = Plain | StatedType<Entity>;

/** A type with what it needs. */
export type StatedType<Entity extends string> =
  | { readonly kind: TextFormatKind | 'boolean' | 'date' | 'date and time' | 'time' | 'duration' }
  | ({ readonly kind: 'text' | 'long text' | 'texts' } & Bounds)
  | ({ readonly kind: 'integer'; readonly step?: number; readonly unit?: string } & Bounds)
  | ({ readonly kind: 'decimal'; readonly precision: number; readonly scale: number; readonly unit?: string } & Bounds)
  | ({ readonly kind: 'money'; readonly currency?: string; readonly scale?: number } & Bounds)
  | { readonly kind: 'choice'; readonly options: readonly string[]; readonly several?: boolean }
  | { readonly kind: 'reference'; readonly entity: Entity }
  | ({ readonly kind: 'references'; readonly entity: Entity; readonly ordered?: boolean } & Bounds)
  | ({ readonly kind: 'list'; readonly entity: Entity } & Bounds)
  | { readonly kind: 'number series'; readonly pattern: string }
  | { readonly kind: 'role'; readonly several?: boolean }
  | ({
      readonly kind: 'file';
      readonly endings?: readonly string[];
      readonly maxSize?: BoundInput;
      readonly several?: boolean;
    } & Bounds);

/** A field: its type alone, or with what is to be said of it. */
export type FieldInput<Entity extends string, Event extends string> =
  | Plain
  | {
      readonly type: TypeInput<Entity>;
      readonly label?: string;
      readonly required?: boolean;
      readonly unique?: boolean;
      readonly fixed?: boolean;
      readonly byProduct?: boolean;
      readonly title?: boolean;
      readonly searchable?: boolean;
      readonly signIn?: boolean;
      readonly ignoringCase?: boolean;
      readonly writeOnly?: boolean;
      readonly default?: Expression;
      readonly computed?: Expression;
      readonly askedOn?: readonly Event[];
      readonly onDelete?: 'restrict' | 'clear' | 'cascade';
      readonly pattern?: string;
      readonly shownWhen?: Expression;
      readonly requiredWhen?: Expression;
      readonly was?: readonly string[];
      readonly help?: string;
    };

/** `Own` has a member for each field. */
export interface EntityInput<Own, Entity extends string, Event extends string> {
  readonly fields: { readonly [F in keyof Own]: FieldInput<Entity, Event> };
  readonly belongsTo?: Entity;
  readonly plural?: string;
  readonly was?: readonly string[];
  readonly unique?: readonly {
    readonly fields: readonly NoInfer<keyof Own & string>[];
    readonly where?: Expression;
    readonly error?: string;
  }[];
  readonly help?: string;
}

/** An address within the product. */
export type Route = `/${string}`;

/** Where somebody is led, and what is said there. */
export type LeadingInput = Route | { readonly to: Route; readonly message: string };

export interface ScreenBase<Role extends string> {
  readonly name?: string;
  /** Not given: everyone who signs in; null: not shown. */
  readonly for?: readonly Role[] | null;
  readonly help?: string;
  readonly whenEmpty?: string;
  /** Ways to other screens; without a text, their name. */
  readonly links?: readonly (Route | { readonly to: Route; readonly text: string })[];
  /** The roles that land here after signing in. */
  readonly startFor?: readonly Role[];
  /** Whether the navigation holds it, and for whom. */
  readonly menu?: boolean | { readonly where: Expression };
  /** Whoever does not meet it is led to `otherwise`. */
  readonly onlyIf?: Expression;
  readonly otherwise?: LeadingInput;
  /** How often it fetches anew: `60 seconds`. */
  readonly refresh?: Expression;
}

/** A condition that people switch on and off; `on`: from the beginning. */
interface FilterInput {
  readonly where: Expression;
  readonly on?: boolean;
}

/** A field, or one for some roles alone. */
type ShownField<Field extends string, Role extends string> =
  | Field
  | { readonly field: Field; readonly for: readonly Role[] };

interface Measure<Field extends string> {
  readonly aggregate: Aggregate;
  readonly of?: Field;
  readonly where?: Expression;
}

export interface RecordScreen<Entity extends string, Field extends string, Role extends string, Event extends string>
  extends ScreenBase<Role>,
    Offers {
  readonly shows: Entity;
  readonly where?: Expression;
  readonly as?: Exclude<ScreenKind, 'page' | 'redirect' | 'sign-in'>;
  readonly fields?: readonly ShownField<Field, Role>[];
  readonly by?: Field;
  /** The end of what a calendar draws. */
  readonly until?: Field;
  /** A minus before a field descends. */
  readonly sort?: readonly (Field | `-${Field}`)[];
  readonly actions?: readonly Event[];
  /** Narrow while they are on. */
  readonly filters?: { readonly [name: string]: FilterInput };
  /** Keep records away while they are off. */
  readonly switches?: { readonly [name: string]: FilterInput };
  /** Fields under a heading of their own. */
  readonly sections?: {
    readonly [name: string]: { readonly fields: readonly ShownField<Field, Role>[]; readonly for?: readonly Role[] };
  };
  /** Where a form leads when it was sent. */
  readonly next?: LeadingInput;
  readonly pageSize?: BoundInput;
  /** What the rows of a table or list stand in groups by at first; `no`: in none ever. */
  readonly groupBy?: { readonly field: Field; readonly interval?: NonNullable<Chart['interval']> } | 'no' | 'not shown';
  /** The roles that keep views of it for others; null: not shown. */
  readonly sharers?: readonly Role[] | null;
  readonly numbers?: { readonly [name: string]: Measure<Field> };
  readonly charts?: {
    readonly [name: string]: Measure<Field> & {
      readonly shape: 'bar' | 'line';
      readonly by: Field;
      readonly interval?: NonNullable<Chart['interval']>;
    };
  };
}

export interface PageScreen<Role extends string> extends ScreenBase<Role> {
  readonly as: 'page' | 'sign-in';
  /** Where people go on to when they have signed in. */
  readonly next?: LeadingInput;
}

export interface RedirectScreen<Role extends string> extends Omit<ScreenBase<Role>, 'otherwise'> {
  readonly as: 'redirect';
  readonly to: LeadingInput;
}

export interface RuleInput<
  Entity extends string,
  Field extends string,
  State extends string,
  Code extends string,
  Event extends string,
> {
  readonly on: Entity;
  readonly events?: readonly (Event | 'create' | 'change')[];
  readonly in?: readonly State[];
  /** Null: not shown. */
  readonly mustHold: Expression | null;
  readonly error?: Code;
  readonly at?: Field;
  readonly severity?: 'error' | 'warning';
  readonly message?: string;
  readonly help?: string;
}

/** A sentence about it, or who holds it. */
export type RoleInput<Role extends string> =
  | string
  | {
      readonly help?: string;
      readonly everyone?: boolean;
      readonly guest?: boolean;
      readonly includes?: readonly Role[];
      readonly whoeverIs?: readonly string[];
    };

/** A text is the condition; `never` beats every grant; `not shown` refuses and is a gap. */
export type GrantInput<Field extends string> =
  | boolean
  | Expression
  | { readonly fields: readonly (Field | `${Field} (any)`)[]; readonly where?: Expression }
  | { readonly never: true | Expression }
  | { readonly notShown: true };

type Cells<Field extends string, Role extends string> = {
  readonly [O in Operation]?: { readonly [R in Role]?: GrantInput<Field> };
};

export type PermissionInput<Field extends string, Role extends string> = Cells<Field, Role> & {
  readonly fields?: {
    readonly [F in Field]?: {
      readonly [O in 'read' | 'change']?: {
        readonly [R in Role]?:
          | boolean
          | Expression
          | { readonly never: true | Expression }
          | { readonly notShown: true };
      };
    };
  };
};

export interface CallInput<Entity extends string, Code extends string, Event extends string> {
  readonly method: Method;
  readonly path: string;
  /** `event` with the entity that it is of; `outside` leaves the product. */
  readonly does:
    | { readonly [O in Exclude<Operation, 'restore'> | 'list']?: Entity }
    | { readonly event: Event; readonly of: Entity }
    | 'outside';
  /** Fields, or `filter`, `sort`, `page`; null: not shown. A text in braces is a shape. */
  readonly sends?: readonly string[] | string | null;
  readonly gets?: string;
  /** Codes, and what raises them where that is to be said. */
  readonly errors?: readonly (Code | { readonly error: Code; readonly cause: string })[];
  /** Names of the query without a meaning of their own. */
  readonly query?: readonly string[];
  readonly help?: string;
}

export interface ErrorInput {
  readonly status?: number;
  readonly message: string;
  readonly next?: string;
  readonly standsFor?: readonly StandardCode[];
  /** Rules, events or words that raise it, where one code has several texts. */
  readonly causes?: readonly string[];
  readonly help?: string;
}

/** A value as in a document, `5000 EUR`; null: not shown. */
export type ConstantInput =
  | string
  | number
  | null
  | { readonly value?: string | number; readonly environment?: string; readonly help?: string }
  | { readonly table: TableInput; readonly help?: string };

/** A value; null: not shown. */
type CellInput = string | number | null;

/** A value for each row, or for each row and column. */
export type TableInput =
  | { readonly [row: string]: CellInput }
  | { readonly [row: string]: { readonly [column: string]: CellInput } };

export type LimitInput =
  | number
  | null
  | { readonly value: number; readonly per?: 'second' | 'minute' | 'hour' | 'day'; readonly help?: string }
  | { readonly hours: readonly WorkingHours[]; readonly help?: string }
  | { readonly dates: readonly string[]; readonly help?: string };

type NamesIn<T> = keyof T & string;
type OfAll<T> = { [K in keyof T]: T[K] }[keyof T];

/** States of all machines of an entity. */
type StatesOf<Machines, Entity> = Entity extends keyof Machines ? OfAll<Machines[Entity]> & string : never;

/** Whatever has a value on a record: a field, a machine, or what every record has. */
type Attributes<Fields, Machines, Entity extends keyof Fields> =
  | NamesIn<Fields[Entity]>
  | (Entity extends keyof Machines ? NamesIn<Machines[Entity]> : never)
  | 'id'
  | 'createdAt'
  | 'createdBy'
  | 'changedAt'
  | 'changedBy';

/**
 * A specification as an object. `Fields` has a member for each field by entity, `Machines` the states by entity and machine:
 * both are found by the compiler, so that a name that nothing states is an error where it is written.
 */
export interface SpecificationInput<
  Fields,
  Machines,
  Role extends string,
  Code extends string,
  Constant extends string,
  Event extends string = string,
> {
  readonly name: string;
  readonly intro?: string;
  /** Of all machines: where they are given, the compiler knows them wherever an event is named. */
  readonly events?: readonly Event[];
  readonly product?: {
    readonly purpose?: string;
    readonly audience?: readonly string[];
    readonly language?: string;
    readonly timeZone?: string;
    readonly offline?: Offer;
  };
  readonly screens?: {
    readonly [route: Route]:
      | {
          [E in NoInfer<NamesIn<Fields>>]: RecordScreen<
            E,
            NoInfer<Attributes<Fields, Machines, E>>,
            NoInfer<Role>,
            NoInfer<Event>
          >;
        }[NoInfer<NamesIn<Fields>>]
      | PageScreen<NoInfer<Role>>
      | RedirectScreen<NoInfer<Role>>;
  };
  readonly entities?: {
    readonly [E in keyof Fields]: EntityInput<Fields[E], NoInfer<NamesIn<Fields>>, NoInfer<Event>>;
  };
  readonly machines?: {
    readonly [E in keyof Machines]: {
      readonly [M in keyof Machines[E]]: MachineInput<
        Machines[E][M],
        E extends keyof Fields ? NoInfer<NamesIn<Fields[E]>> : never,
        NoInfer<Role>,
        NoInfer<NamesIn<Fields>>,
        NoInfer<Event>
      >;
    };
  };
  readonly rules?: {
    readonly [name: string]: {
      [E in NoInfer<NamesIn<Fields>>]: RuleInput<
        E,
        NoInfer<Attributes<Fields, Machines, E>>,
        NoInfer<StatesOf<Machines, E>>,
        NoInfer<Code>,
        NoInfer<Event>
      >;
    }[NoInfer<NamesIn<Fields>>];
  };
  readonly roles?: { readonly [R in Role]: RoleInput<NoInfer<Role>> };
  readonly permissions?: {
    readonly [E in NoInfer<NamesIn<Fields>>]?: PermissionInput<NoInfer<NamesIn<Fields[E]>>, NoInfer<Role>>;
  };
  readonly calls?: {
    readonly [name: string]: CallInput<NoInfer<NamesIn<Fields>>, NoInfer<Code> | StandardCode, NoInfer<Event>>;
  };
  readonly errors?: { readonly [C in Code]: ErrorInput | readonly ErrorInput[] };
  readonly constants?: { readonly [C in Constant]: ConstantInput };
  readonly limits?: { readonly [L in LimitName]?: LimitInput };
  readonly samples?: {
    readonly [E in NoInfer<NamesIn<Fields>>]?: readonly {
      readonly [A in NoInfer<Attributes<Fields, Machines, E>>]?: string | number;
    }[];
  };
  /** Texts of the specification, each in other languages by their tags. */
  readonly translations?: { readonly [text: string]: { readonly [language: string]: string } };
  /** What stands beside the parts of a point. */
  readonly prose?: { readonly [P in 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9]?: string };
  /** Sections behind point 9: their titles, and what stands there. */
  readonly appendices?: { readonly [title: string]: string };
}
