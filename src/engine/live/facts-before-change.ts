import { compile } from '../../expressions/evaluate/compile.ts';
import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Outcome, Query, Scope } from '../../expressions/types/scope.ts';
import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { CompiledFormula } from '../compiled/compiled-formula.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import type { Facts, QuestionNeed, RecordKey } from '../core/needs-and-facts.ts';
import { GUEST } from '../core/principal.ts';
import { sameValue } from '../core/row-values.ts';
import { dependenciesIn, type RecordChange, readsOtherRecords } from './dependencies.ts';

/** Records and lines as they were before the changes; null if one did not exist. */
export type RowsBefore = ReadonlyMap<string, { readonly key: RecordKey; readonly row: Row | null }>;

/** Returns the rows before all of these changes, including lines. */
export function rowsBefore(changes: readonly RecordChange[]): RowsBefore {
  const rows = new Map<string, { key: RecordKey; row: Row | null }>();
  for (const { before, after } of changes) {
    const rowsThen = new Map(withLines(before).map((row) => [keyOf(row), row] as const));
    for (const row of [...rowsThen.values(), ...withLines(after)]) {
      const key = keyOf(row);
      if (!rows.has(key)) rows.set(key, { key: row, row: rowsThen.get(key) ?? null });
    }
  }
  return rows;
}

const keyOf = ({ entity, id }: RecordKey) => JSON.stringify([entity, id]);

function withLines(row: Row | null): Row[] {
  if (row === null) return [];
  const lists = Object.values(row.values).filter((value) => isRows(value));
  return [row, ...lists.flat().flatMap((line) => withLines(line))];
}

/** Facts as they were before the changes. */
export interface FactsBefore {
  /**
   * Answers a query with its present result if no changed record can affect it; otherwise leaves it unanswered and
   * reports that.
   */
  readonly withAnswers: Facts;
  /** Returns whether a query was left unanswered since the last call. */
  readonly hadChangedQuery: () => boolean;
  /** Leaves all queries unanswered, so that they are evaluated over all previous records. */
  readonly withoutAnswers: Facts;
}

export function factsBefore(model: CompiledModel, now: Facts, before: RowsBefore): FactsBefore {
  const changed = new Set([...before.values()].map(({ key }) => key.entity));
  const byId = new Map([...model.questions].map(([query, { id }]) => [id, query] as const));
  const state = { hadChanged: false };
  const { answer, ...rest } = now;
  const combined: Facts = {
    ...rest,
    row: (entity, id) => {
      const previousRow = before.get(keyOf({ entity, id }));
      return previousRow === undefined ? now.row(entity, id) : previousRow.row;
    },
    all: (entity) => {
      const rowsNow = now.all?.(entity);
      if (rowsNow === undefined || rowsNow === null || !changed.has(entity)) return rowsNow;
      const rowsThen = [...before.values()].flatMap(({ key, row }) => (key.entity === entity && row ? [row] : []));
      return [...rowsNow.filter((row) => !before.has(keyOf(row))), ...rowsThen];
    },
  };
  const answerThen = (need: QuestionNeed) => {
    const query = byId.get(need.id);
    if (query !== undefined && mayAffectQuery(model, query, need, { now, before, changed })) {
      state.hadChanged = true;
      return undefined;
    }
    return answer?.(need);
  };
  const hadChangedQuery = () => {
    const { hadChanged } = state;
    state.hadChanged = false;
    return hadChanged;
  };
  return { withAnswers: { ...combined, answer: answerThen }, hadChangedQuery, withoutAnswers: combined };
}

interface Change {
  readonly now: Facts;
  readonly before: RowsBefore;
  readonly changed: ReadonlySet<string>;
}

/** Returns whether a changed record affects a query, before or now; true if that can't be determined. */
function mayAffectQuery(
  model: CompiledModel,
  query: Query,
  need: QuestionNeed,
  { now, before, changed }: Change,
): boolean {
  const all = fieldsRead(query);
  if (readsBeyond(model, all, changed)) return true;
  const read = all.filter(({ entity }) => changed.has(entity));
  if (read.length === 0) return false;
  const isPlain = read.every(({ entity }) => entity === query.entity) && !readsOtherRecords(query, query.entity);
  // Only the owner of a line knows where the line is now.
  if (!isPlain || model.entities.get(query.entity)?.entity.belongsTo != null) return true;
  const { zone, byClock } = model;
  const evaluate = memoizeByRoles(model, `over some records: ${need.id}`, GUEST, () =>
    compile(query, { zone, byClock }),
  );
  const { query: _, ...around } = need.scope;
  const over = (rows: readonly Row[]): Outcome => {
    const scope: Scope = { ...around, rows: (entity) => (entity === query.entity ? rows : undefined) };
    return evaluate(scope);
  };
  const [previousRow, is]: [Row[], Row[]] = [[], []];
  for (const { key, row } of before.values()) {
    if (key.entity !== query.entity) continue;
    const after = now.row(key.entity, key.id);
    if (after === undefined) return true;
    if (row !== null) previousRow.push(row);
    if (after !== null) is.push(after);
  }
  const none = over([]);
  return ![over(previousRow), over(is)].every(
    (outcome) => outcome !== undefined && none !== undefined && sameValue(outcome, none),
  );
}

type FieldRead = CompiledFormula['fields'][number];

/** Returns whether a time-dependent field among these reads changed records beyond its own. */
function readsBeyond(model: CompiledModel, read: readonly FieldRead[], changed: ReadonlySet<string>): boolean {
  const byName = new Map(read.map((each) => [nameOf(each), each] as const));
  // Entries added during the loop are visited too.
  for (const { entity, field } of byName.values()) {
    const formula = model.byClock(entity, field);
    if (formula === undefined) continue;
    if (dependenciesIn(entity, formula, model.schema).some((watch) => changed.has(watch.entity))) return true;
    for (const behind of formula.fields) byName.set(nameOf(behind), behind);
  }
  return false;
}

const nameOf = ({ entity, field }: FieldRead) => JSON.stringify([entity, field]);
