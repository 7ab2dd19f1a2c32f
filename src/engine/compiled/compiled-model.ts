import type { Relation } from '../../expressions/types/relation.ts';
import type { Evaluate, Outcome, Scope } from '../../expressions/types/scope.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import type { Formatter } from '../../fields/text/format.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Bounds } from '../../fields/types/field.ts';
import type { Attribute, EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { Point } from '../../model/types/element.ts';
import type { PlainOperation } from '../../model/types/machine.ts';
import type {
  Effect,
  Entity,
  Field,
  Machine,
  Model,
  Operation,
  Permission,
  Role,
  Rule,
  Screen,
  Transition,
  UniqueKey,
} from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import type { Digest } from '../core/digest.ts';
import type { RecordAddress } from '../core/record-address.ts';
import type { CompiledCall } from './compiled-call.ts';
import type { CompiledEmail, Mailer } from './compiled-email.ts';
import type { Body, CompiledFormula, CompiledSavedFilter, Path } from './compiled-formula.ts';
import type { Objects } from './objects.ts';
import type { Questions } from './record-queries.ts';
import type { ResponseCache } from './response-cache.ts';
import type { StandardTexts } from './standard-texts.ts';
import type { Secrets } from './write-only-values.ts';

/** Everything that decisions need of a Model, compiled once. Immutable except for its caches. */
export interface CompiledModel {
  readonly model: Model;
  /** The version of the document. */
  readonly hash: string;
  readonly schema: Schema;
  readonly zone: string;
  readonly format: Formatter;
  /** The standard texts in the language of the Model. */
  readonly sentences: StandardTexts;
  readonly bounds: Bounds;
  readonly entities: ReadonlyMap<string, CompiledEntity>;
  /**
   * The queries over other records in all formulas. Empty in most documents; decisions then skip all query handling.
   */
  readonly questions: Questions;
  /** Returns the formula of a computed field that is computed on read (it depends on the clock or the reader). */
  readonly byClock: (entity: string, field: string) => CompiledFormula | undefined;
  /** Entities with queries that don't compile to SQL: all of their records are loaded to evaluate them. */
  readonly scannedEntities: ReadonlySet<string>;
  /** Transitions triggered by events of another entity's records, by that entity. */
  readonly followers: ReadonlyMap<string, readonly CompiledTransition[]>;
  /** The entity of people and the fields that decide who may do what (M18). */
  readonly people: People | null;
  /** Roles of everyone who is signed in. */
  readonly everyoneRoles: readonly string[];
  /** Roles of everyone who is not signed in. */
  readonly guestRoles: readonly string[];
  readonly calls: ReadonlyMap<string, CompiledCall>;
  readonly addresses: ReadonlyMap<string, RecordAddress>;
  readonly screens: ReadonlyMap<string, CompiledScreen>;
  readonly tiles: ReadonlyMap<string, CompiledTile>;
  /** The value is null if the constant is not shown. */
  readonly constants: ReadonlyMap<string, { readonly type: StaticType; readonly value: Value } | null>;
  readonly elements: ReadonlyMap<string, ElementInfo>;
  readonly pageSize: number;
  /** The maximum page size that a request may ask for. */
  readonly largestPage: number;
  /** How long deleted records can be restored, in milliseconds. */
  readonly retention: number;
  /**
   * How long the values in the history of live records are stored, in milliseconds; null for as long as the record
   * exists.
   */
  readonly historyKept: number | null;
  /** The maximum length of a comment in characters; null if not shown. */
  readonly longestComment: number | null;
  /** Cache of `memoizeByRoles`: by set of roles, then by name. */
  readonly memoized: Map<string, Map<string, unknown>>;
  readonly roleKeys: WeakMap<ReadonlySet<string>, string>;
  /** Interned role sets, by the stated roles among them: equal sets are the same object. */
  readonly roleSets: Map<string, ReadonlySet<string>>;
  readonly digest: Digest;
  /** Null in the browser. */
  readonly mailer: Mailer | null;
  readonly objects: Objects | null;
  readonly responseCache: ResponseCache;
}

export interface ElementInfo {
  readonly point: Point;
  readonly line: number | null;
  readonly label: string;
}

export interface People {
  readonly entity: string;
  readonly signIn: string;
  /** The field with the e-mail address of a person. */
  readonly address: string;
  readonly role: Field | null;
  /** Names of the fields and machines of the person entity that carry authority. */
  readonly authority: ReadonlySet<string>;
  /** The reference paths from the person that any formula of the document reads. */
  readonly paths: readonly Path[];
}

export interface CompiledEntity {
  readonly name: string;
  readonly schema: EntitySchema;
  readonly entity: Entity;
  /** If the entity has no title: its first number series or unique whole number. */
  readonly number: string | null;
  readonly attributes: readonly Attribute[];
  /** Fields that are lists of lines, each with the entity of its lines. */
  readonly lists: readonly { readonly name: string; readonly entity: string }[];
  readonly series: readonly Field[];
  readonly required: readonly Field[];
  readonly unique: readonly Field[];
  readonly machines: readonly CompiledMachine[];
  /** The rules of the entity itself. Rules of lines belong to the line entity. */
  readonly rules: readonly CompiledRule[];
  /**
   * Ids of the rules of this entity and its lines that depend on other changes of the same write, so they are checked
   * on the resulting state.
   */
  readonly rulesOnResult: ReadonlySet<string>;
  /** Computed fields in order of dependency: each comes after the fields it reads. */
  readonly computed: readonly CompiledComputed[];
  /**
   * Names of the computed fields and of the fields they read. Null if a computed field queries other records: then any
   * field may matter.
   */
  readonly computedFrom: ReadonlySet<string> | null;
  /** Whether a computed field of the entity or of its lines is computed on read. */
  readonly byClock: boolean;
  /** Null: a default that does not check, or that reads itself through others. */
  readonly defaults: ReadonlyMap<string, CompiledFormula | null>;
  /** The fields whose defaults read other fields of the record, each after those that its default reads. */
  readonly dependentDefaults: readonly Field[];
  /** The condition of each conditional field; null if the condition does not compile. */
  readonly shownWhen: ReadonlyMap<string, CompiledFormula | null>;
  /** The conditions of the reference fields that state which records may be chosen. */
  readonly choices: ReadonlyMap<string, CompiledChoice>;
  readonly keys: readonly CompiledKey[];
  readonly permissions: Readonly<Record<Operation, GrantSet>>;
  /** Event names in stated order. */
  readonly events: readonly string[];
  /** The transitions of each event, in stated order. */
  readonly byEvent: ReadonlyMap<string, readonly CompiledTransition[]>;
  /** The reference fields of any entity that point to this one. */
  readonly referrers: readonly { readonly entity: string; readonly field: Field }[];
  /**
   * The reference paths from a record: `readPaths` to decide whether it may be read, `paths` for any decision about it.
   */
  readonly readPaths: readonly Path[];
  readonly paths: readonly Path[];
  /**
   * Fields whose value is filtered per reader: fields of several references, and lists whose lines have such fields or
   * secrets.
   */
  readonly readerDependent: ReadonlyMap<string, Attribute['type']>;
  /** Write-only fields. */
  readonly secrets: Secrets;
  /** The built-in fields that are sent to clients: those that are always sent, and those that the document names. */
  readonly shownBuiltIns: ReadonlySet<string>;
}

/** The permission cells of one operation on an entity. */
export interface GrantSet {
  readonly id: string;
  readonly record: readonly CompiledGrant[];
  /** Only for fields that have cells of their own. */
  readonly fields: ReadonlyMap<string, readonly CompiledGrant[]>;
}

/** A compiled cell of the permission matrix. A cell whose condition does not type-check has the kind `unknown`. */
export interface CompiledGrant {
  readonly id: string;
  readonly role: string;
  readonly kind: Permission['grant']['kind'];
  /** The listed fields, each with whether it says `(any)`; null if every field is granted. */
  readonly fields: ReadonlyMap<string, boolean> | null;
  readonly where: CompiledFormula | null;
}

export interface CompiledMachine {
  readonly machine: Machine;
  /** States in which the record may be edited; null if not shown, so that it can be edited in none. */
  readonly editable: ReadonlySet<string> | null;
  readonly final: ReadonlySet<string>;
  readonly transitions: readonly CompiledTransition[];
}

export interface CompiledTransition {
  readonly transition: Transition;
  readonly machine: Machine;
  /**
   * Who may raise the event: everybody who matches one of these. Empty: everybody who may change the record. Null: not
   * shown, so nobody.
   */
  readonly who: readonly CompiledPerformers[] | null;
  /** The parts of the guard that mention the person; `guard` has the other parts. */
  readonly personGuards: readonly CompiledFormula[];
  /** A key that is equal for transitions whose guards have the same parts about the person. */
  readonly personGuardsKey: string;
  readonly guard: readonly CompiledFormula[];
  /** Ids of elements that are not shown and without which nobody may raise the event. */
  readonly unknown: readonly string[];
  readonly effects: readonly CompiledEffect[];
  /**
   * Fields whose new value the client can't predict, because these roles may not see the source or the client can't
   * compute it.
   */
  readonly unpredictable: ReadonlySet<string>;
  readonly asks: readonly { readonly field: string; readonly optional: boolean }[];
  /** Null if people raise the event, or if the timer does not compile. */
  readonly timer: CompiledTimer | null;
}

/** `watches`: whether the timer's condition or time can change without a write to the record itself. */
export type CompiledTimer =
  | {
      readonly kind: 'delay';
      readonly again: boolean;
      /** The time given by a field; null if the delay is counted from when the state was entered. */
      readonly moment: CompiledFormula | null;
      /** The time at which the timer is due: `now` in it stands for the start of the delay. */
      readonly step: CompiledFormula;
      /** Of a repeating timer with a calendar-based or exact period: the delay alone. */
      readonly length: CompiledFormula | null;
      readonly watches: boolean;
    }
  | { readonly kind: 'when'; readonly condition: CompiledFormula; readonly watches: boolean }
  /** Adds effects to a plain operation on the record itself. */
  | { readonly kind: 'operation'; readonly operation: PlainOperation; readonly where: CompiledFormula | null }
  /**
   * Fires when the other entity's record raises an event. `by` is the field of that record that points to the record
   * that acts; `where` is a condition on that other record.
   */
  | {
      readonly kind: 'on';
      readonly entity: string;
      readonly event: string;
      readonly by: string;
      readonly where: CompiledFormula | null;
    };

export type CompiledPerformers =
  | { readonly kind: 'role'; readonly role: string }
  /** Reference fields that lead from the record to the person. */
  | { readonly kind: 'path'; readonly path: Path }
  /** A role defined by a condition over the record. */
  | { readonly kind: 'relation'; readonly condition: CompiledFormula }
  | { readonly kind: 'unknown'; readonly name: string };

export type CompiledEffect =
  | { readonly kind: 'set'; readonly field: string; readonly type: Type; readonly value: CompiledFormula }
  /** `lines`: sets a field of the record's own lines; otherwise of other records, after this record is written. */
  | {
      readonly kind: 'set elsewhere';
      readonly on: CompiledFormula;
      readonly entity: string;
      readonly field: string;
      readonly value: CompiledFormula;
      readonly lines: boolean;
      /** The value is added to the values of the field, or removed from them. */
      readonly change: 'add' | 'remove' | null;
    }
  /** Deletes records or lines; `on` null: the record itself. */
  | { readonly kind: 'delete'; readonly on: CompiledFormula | null; readonly entity: string }
  | { readonly kind: 'raise'; readonly on: CompiledFormula; readonly entity: string; readonly event: string }
  /**
   * Creates one record per item of `items`; one record if it is null. `ofItem` evaluates a value for the current item;
   * null if the value is the same for all. `list` adds lines to the record's own list; null creates independent
   * records.
   */
  | {
      readonly kind: 'make';
      readonly entity: string;
      readonly list: string | null;
      readonly items: CompiledItems | null;
      readonly values: readonly {
        readonly field: string;
        readonly value: CompiledFormula;
        readonly ofItem: EvaluateItem | null;
      }[];
    }
  /** `to`: formulas that lead to people. */
  | { readonly kind: 'notify'; readonly to: readonly CompiledFormula[] }
  | CompiledEmail
  /** `body`: null if the call has none. */
  | { readonly kind: 'call'; readonly call: CompiledCall; readonly body: Body | null }
  | { readonly kind: 'ask'; readonly effect: Extract<Effect, { kind: 'ask' }> };

/** `chosen`: the items that satisfy `where`; null: all items. */
export interface CompiledItems {
  readonly all: CompiledFormula;
  readonly chosen: CompiledFormula;
  readonly where: EvaluateItem | null;
}

/** Evaluates a formula for one item of a list. */
export type EvaluateItem = (scope: Scope, item: Value) => Outcome;

export interface CompiledRule {
  readonly rule: Rule;
  /** Null if the condition is not shown or does not compile; the write is then refused. */
  readonly condition: CompiledFormula | null;
  /**
   * Evaluates the condition as if people filled in the missing values in the best possible way. Null if the rule reads
   * nothing that only the product sets, so that filling in values always helps.
   */
  readonly ifBestFilled: Evaluate | null;
  /** Returns the condition in plain words; empty if there is none. */
  readonly words: (model: Pick<CompiledModel, 'sentences' | 'schema' | 'format'>) => string;
  readonly code: string;
  /** The field to which the failure is attached. */
  readonly field: string | null;
  /** Names of the entity's own fields and lists that the rule reads. */
  readonly reads: ReadonlySet<string>;
}

/**
 * A composite unique key. `among`: the condition that limits which records must differ, and a condition that is true if
 * another of them has the same values.
 */
export interface CompiledKey {
  readonly key: UniqueKey;
  readonly partial: { readonly where: CompiledFormula; readonly taken: CompiledFormula } | null;
}

/** Which records may be chosen for a reference field. */
export interface CompiledChoice {
  readonly field: Field;
  /** The entity that the field refers to. */
  readonly entity: string;
  /**
   * Whether the record in the field, or one of those in it, may be chosen; null if the condition does not check: then
   * none may.
   */
  readonly condition: CompiledFormula | null;
  /** The condition about the rows of a list. Its parameters read `this`. Null if no database can evaluate it. */
  readonly offered: Relation | null;
  /** The fields of the record that is edited and that the condition reads. */
  readonly readsOfThis: readonly string[];
}

export interface CompiledComputed {
  readonly field: Field;
  readonly value: CompiledFormula | null;
  /** The field is computed on read and not stored. */
  readonly byClock: boolean;
}

export interface CompiledScreen {
  readonly screen: Screen;
  /** The route parameter that identifies the record; null if there is none. */
  readonly record: string | null;
  /** Null if there is no filter or it does not compile; `unknown` is true in the second case. */
  readonly filter: CompiledFormula | null;
  readonly unknown: boolean;
  /** The conditions of `Only if` and `Menu`; null if there is none or it does not compile. */
  readonly guard: CompiledFormula | null;
  readonly menu: CompiledFormula | null;
  /** Milliseconds between refreshes; null if the screen does not refresh periodically. */
  readonly refresh: number | null;
  /** The filters and switches that compile; the others have no effect. */
  readonly saved: readonly CompiledSavedFilter[];
}

export interface CompiledTile {
  readonly screen: CompiledScreen;
  readonly tile: Screen['numbers'][number] | Screen['charts'][number];
  readonly filter: CompiledFormula | null;
  readonly unknown: boolean;
}

export type { CompiledCall, CompiledFormula, Path, Role };
