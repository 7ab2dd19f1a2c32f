import type { Evaluate, Outcome, Scope } from '../../expressions/types/scope.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import type { Formatter } from '../../fields/text/format.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Bounds } from '../../fields/types/field.ts';
import type { AskedBy } from '../../model/lookups/call-query.ts';
import type { Parent } from '../../model/lookups/call-record.ts';
import type { AnswerShape, ShapeEntry } from '../../model/lookups/call-shape.ts';
import type { Attribute, EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type {
  Call,
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
import type { Point } from '../../model/types/place.ts';
import type { Type } from '../../model/types/types.ts';
import type { Digest } from '../core/digest.ts';
import type { Addressed } from '../core/record-address.ts';
import type { Body, Compiled, Path, PreparedSaved } from './compiled-formula.ts';
import type { Questions } from './record-queries.ts';
import type { Told } from './response-cache.ts';
import type { Sentences } from './standard-texts.ts';
import type { Secrets } from './write-only-values.ts';

/** Everything that a decision needs of a Model, compiled once. Immutable but for what it keeps of answers that never change. */
export interface App {
  readonly model: Model;
  /** The version of the document. */
  readonly hash: string;
  readonly schema: Schema;
  readonly zone: string;
  readonly format: Formatter;
  /** What we say ourselves, in the language of the Model. */
  readonly sentences: Sentences;
  readonly bounds: Bounds;
  readonly entities: ReadonlyMap<string, PreparedEntity>;
  /** What formulas ask over other records; empty in most documents, which then go the shortest way. */
  readonly questions: Questions;
  /** The formulas of computed fields that are worked out where they are read. */
  readonly byClock: (entity: string, field: string) => Compiled | undefined;
  /** Entities that have questions which can't be asked as one: all their records are looked through. */
  readonly looked: ReadonlySet<string>;
  /** Transitions that follow what happens to records of an entity, by that entity. */
  readonly followers: ReadonlyMap<string, readonly PreparedTransition[]>;
  /** The entity of the people and what of theirs decides who may do what (M18). */
  readonly people: People | null;
  /** Roles of everyone who signs in. */
  readonly everyone: readonly string[];
  /** Roles of whoever has not signed in. */
  readonly guests: readonly string[];
  readonly calls: ReadonlyMap<string, PreparedCall>;
  readonly addresses: ReadonlyMap<string, Addressed>;
  readonly screens: ReadonlyMap<string, PreparedScreen>;
  readonly tiles: ReadonlyMap<string, PreparedTile>;
  /** Null where a constant is not shown. */
  readonly constants: ReadonlyMap<string, { readonly type: StaticType; readonly value: Value } | null>;
  readonly elements: ReadonlyMap<string, ElementInfo>;
  readonly pageSize: number;
  /** The most records that may be asked for at once. */
  readonly largestPage: number;
  /** Milliseconds that deleted records are kept. */
  readonly retention: number;
  /** Milliseconds that values are kept in the history of records that are there; null: as long as these. */
  readonly historyKept: number | null;
  /** The most characters of a comment; null: not shown. */
  readonly longestComment: number | null;
  /** What was made for a set of roles, by those roles and by name: it is the same for everybody who holds them. */
  readonly made: Map<string, Map<string, unknown>>;
  readonly roleKeys: WeakMap<ReadonlySet<string>, string>;
  /** Sets of roles that people hold, by the stated ones among them. */
  readonly roleSets: Map<string, ReadonlySet<string>>;
  readonly digest: Digest;
  readonly told: Told;
}

export interface ElementInfo {
  readonly point: Point;
  readonly line: number | null;
  readonly label: string;
}

export interface People {
  readonly entity: string;
  readonly signIn: string;
  /** The field that e-mail to a person is sent to. */
  readonly address: string;
  readonly role: Field | null;
  /** Names of fields and machines of the person entity that are authority. */
  readonly authority: ReadonlySet<string>;
  /** References to follow from the person for any formula of the document. */
  readonly paths: readonly Path[];
}

export interface PreparedEntity {
  readonly name: string;
  readonly schema: EntitySchema;
  readonly entity: Entity;
  /** Where it has no title, its first number series or unique whole number. */
  readonly number: string | null;
  readonly attributes: readonly Attribute[];
  /** Fields of which each write asks: its lists of lines, its number series, those that must be filled, those that are unique. */
  readonly lists: readonly { readonly name: string; readonly entity: string }[];
  readonly series: readonly Field[];
  readonly required: readonly Field[];
  readonly unique: readonly Field[];
  readonly machines: readonly PreparedMachine[];
  /** Its own rules; those of its lines stand with the line entity. */
  readonly rules: readonly PreparedRule[];
  /** Which of its rules, and of the rules of its lines, depend on what the write changes elsewhere. */
  readonly resulting: ReadonlySet<string>;
  /** In an order in which each stands after those it reads. */
  readonly computed: readonly PreparedComputed[];
  /** What of the record they read, by name, and themselves; null: anything may count, since one of them looks through other records. */
  readonly computedFrom: ReadonlySet<string> | null;
  /** Whether one of these, or of its lines, goes by the clock. */
  readonly byClock: boolean;
  readonly defaults: ReadonlyMap<string, Compiled | null>;
  /** Of fields that are asked for only while a condition holds: that condition; null where it can't be understood. */
  readonly shownWhen: ReadonlyMap<string, Compiled | null>;
  readonly keys: readonly PreparedKey[];
  readonly permissions: Readonly<Record<Operation, Cells>>;
  /** Event names in stated order. */
  readonly events: readonly string[];
  /** The transitions that an event may take, in stated order. */
  readonly byEvent: ReadonlyMap<string, readonly PreparedTransition[]>;
  /** Fields of records of any entity that refer to this one. */
  readonly referrers: readonly { readonly entity: string; readonly field: Field }[];
  /** References to follow from a record: to decide whether it may be read; for any decision about it. */
  readonly readPaths: readonly Path[];
  readonly paths: readonly Path[];
  /** Fields that hold several records, or lines that do: what they tell hangs on what may be read of those. */
  readonly telling: ReadonlyMap<string, Attribute['type']>;
  /** What is taken in and never given out. */
  readonly secrets: Secrets;
  /** Built-ins that go over the wire: those that are always there, and the others where the document names them. */
  readonly shown: ReadonlySet<string>;
}

/** The cells of one operation of an entity. */
export interface Cells {
  readonly id: string;
  readonly record: readonly Cell[];
  /** Only of fields that have cells of their own. */
  readonly fields: ReadonlyMap<string, readonly Cell[]>;
}

/** A cell of the matrix. One whose condition does not check is `unknown`. */
export interface Cell {
  readonly id: string;
  readonly role: string;
  readonly kind: Permission['grant']['kind'];
  /** By name, whether `(any)`; null: every field. */
  readonly fields: ReadonlyMap<string, boolean> | null;
  readonly where: Compiled | null;
}

export interface PreparedMachine {
  readonly machine: Machine;
  /** States in which the record may be edited; null: not shown, so none. */
  readonly editable: ReadonlySet<string> | null;
  readonly final: ReadonlySet<string>;
  readonly transitions: readonly PreparedTransition[];
}

export interface PreparedTransition {
  readonly transition: Transition;
  readonly machine: Machine;
  /** Whoever matches one of these; empty: whoever may change the record; null: not shown, so nobody. */
  readonly who: readonly PreparedWho[] | null;
  /** Parts of the guard that speak of the person, and the rest. */
  readonly personal: readonly Compiled[];
  /** The same for rows whose guards say the same of the person. */
  readonly personalKey: string;
  readonly guard: readonly Compiled[];
  /** Ids of what is not shown and must be, before anybody may. */
  readonly unknown: readonly string[];
  readonly effects: readonly PreparedEffect[];
  /** Fields that it fills with what is not shown: in the browser, what these roles may not know, or can't work out. */
  readonly unforeseen: ReadonlySet<string>;
  readonly asks: readonly { readonly field: string; readonly optional: boolean }[];
  /** Null: people raise it, or it does not check. */
  readonly timer: PreparedTimer | null;
}

/** `watches`: whether what it goes by can change without a write to the record itself. */
export type PreparedTimer =
  | {
      readonly kind: 'delay';
      readonly again: boolean;
      /** The moment by a field; null: it goes by when the state was entered. */
      readonly moment: Compiled | null;
      /** The delay behind the moment that stands in the place of `now`. */
      readonly step: Compiled;
      /** Of one that comes again and again by the calendar or exact time, the delay alone. */
      readonly length: Compiled | null;
      readonly watches: boolean;
    }
  | { readonly kind: 'when'; readonly condition: Compiled; readonly watches: boolean }
  /** `where` speaks of the other record, whose field `by` leads to the one that acts. */
  | {
      readonly kind: 'on';
      readonly entity: string;
      readonly event: string;
      readonly by: string;
      readonly where: Compiled | null;
    };

export type PreparedWho =
  | { readonly kind: 'role'; readonly role: string }
  /** References that lead from the record to the person. */
  | { readonly kind: 'path'; readonly path: Path }
  /** A role from a relation: whoever satisfies it over the record. */
  | { readonly kind: 'relation'; readonly condition: Compiled }
  | { readonly kind: 'unknown'; readonly name: string };

export type PreparedEffect =
  | { readonly kind: 'set'; readonly field: string; readonly type: Type; readonly value: Compiled }
  /** `lines`: of the record's own lines; else of other records, once this one stands. */
  | {
      readonly kind: 'set elsewhere';
      readonly on: Compiled;
      readonly entity: string;
      readonly field: string;
      readonly value: Compiled;
      readonly lines: boolean;
    }
  | { readonly kind: 'raise'; readonly on: Compiled; readonly entity: string; readonly event: string }
  /**
   * `items`: one record for each of them; null: one. `ofItem`: the value is that of the item at hand; null: it is the same
   * for each. `list`: lines of the record's own list; null: records that stand on their own.
   */
  | {
      readonly kind: 'make';
      readonly entity: string;
      readonly list: string | null;
      readonly items: PreparedItems | null;
      readonly values: readonly {
        readonly field: string;
        readonly value: Compiled;
        readonly ofItem: EvaluateItem | null;
      }[];
    }
  | { readonly kind: 'notify'; readonly to: Compiled }
  /** `body` null: it has none. */
  | { readonly kind: 'call'; readonly call: PreparedCall; readonly body: Body | null }
  | { readonly kind: 'ask'; readonly effect: Extract<Effect, { kind: 'ask' }> };

/** `chosen`: those that satisfy `where`; null: each does. */
export interface PreparedItems {
  readonly all: Compiled;
  readonly chosen: Compiled;
  readonly where: EvaluateItem | null;
}

/** What a formula comes to for an item of the list that it is about. */
export type EvaluateItem = (scope: Scope, item: Value) => Outcome;

export interface PreparedRule {
  readonly rule: Rule;
  /** Null: not shown or does not check; then whatever it rules is refused. */
  readonly condition: Compiled | null;
  /**
   * What it would come to if people filled in what leaves it unknown. Null: it reads nothing that only the product sets, so
   * that filling in always helps.
   */
  readonly favourably: Evaluate | null;
  /** The condition in plain words; empty where there is none. */
  readonly words: (app: Pick<App, 'sentences' | 'schema' | 'format'>) => string;
  readonly code: string;
  /** Where its failure stands. */
  readonly field: string | null;
  /** Its own fields and lists that it reads, by name. */
  readonly reads: ReadonlySet<string>;
}

/** Fields that together must differ; `among`: the records that they must differ in, and whether another of them has the same. */
export interface PreparedKey {
  readonly key: UniqueKey;
  readonly among: { readonly where: Compiled; readonly taken: Compiled } | null;
}

export interface PreparedComputed {
  readonly field: Field;
  readonly value: Compiled | null;
  /** It is not stored, but worked out where it is read. */
  readonly byClock: boolean;
}

export interface PreparedCall {
  readonly call: Call;
  /** Null: not stated, so whatever may be sent. */
  readonly sends: ReadonlySet<string> | null;
  /** By list that it sends: the fields of its lines, where it states which. Of any other list a line is taken whole. */
  readonly lines: ReadonlyMap<string, ReadonlySet<string>>;
  /** The parameters of its path that name what its record belongs with, the nearest first. */
  readonly within: readonly Parent[];
  /** Of a list: the names of its query that are spelled otherwise, or ask whether a filter of a screen holds. */
  readonly asks: ReadonlyMap<string, AskedBy>;
  /** The shape that its body has, where it states one. */
  readonly takes: readonly ShapeEntry[] | null;
  /** The shape of its answer, where it states one. */
  readonly gives: AnswerShape | null;
  /** Of a call to the outside: the first constant of its path that is not shown. */
  readonly waitsFor: string | null;
}

export interface PreparedScreen {
  readonly screen: Screen;
  /** The parameter of its route that says which record is meant; null: there is none. */
  readonly record: string | null;
  /** Null: there is none, or it does not check. Then `unknown` says which. */
  readonly filter: Compiled | null;
  readonly unknown: boolean;
  /** `Only if`, and the condition of `Menu`; null where there is none, or it can't be understood. */
  readonly guard: Compiled | null;
  readonly menu: Compiled | null;
  /** Milliseconds between two fetches; null: by the clock there are none. */
  readonly refresh: number | null;
  /** Filters and switches that can be understood; the others are without effect. */
  readonly saved: readonly PreparedSaved[];
}

export interface PreparedTile {
  readonly screen: PreparedScreen;
  readonly tile: Screen['numbers'][number] | Screen['charts'][number];
  readonly filter: Compiled | null;
  readonly unknown: boolean;
}

export type { Compiled, Path, Role };
