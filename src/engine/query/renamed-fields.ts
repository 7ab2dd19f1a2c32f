import { parseExpression } from '../../expressions/syntax/parse.ts';
import { printExpression } from '../../expressions/syntax/print.ts';
import { applyRenamesToTree, type Renames } from '../../model/diff/difference-names.ts';
import type { Model } from '../../model/types/model.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import type { ColumnsState, ListState } from './saved-list-view.ts';

/** Returns a saved view with the present names of fields that the document has renamed. */
export function withCurrentNames(model: CompiledModel, entity: string, state: ListState): ListState {
  const renames = formerIn(model.model);
  const own = renames.fields.get(entity) ?? NONE;
  if (renames.entities.size === 0 && renames.fields.size === 0) return state;
  const named = (name: string) => own.get(name) ?? name;
  const { filter, sort, group, columns } = state;
  const key = (text: string) => (own.has(text) || !text.startsWith('-') ? named(text) : `-${named(text.slice(1))}`);
  const [, interval = '', by = group] = /^((?:day|week|month|quarter|year) of )(.+)$/s.exec(group) ?? [];
  return {
    ...state,
    filter: filterNamed(renames, entity, filter),
    sort: sort
      .split(',')
      .map((part) => key(part.trim()))
      .join(','),
    group: own.has(group) ? named(group) : `${interval}${named(by)}`,
    columns: columns && columnsNamed(columns, named),
  };
}

const NONE: ReadonlyMap<string, string> = new Map();

/** A text that does not parse as a condition stays unchanged. */
function filterNamed(renames: Renames, entity: string, filter: string): string {
  const { tree } = filter === '' ? { tree: null } : parseExpression(filter);
  if (tree === null) return filter;
  const now = applyRenamesToTree(renames, entity, tree);
  return printExpression(now) === printExpression(tree) ? filter : printExpression(now);
}

function columnsNamed({ hidden, added, order, widths }: ColumnsState, named: (name: string) => string): ColumnsState {
  return {
    hidden: hidden.map(named),
    added: added.map(named),
    order: order.map(named),
    widths: widths.map(([name, width]) => [named(name), width]),
  };
}

const renamesByModel = new WeakMap<Model, Renames>();

/** Returns the present names by former name. A name that is in use now is nobody's former name. */
function formerIn(model: Model): Renames {
  const before = renamesByModel.get(model);
  if (before !== undefined) return before;
  const machines = Map.groupBy(
    model.machines.filter(({ stateless }) => !stateless),
    ({ entity }) => entity,
  );
  const fields = model.entities.flatMap(({ name, fields }) => {
    const taken = [...fields, ...(machines.get(name) ?? [])].map((each) => each.name);
    const own = formerOf(fields, taken);
    return own.size === 0 ? [] : [[name, own] as const];
  });
  const renames = {
    entities: formerOf(
      model.entities,
      model.entities.map(({ name }) => name),
    ),
    fields: new Map(fields),
  };
  renamesByModel.set(model, renames);
  return renames;
}

function formerOf(
  elements: readonly { readonly name: string; readonly was: readonly string[] }[],
  taken: readonly string[],
): ReadonlyMap<string, string> {
  const pairs = elements.flatMap(({ name, was }) => was.map((before) => [before, name] as const));
  return new Map(pairs.filter(([before]) => !taken.includes(before)));
}
