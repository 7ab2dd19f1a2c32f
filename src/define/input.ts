import type { Aggregate, Chart, LimitName, Operation, ScreenKind, WorkingHours } from '../model/types/model.ts';
import type { StandardCode } from '../model/types/standard-codes.ts';
import type { TextFormatKind } from '../model/types/text-formats.ts';
import type { Tone } from '../model/types/tone.ts';
import type { ErrorAnswersInput, ErrorInput } from './error-input.ts';
import type { ApiInput, CallInput, ShapeInput } from './input-calls.ts';
import type { FeatureInput, ScreenFeatures } from './input-offers.ts';
import type { MachineInput } from './input-states.ts';

export type * from './input-calls.ts';
export type * from './input-offers.ts';
export type * from './input-states.ts';

/** An expression, as a document writes it in backticks: `total <= LIMIT`. */
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
  | 'password'
  | TextFormatKind
  | 'integer'
  | 'money'
  | 'boolean'
  | 'date'
  | 'date and time'
  | 'time'
  | 'duration'
  | 'texts'
  | 'object'
  | 'file'
  | 'role';

/** The type of a field: a kind alone, or a kind with its parameters. `Entity`: the names of entities. */
export type TypeInput<Entity extends string> = Plain | StatedType<Entity>;

/** A type with its parameters. */
export type StatedType<Entity extends string> =
  | { readonly kind: TextFormatKind | 'boolean' | 'date' | 'date and time' | 'time' | 'duration' | 'object' }
  | ({ readonly kind: 'text' | 'long text' | 'texts' | 'password' } & Bounds)
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

/** A field: its type alone, or its type with notes. */
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
      /** The language of e-mails to this person. */
      readonly language?: boolean;
      readonly writeOnly?: boolean;
      readonly default?: Expression;
      readonly computed?: Expression;
      readonly askedOn?: readonly Event[];
      readonly onDelete?: 'restrict' | 'clear' | 'cascade';
      readonly pattern?: string;
      readonly shownWhen?: Expression;
      readonly requiredWhen?: Expression;
      /** Which records a reference may lead to. */
      readonly among?: Expression;
      /** The colours of options of a choice. */
      readonly colours?: { readonly [option: string]: Tone };
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
  /** The field by which the stated calls name the records. */
  readonly key?: NoInfer<keyof Own & string>;
  readonly help?: string;
}

/** An address within the product. */
export type Route = `/${string}`;

/** A screen to go to, and the message shown there. */
export type DestinationInput = Route | { readonly to: Route; readonly message: string };

export interface ScreenBase<Role extends string> {
  readonly name?: string;
  /** If omitted: everyone who signs in; null: not shown. */
  readonly for?: readonly Role[] | null;
  readonly help?: string;
  readonly whenEmpty?: string;
  /** Links to other screens; without a text, the name of the screen is shown. */
  readonly links?: readonly (Route | { readonly to: Route; readonly text: string })[];
  /** The roles that start here after signing in. */
  readonly startFor?: readonly Role[];
  /** Whether the navigation contains the screen, and for whom. */
  readonly menu?: boolean | { readonly where: Expression };
  /** People who do not meet the condition are redirected to `otherwise`. */
  readonly onlyIf?: Expression;
  readonly otherwise?: DestinationInput;
  /** How often the screen fetches its data again: `60 seconds`. */
  readonly refresh?: Expression;
}

/** A condition that people switch on and off; `on`: initially on. */
interface FilterInput {
  readonly where: Expression;
  readonly on?: boolean;
}

/** A field, or a field for some roles only. */
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
    ScreenFeatures {
  readonly shows: Entity;
  readonly where?: Expression;
  readonly as?: Exclude<ScreenKind, 'page' | 'redirect' | 'sign-in'>;
  readonly fields?: readonly ShownField<Field, Role>[];
  readonly by?: Field;
  /** The field with the end of a calendar entry. */
  readonly until?: Field;
  /** A minus before a field sorts in descending order. */
  readonly sort?: readonly (Field | `-${Field}`)[];
  readonly actions?: readonly Event[];
  /** Conditions that narrow the list while they are on. */
  readonly filters?: { readonly [name: string]: FilterInput };
  /** Conditions that hide records while they are off. */
  readonly switches?: { readonly [name: string]: FilterInput };
  /** Fields under their own heading. */
  readonly sections?: {
    readonly [name: string]: { readonly fields: readonly ShownField<Field, Role>[]; readonly for?: readonly Role[] };
  };
  /** Where a submitted form leads. */
  readonly next?: DestinationInput;
  readonly pageSize?: BoundInput;
  /** The initial grouping of a table or list; `no`: it can never be grouped. */
  readonly groupBy?: { readonly field: Field; readonly interval?: NonNullable<Chart['interval']> } | 'no' | 'not shown';
  /** The roles that may share views with others; null: not shown. */
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
  /** Where people go after signing in. */
  readonly next?: DestinationInput;
}

export interface RedirectScreen<Role extends string> extends Omit<ScreenBase<Role>, 'otherwise'> {
  readonly as: 'redirect';
  readonly to: DestinationInput;
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

/** A description of the role, or who has it. */
export type RoleInput<Role extends string> =
  | string
  | {
      readonly help?: string;
      readonly everyone?: boolean;
      readonly guest?: boolean;
      readonly includes?: readonly Role[];
      readonly whoeverIs?: readonly string[];
    };

/** A text is a condition; `never` overrides every grant; `not shown` refuses and is reported as a gap. */
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

/** A value as a document writes it, `5000 EUR`; null: not shown. */
export type ConstantInput =
  | string
  | number
  | null
  | {
      readonly value?: string | number;
      readonly environment?: string;
      /** Of a number: `kg`. */
      readonly unit?: string;
      readonly help?: string;
    }
  | { readonly table: TableInput; readonly help?: string };

/** The value of a cell; null if the document leaves it open. */
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

/** The states of all machines of an entity. */
type StatesOf<Machines, Entity> = Entity extends keyof Machines ? OfAll<Machines[Entity]> & string : never;

/** Anything with a value on a record: a field, a machine, or a built-in. */
type Attributes<Fields, Machines, Entity extends keyof Fields> =
  | NamesIn<Fields[Entity]>
  | (Entity extends keyof Machines ? NamesIn<Machines[Entity]> : never)
  | 'id'
  | 'createdAt'
  | 'createdBy'
  | 'changedAt'
  | 'changedBy';

/**
 * A specification as an object. `Fields` has the fields by entity, `Machines` the states by entity and machine. The
 * compiler infers both, so a misspelled name is a compile-time error.
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
  /** The events of all machines. If given, the compiler checks events wherever they are named. */
  readonly events?: readonly Event[];
  readonly product?: {
    readonly purpose?: string;
    readonly audience?: readonly string[];
    readonly language?: string;
    readonly timeZone?: string;
    readonly offline?: FeatureInput;
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
  readonly api?: ApiInput;
  readonly shapes?: Readonly<Record<string, ShapeInput>>;
  readonly calls?: {
    readonly [name: string]: CallInput<NoInfer<NamesIn<Fields>>, NoInfer<Code> | StandardCode, NoInfer<Event>>;
  };
  readonly errors?: { readonly [C in Code]: ErrorInput | readonly ErrorInput[] };
  readonly errorAnswers?: ErrorAnswersInput;
  readonly constants?: { readonly [C in Constant]: ConstantInput };
  readonly limits?: { readonly [L in LimitName]?: LimitInput };
  readonly samples?: {
    readonly [E in NoInfer<NamesIn<Fields>>]?: readonly {
      readonly [A in NoInfer<Attributes<Fields, Machines, E>>]?: string | number;
    }[];
  };
  /** Texts of the specification with their translations by language tag. */
  readonly translations?: { readonly [text: string]: { readonly [language: string]: string } };
  /** Prose of a point, outside its parts. */
  readonly prose?: { readonly [P in 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9]?: string };
  /** Sections after point 9: their titles and texts. */
  readonly appendices?: { readonly [title: string]: string };
}

export type { ErrorAnswersInput, ErrorInput };
