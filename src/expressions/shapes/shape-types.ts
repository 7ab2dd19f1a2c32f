import type { Json } from '../../fields/text/json.ts';
import { PAGE_WORDS, type PageWord } from '../../model/lookups/page-words.ts';
import type { ShapePart } from '../../model/lookups/read-shape.ts';
import type { EntitySchema } from '../../model/lookups/schema.ts';
import type { Place } from '../../model/types/element.ts';
import type { Tree } from '../../model/types/formula.ts';

/** `several`: in brackets, so the content is a list, even for one item. */
interface Keyed {
  readonly key: string;
  readonly several?: true;
}

/** A field of the record. */
export interface FieldEntry extends Keyed {
  readonly kind: 'field';
  readonly field: string;
}

/** Lines with members of their own. */
export interface LinesEntry extends Keyed {
  readonly kind: 'lines';
  readonly field: string;
  readonly entries: readonly ShapeEntry[];
}

/** The record with all its readable fields. */
export interface RecordEntry extends Keyed {
  readonly kind: 'record';
}

/** Nested members of the same record. */
export interface InsideEntry extends Keyed {
  readonly kind: 'inside';
  readonly entries: readonly ShapeEntry[];
}

/** `favorited: me in fans`: the value of an expression. Only in answers. */
export interface FormulaEntry extends Keyed {
  readonly kind: 'formula';
  readonly tree: Tree;
}

/**
 * `author as Profile`: the record, or each of the records, that a path leads to. In a request the path is a reference,
 * and the record is found by its id or key.
 */
export interface NestedEntry extends Keyed {
  readonly kind: 'nested';
  readonly path: readonly string[];
  readonly entity: string;
  readonly isList: boolean;
  /** The member that names the record in a request; null if the value itself names it. */
  readonly naming: string | null;
  readonly each: ItemShape;
}

/** `Comment by article as Remark`: the records that refer to this one. Only in answers. */
export interface RecordsEntry extends Keyed {
  readonly kind: 'records';
  readonly entity: string;
  readonly by: string;
  readonly where: Tree | null;
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
  readonly each: ItemShape;
}

/** A constant of the contract: `"object": "list"`. */
export interface ConstantEntry extends Keyed {
  readonly kind: 'constant';
  readonly value: Json;
}

/** `url of CALL`: the absolute address of the record. Only in answers. */
export interface UrlEntry extends Keyed {
  readonly kind: 'url';
  /** The path of the call. */
  readonly address: string;
  /** The parameters of the path, each with the references to the record that it names, and the entity of that record. */
  readonly parameters: readonly {
    readonly parameter: string;
    readonly path: readonly string[];
    readonly entity: string;
  }[];
}

/** A value that the call itself provides. */
export interface WordEntry extends Keyed {
  readonly kind: 'word';
  readonly word: ShapeWord;
}

export type ShapeWord = PageWord | 'token';

export const SHAPE_WORDS: readonly ShapeWord[] = [...PAGE_WORDS, 'token'];

/** The content of one member of a body. */
export type ShapeEntry =
  | FieldEntry
  | LinesEntry
  | RecordEntry
  | InsideEntry
  | FormulaEntry
  | NestedEntry
  | RecordsEntry
  | ConstantEntry
  | UrlEntry
  | WordEntry;

/**
 * How a record is written: as members, as the value of one field, as the value of a member alone (other records), or
 * (null) with all its readable fields. `isValue`: one of the different values of the field, not that of a record.
 */
export type ItemShape =
  | { readonly entries: readonly ShapeEntry[] }
  | { readonly field: string; readonly isValue?: true }
  | { readonly alone: ShapeEntry }
  | null;

/** The content of one member of a page. */
export type PageEntry =
  | { readonly kind: 'items'; readonly key: string; readonly each: ItemShape }
  | { readonly kind: 'inside'; readonly key: string; readonly entries: readonly PageEntry[] }
  | ConstantEntry
  | WordEntry;

/** The answer of a call that states a shape. `list`: a bare list of records; `several`: one record in brackets. */
export type AnswerShape =
  | { readonly kind: 'record'; readonly each: ItemShape; readonly several: boolean }
  | { readonly kind: 'list'; readonly each: ItemShape }
  | { readonly kind: 'page'; readonly entries: readonly PageEntry[] };

/** A member that cannot be resolved, and the entity that has no such field. */
export interface UnresolvedPart extends ShapePart {
  readonly of: EntitySchema;
  /** The named shape that has the member, and the row that states it; absent: the text of the call. */
  readonly row?: { readonly shape: string; readonly element: string; readonly at: Place | null };
}

export interface Resolved<T> {
  readonly shape: T;
  readonly unresolved: readonly UnresolvedPart[];
}

/** The name of the present password in a call that changes it. No field begins with a space. */
export const CURRENT_PASSWORD = ' current';
