import type { Model, Screen } from '../model/model.ts';
import type { App } from './app.ts';

/**
 * What a browser gets (M23). `model` is the Model reduced to what these roles may see or use: the client calls
 * `prepare(view.model, view.document)` on it and draws from it. Dropped: entities, fields, screens, calls, events and
 * constants that they may not see or use; every permission's condition, guard and screen filter; samples.
 */
export interface View {
  /** Of the View's content: part of every client cache key. */
  readonly hash: string;
  /** The hash of the document that it was drawn from. */
  readonly document: string;
  readonly dev: boolean;
  readonly product: ViewProduct;
  readonly person: { readonly id: string; readonly title: string; readonly entity: string } | null;
  readonly roles: readonly string[];
  readonly navigation: readonly ViewLink[];
  /** The reduced Model. */
  readonly model: Model;
  readonly screens: readonly ViewScreen[];
  readonly entities: readonly ViewEntity[];
  readonly gaps: readonly ViewGap[];
  /** Assumptions in force, for the banner: `A-ROLES`. */
  readonly assumptions: readonly string[];
  /** Line of each element, in dev only. */
  readonly lines: { readonly [element: string]: number } | null;
}

export interface ViewProduct {
  readonly name: string;
  readonly language: string;
  readonly zone: string;
}

export interface ViewLink {
  readonly screen: string;
  readonly route: string;
  readonly label: string;
}

/** Beside the screen of the Model (by `id`): what the client needs resolved. */
export interface ViewScreen {
  readonly id: string;
  readonly route: string;
  readonly kind: Screen['kind'];
  readonly entity: string | null;
  /** Columns of a table, fields of a form or record, in order: those that these roles may read (form: may type). */
  readonly fields: readonly string[];
  /** Board: the field and its columns, as the filter admits them, in stated order. */
  readonly board: { readonly field: string; readonly columns: readonly string[] } | null;
  /** Sort keys in force. */
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
  /** Events offered on rows and in bulk. */
  readonly actions: readonly string[];
  /** The form that makes a record of this list's entity, and the record's own screen; null where there is none for these roles. */
  readonly form: string | null;
  readonly record: string | null;
}

/** Beside the entity of the Model (by `name`). */
export interface ViewEntity {
  readonly name: string;
  /** Fields, states and built-ins that these roles may read on some record, in stated order. */
  readonly reads: readonly string[];
  readonly createInputs: readonly string[];
  readonly changeInputs: readonly string[];
  readonly mayCreate: boolean;
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
  readonly searchable: boolean;
  /** Every event of the entity's machines that these roles could raise on some record, in stated order. */
  readonly events: readonly ViewEvent[];
  /** Ids of the calls that serve the entity. */
  readonly calls: { readonly list: string | null; readonly read: string | null; readonly create: string | null; readonly change: string | null; readonly delete: string | null };
}

export interface ViewEvent {
  readonly name: string;
  readonly label: string;
  readonly machine: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly asks: readonly { readonly field: string; readonly optional: boolean }[];
  readonly call: string | null;
}

/** A point that is not shown and concerns this product: the board that stands where the thing would stand. */
export interface ViewGap {
  readonly point: number;
  readonly title: string;
  readonly element: string;
  /** What can't be decided because of it. */
  readonly consequence: string;
  /** A first line that would state it; empty where none is known. */
  readonly firstLine: string;
  /** Screens that it concerns; empty: all. */
  readonly screens: readonly string[];
}

/** The View of a person who holds these roles. */
export function viewOf(
  app: App,
  roles: ReadonlySet<string>,
  options: { readonly dev: boolean; readonly person: View['person'] },
): View {
  throw new Error(`viewOf: ${app.hash} ${roles.size} ${options.dev}`);
}
