import { compile } from '../../expressions/evaluate/compile.ts';
import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Outcome, Query, Scope } from '../../expressions/types/scope.ts';
import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { Compiled } from '../compiled/compiled-formula.ts';
import type { App } from '../compiled/compiled-model.ts';
import { kept } from '../compiled/memoize-by-roles.ts';
import type { Facts, QuestionNeed, RecordKey } from '../core/facts.ts';
import { GUEST } from '../core/principal.ts';
import { sameValue } from '../core/row.ts';
import { readsElsewhere, type Turned, watchesIn } from './dependencies.ts';

/** Records, and lines of records, as they stood before; null: there was none. */
export type Before = ReadonlyMap<string, { readonly key: RecordKey; readonly row: Row | null }>;

/** As it was before all of these changes, lines too. */
export function beforeAll(changes: readonly Turned[]): Before {
  const found = new Map<string, { key: RecordKey; row: Row | null }>();
  for (const { before, after } of changes) {
    const there = new Map(withLines(before).map((row) => [keyOf(row), row] as const));
    for (const row of [...there.values(), ...withLines(after)]) {
      const key = keyOf(row);
      if (!found.has(key)) found.set(key, { key: row, row: there.get(key) ?? null });
    }
  }
  return found;
}

const keyOf = ({ entity, id }: RecordKey) => JSON.stringify([entity, id]);

function withLines(row: Row | null): Row[] {
  if (row === null) return [];
  const lists = Object.values(row.values).filter((value) => isRows(value));
  return [row, ...lists.flat().flatMap((line) => withLines(line))];
}

/** The facts as they were. */
export interface FactsBefore {
  /** A question is answered as it is now where nothing that changed counts in it; for another one `turned` says so. */
  readonly quick: Facts;
  /** Whether a question was asked since this was asked last that is not answered. */
  readonly turned: () => boolean;
  /** Questions are worked out over all the records as they were. */
  readonly whole: Facts;
}

export function factsBefore(app: App, now: Facts, before: Before): FactsBefore {
  const changed = new Set([...before.values()].map(({ key }) => key.entity));
  const byId = new Map([...app.questions].map(([query, { id }]) => [id, query] as const));
  const state = { turned: false };
  const { answer, ...rest } = now;
  const whole: Facts = {
    ...rest,
    row: (entity, id) => {
      const was = before.get(keyOf({ entity, id }));
      return was === undefined ? now.row(entity, id) : was.row;
    },
    all: (entity) => {
      const found = now.all?.(entity);
      if (found === undefined || found === null || !changed.has(entity)) return found;
      const there = [...before.values()].flatMap(({ key, row }) => (key.entity === entity && row ? [row] : []));
      return [...found.filter((row) => !before.has(keyOf(row))), ...there];
    },
  };
  const answerThen = (need: QuestionNeed) => {
    const query = byId.get(need.id);
    if (query !== undefined && countsIn(app, query, need, { now, before, changed })) {
      state.turned = true;
      return undefined;
    }
    return answer?.(need);
  };
  const turned = () => {
    const { turned: was } = state;
    state.turned = false;
    return was;
  };
  return { quick: { ...whole, answer: answerThen }, turned, whole };
}

interface Change {
  readonly now: Facts;
  readonly before: Before;
  readonly changed: ReadonlySet<string>;
}

/** Whether a record that changed counts in a question, before or now; true where that can't be told. */
function countsIn(app: App, query: Query, need: QuestionNeed, { now, before, changed }: Change): boolean {
  const all = fieldsRead(query);
  if (readsBeyond(app, all, changed)) return true;
  const read = all.filter(({ entity }) => changed.has(entity));
  if (read.length === 0) return false;
  const isPlain = read.every(({ entity }) => entity === query.entity) && !readsElsewhere(query, query.entity);
  // Where a line stands now, the record that owns it says.
  if (!isPlain || app.entities.get(query.entity)?.entity.belongsTo != null) return true;
  const { zone, byClock } = app;
  const evaluate = kept(app, `over some records: ${need.id}`, GUEST, () => compile(query, { zone, byClock }));
  const { query: _, ...around } = need.scope;
  const over = (rows: readonly Row[]): Outcome => {
    const scope: Scope = { ...around, rows: (entity) => (entity === query.entity ? rows : undefined) };
    return evaluate(scope);
  };
  const [was, is]: [Row[], Row[]] = [[], []];
  for (const { key, row } of before.values()) {
    if (key.entity !== query.entity) continue;
    const after = now.row(key.entity, key.id);
    if (after === undefined) return true;
    if (row !== null) was.push(row);
    if (after !== null) is.push(after);
  }
  const none = over([]);
  return ![over(was), over(is)].every(
    (outcome) => outcome !== undefined && none !== undefined && sameValue(outcome, none),
  );
}

type FieldRead = Compiled['fields'][number];

/** Whether what goes by the clock among these fields reads beyond its own record what changed. */
function readsBeyond(app: App, read: readonly FieldRead[], changed: ReadonlySet<string>): boolean {
  const found = new Map(read.map((each) => [nameOf(each), each] as const));
  // What is put in here is come to as well.
  for (const { entity, field } of found.values()) {
    const formula = app.byClock(entity, field);
    if (formula === undefined) continue;
    if (watchesIn(entity, formula, app.schema).some((watch) => changed.has(watch.entity))) return true;
    for (const behind of formula.fields) found.set(nameOf(behind), behind);
  }
  return false;
}

const nameOf = ({ entity, field }: FieldRead) => JSON.stringify([entity, field]);
