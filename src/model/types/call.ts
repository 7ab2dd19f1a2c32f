import type { CallParameter, ListHeader, Paging } from './call-parameter.ts';
import type { Element, Name, Place } from './element.ts';
import type { Formula } from './formula.ts';
import type { Reference, SortKey } from './screen.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a call does; an `outside` call is sent by the outbox. */
export type Does =
  | { readonly kind: 'list' | 'read' | 'create' | 'change' | 'delete'; readonly entity: string }
  | { readonly kind: 'event'; readonly entity: string; readonly event: string }
  | { readonly kind: 'outside' }
  | AccountDeed
  | BulkDeed
  | FileDeed
  | ValuesDeed
  | { readonly kind: 'unknown'; readonly text: string };

/**
 * What a call about its caller does: it signs somebody in or out, or is about the caller's own record. `of`: the entity
 * of the people. `event`: only of `event me`.
 */
export interface AccountDeed {
  readonly kind: 'account';
  readonly act: AccountAct;
  readonly of: string;
  readonly event: string | null;
}

/**
 * One operation or event on several records, each decided on its own. `delete all`: on all records of a list, which the
 * request does not name. `event`: only of an event.
 */
export interface BulkDeed {
  readonly kind: 'bulk';
  readonly act: 'create' | 'change' | 'delete' | 'event' | 'delete all';
  readonly entity: string;
  readonly event: string | null;
}

/** A file field of a record is sent or answered as bytes. */
export interface FileDeed {
  readonly kind: 'file';
  readonly act: 'upload' | 'download';
  readonly entity: string;
  readonly field: string;
}

/** `values of Task.tags`: the distinct values of a field in the records of a list. */
export interface ValuesDeed {
  readonly kind: 'values';
  readonly entity: string;
  readonly field: string;
}

export type AccountAct =
  | 'sign up'
  | 'sign in'
  | 'sign out'
  | 'change password'
  | 'read me'
  | 'change me'
  | 'delete me'
  | 'event me';

/** How a request says who sends it: `Authorization: Token …`, a header of its own, or a cookie. */
export type SignInScheme = { readonly kind: 'authorization' | 'header' | 'cookie'; readonly name: string };

/** A call of the application under a method and path, or a call to another system. */
export interface Call extends Element, Name {
  readonly method: Method;
  /** `/api/claims/:id`; for an outside call `{BANK_URL}/transfers`. */
  readonly path: string;
  readonly does: Does;
  /** ``list Task where `…` ``: the records that a list has, or among which the record is found. Null: all. */
  readonly where: Formula | null;
  /** Names of fields, or `filter`, `sort`, `page`, or one named shape. Null: not stated. */
  readonly sends: readonly Reference[] | null;
  /** The text of a custom shape, where `Sends` or `Gets` states one in braces. */
  readonly sendsShape: Formula | null;
  readonly gets: string;
  readonly errors: readonly CallError[];
  /** Names of query parameters as stated: `status`, `q`. */
  readonly query: readonly Reference[];
  /** The parameters of a list in the part of the call. If there are any, a request may have no others. */
  readonly parameters: readonly CallParameter[];
  /** The keys of the call's own part; they take precedence over those of the API. */
  readonly options: CallOptions;
}

/** `ERR-06 (R-07)`: the error and, if the document states it, what raises it. */
export interface CallError extends Reference {
  readonly cause: string | null;
}

/** What point 7 states for all calls. */
export interface Api {
  /** How names are written where the document does not write them: in whole records and in lists of fields. */
  readonly names: NameStyle | null;
  /** How requests say who sends them; empty: by the product's own cookie or a program's token. */
  readonly signIn: readonly SignInScheme[];
  /** The origins whose pages may use the calls; `*`: all. */
  readonly cors: readonly string[];
  /** Whether others than the product's own pages may use the calls that the document does not state. */
  readonly otherCalls: 'answered' | 'hidden' | null;
  /** The path at which the calls are described as OpenAPI; null: nowhere. */
  readonly openApi: string | null;
  /** The path of a page that describes the calls; null: nowhere. */
  readonly documentation: string | null;
  readonly options: CallOptions;
}

export type NameStyle = 'as written' | 'snake_case' | 'camelCase';

/** How values are written in bodies, and times in parameters. Null: not stated. */
export interface ValueForms {
  readonly times: 'ISO 8601' | 'ISO 8601 in seconds' | 'Unix seconds' | 'Unix milliseconds' | null;
  /** Decimals and amounts. */
  readonly decimals: 'text' | 'number' | null;
}

/** How the body of a request is read. Null: not stated. */
export interface BodyRules extends ValueForms {
  /** What a change does with a member that it lists and that is absent. */
  readonly absentMembers: 'kept' | 'cleared' | 'refused' | null;
  readonly nullMembers: 'cleared' | 'refused' | 'ignored' | null;
  /** What happens to a text without characters other than spaces. */
  readonly emptyTexts: 'cleared' | 'refused' | 'ignored' | null;
  /** What holds for certain fields instead. */
  readonly memberRules: readonly MemberRule[] | null;
}

/** What an absent or null member, or an empty text, of certain fields means: `refused: title, due`. */
export interface MemberRule {
  readonly on: 'absent' | 'null' | 'empty';
  readonly rule: 'kept' | 'cleared' | 'refused' | 'ignored';
  readonly fields: readonly Reference[];
}

/** `60 per minute`: the most requests of one caller. */
export interface RequestRate {
  readonly count: number;
  readonly per: 'second' | 'minute' | 'hour' | 'day';
}

/** The format of a request's body: a form is `application/x-www-form-urlencoded` or `multipart/form-data`. */
export type BodyFormat = 'JSON' | 'form';

/** What a call that writes is refused for. */
export type RefusalStep = 'signed in' | 'allowed' | 'found' | 'version' | 'state' | 'body' | 'rules';

/** How a call is answered: keys of point 7 for all calls, and of a call's part for that call. Null: not stated. */
export interface CallOptions extends BodyRules {
  /** Whether a call that changes a record needs its ETag in `If-Match`. */
  readonly ifMatch: 'required' | 'optional' | 'not used' | null;
  /** What happens to a member of a body that the call does not list. */
  readonly unknownMembers: 'refused' | 'ignored' | null;
  /** The formats in which a request may send its members. */
  readonly bodies: readonly BodyFormat[] | null;
  readonly rateLimit: RequestRate | null;
  /** Whether a call that writes needs, compares or ignores an idempotency key. */
  readonly idempotencyKey: 'required' | 'optional' | 'not used' | null;
  /** The status of a successful response, 200 to 204. */
  readonly status: number | null;
  /** The status with which a creation answers the record that has the same unique values; null: it is refused. */
  readonly existing: number | null;
  /** The shape of the call's refusals, if it is another one than that of point 8. */
  readonly errorBody: Formula | null;
  /** What happens to a query parameter that the call does not have. */
  readonly unknownParameters: 'refused' | 'ignored' | null;
  readonly paging: Paging | null;
  /** The number of records on a page, and the largest that a request may state. */
  readonly pageSize: number | null;
  readonly largestPage: number | null;
  /** Whether a request for a larger page gets the largest one; otherwise it is refused. */
  readonly tooLarge: 'cut' | null;
  /** The order of a list if the request states none. */
  readonly sort: readonly SortKey[] | null;
  /** Headers of responses: those about pages only of lists. */
  readonly headers: readonly ListHeader[] | null;
  /** The roles that may use the call, or the words `signed in` and `anyone`. Empty: nobody. */
  readonly allowedFor: readonly Reference[] | null;
  /** The order in which a call that writes is refused. */
  readonly refusals: readonly RefusalStep[] | null;
  /** The form in which all records of a list are sent one after the other; null: pages in JSON. */
  readonly mediaType: 'application/x-ndjson' | 'text/csv' | null;
}

/** `### Shape: Article`: members of a body under a name, for bodies that repeat. */
export interface NamedShape extends Element, Name {
  /** The entity whose records it describes. */
  readonly entity: string;
  /** Shapes whose members come first. */
  readonly includes: readonly Reference[];
  readonly members: readonly ShapeMember[];
}

/** One row of a shape. */
export interface ShapeMember {
  readonly name: string;
  /** A field, an expression, `author as Profile`, `Comment by article as Remark`; empty: the field of that name. */
  readonly value: string;
  readonly at: Place | null;
}

/** The contract that a document states, as printed text. It is what OpenAPI has no words for. */
export interface StatedContract {
  /** The keys for all calls. */
  readonly keys: string;
  readonly columns: readonly string[];
  /** The cells of each call in the table of calls, and its part, by the id of the call. */
  readonly calls: ReadonlyMap<string, { readonly cells: readonly string[]; readonly part: string }>;
  readonly shapes: readonly string[];
  /** Point 8. */
  readonly errors: string;
  /** The names of the entities. */
  readonly entities: readonly string[];
  /** The entity of the people and the field with which they sign in; empty: there are none. */
  readonly signIn: readonly string[];
}
