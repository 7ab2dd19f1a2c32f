import type { QueryInput } from '../../expressions/shapes/query-inputs.ts';
import type { AnswerShape, ShapeEntry } from '../../expressions/shapes/resolve-shape.ts';
import type { ResolvedQueryName } from '../../model/lookups/call-query.ts';
import type { Parent, PathInput } from '../../model/lookups/call-record.ts';
import type { Callers } from '../../model/lookups/call-refusals.ts';
import type { Call, CallOptions, CallParameter, RefusalStep } from '../../model/types/model.ts';
import type { CompiledFormula } from './compiled-formula.ts';

/** A call, with all that answering it needs. */
export interface CompiledCall {
  readonly call: Call;
  /** The fields that may be sent; null if the call does not state them, so that any may be sent. */
  readonly sends: ReadonlySet<string> | null;
  /**
   * For each list sent: the fields of its lines, if the call states them. Lines of any other list are accepted whole.
   */
  readonly lines: ReadonlyMap<string, ReadonlySet<string>>;
  /** The path parameters that identify the parents of the record, nearest first. */
  readonly parents: readonly Parent[];
  /** The path parameters that hold values which the event asks for. */
  readonly pathInputs: readonly PathInput[];
  /** The query parameters that hold values of fields, in calls that write. */
  readonly queryInputs: readonly QueryInput[];
  /** Of a list call: query parameters that are renamed, or that ask whether a filter of a screen holds. */
  readonly queryNames: ReadonlyMap<string, ResolvedQueryName>;
  /** The rows of each parameter that its part states; of other calls than lists, those that show members. */
  readonly parameterRows: ReadonlyMap<string, readonly CallParameter[]>;
  /** The members of the answer that rows of parameters show. */
  readonly shownMembers: ReadonlyMap<CallParameter, ShapeEntry>;
  /** The condition of the records that the call is about; null: all records. `unknown`: it does not compile. */
  readonly where: CompiledFormula | 'unknown' | null;
  /** The options of the call, with those of the API where it states none. */
  readonly options: CallOptions;
  /** Who may use the call; null: whoever has the permission for what it does. */
  readonly callers: Callers | null;
  /** The order in which the call is refused; null: the usual order. */
  readonly refusals: readonly RefusalStep[] | null;
  /** The stated shape of the request body; null if none. */
  readonly requestShape: readonly ShapeEntry[] | null;
  /** The stated shape of the response; null if none. */
  readonly responseShape: AnswerShape | null;
  /** The expressions in the shape of the response; null for one that does not compile. */
  readonly shapeFormulas: ReadonlyMap<ShapeEntry, CompiledFormula | null>;
  /** Of an outgoing call: the first constant in its path that is not shown. */
  readonly waitsFor: string | null;
}
