import type {
  AccountAct,
  BulkDeed,
  CallOptions,
  FileDeed,
  MemberRule,
  Method,
  NameStyle,
  Operation,
  SignInScheme,
} from '../model/types/model.ts';

/** Options that are stated in a simpler form than the Model has. */
type StatedOtherwise = 'errorBody' | 'sort' | 'allowedFor' | 'memberRules';

/** What an absent or null member, or an empty text, of certain fields means. */
export interface MemberRuleInput extends Omit<MemberRule, 'fields'> {
  readonly fields: readonly string[];
}

/** How calls are answered, for all calls. */
export interface ApiInput extends Partial<Omit<CallOptions, StatedOtherwise>> {
  readonly sort?: readonly SortInput[];
  /** Roles, or `signed in` or `anyone`. */
  readonly allowedFor?: readonly string[];
  readonly memberRules?: readonly MemberRuleInput[];
  readonly names?: NameStyle;
  /** How requests say who sends them. */
  readonly signIn?: readonly SignInScheme[];
  /** The origins whose pages may use the calls; `*`: all. */
  readonly cors?: readonly string[];
  /** Whether the calls that are not stated are answered to others than the product's own pages. */
  readonly otherCalls?: 'answered' | 'hidden';
  /** The path at which the calls are described as OpenAPI. */
  readonly openApi?: string;
  /** The path of a page that describes the calls. */
  readonly documentation?: string;
}

/** How a call is answered. */
export interface CallOptionsInput extends Partial<Omit<CallOptions, StatedOtherwise>> {
  readonly sort?: readonly SortInput[];
  /** Roles, or `signed in` or `anyone`. */
  readonly allowedFor?: readonly string[];
  readonly memberRules?: readonly MemberRuleInput[];
  /** A shape such as `{ "message": message }`, or `none`. */
  readonly errorBody?: string;
}

/** A parameter of a list: `filter` is a field, a path or a condition with `value`; `order` is an order. */
export type ParameterInput = (
  | { readonly filter: string }
  | { readonly everything: true }
  | { readonly order: readonly SortInput[] }
  | { readonly direction: 'ascending' | 'descending' }
  /** A member of the answer and its value, such as `customer as Customer`. */
  | { readonly shows: string; readonly value: string }
) & {
  readonly name: string;
  /** The value that the row is about. */
  readonly option?: string;
  readonly type?: string;
  readonly default?: string;
  readonly several?: boolean;
  /** Several values, all of which must fit. */
  readonly fitsAll?: boolean;
  readonly othersIgnored?: boolean;
  readonly help?: string;
};

/** A field to sort by. */
export interface SortInput {
  readonly field: string;
  readonly descending?: boolean;
}

/** A shape: by member, its value in the words of the notation; empty for the field of that name. */
export interface ShapeInput {
  /** The entity; by default the one with the name of the shape. */
  readonly of?: string;
  readonly includes?: readonly string[];
  readonly members: Readonly<Record<string, string>>;
  readonly help?: string;
}

export interface CallInput<Entity extends string, Code extends string, Event extends string> {
  readonly method: Method;
  readonly path: string;
  /** `event` with its entity; `outside` is a call to another system. */
  readonly does:
    | { readonly [O in Exclude<Operation, 'restore'> | 'list']?: Entity }
    | { readonly event: Event; readonly of: Entity }
    /** A call about its caller; `of`: the entity of the people, `event`: of `event me`. */
    /** One operation or event on several records; `event`: of `bulk: 'event'`. */
    | { readonly bulk: BulkDeed['act']; readonly of: Entity; readonly event?: Event }
    /** A file field as bytes. */
    | { readonly file: FileDeed['act']; readonly of: Entity; readonly field: string }
    /** The distinct values of a field. */
    | { readonly valuesOf: Entity; readonly field: string }
    | { readonly account: AccountAct; readonly of: Entity; readonly event?: Event }
    | 'outside';
  /** Fields, or `filter`, `sort`, `page`; null: not shown. A text in braces is a shape. */
  readonly sends?: readonly string[] | string | null;
  readonly gets?: string;
  /** Error codes, optionally with their causes. */
  readonly errors?: readonly (Code | { readonly error: Code; readonly cause: string })[];
  /** Names of query parameters. */
  readonly query?: readonly string[];
  /** The condition of the records that a list has. */
  readonly where?: string;
  readonly parameters?: readonly ParameterInput[];
  readonly options?: CallOptionsInput;
  readonly help?: string;
}
