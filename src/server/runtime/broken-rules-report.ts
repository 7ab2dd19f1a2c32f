import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import { PRODUCT } from '../../engine/core/principal.ts';
import { type ChangedRule, changedRules } from '../../engine/rules/newly-broken-rules.ts';
import type { DataLoss, Store } from '../../store/core/store.ts';

/**
 * Finds the records that break a rule which is new or changed since the previous document. The server reports them when
 * it loads a document, so that people do not discover them only at their next change. No data is lost: the records stay
 * readable.
 */
export async function findBrokenRules(
  store: Pick<Store, 'list'>,
  compiled: CompiledModel,
  before: CompiledModel | null,
  now: number,
): Promise<readonly DataLoss[]> {
  const losses: DataLoss[] = [];
  for (const since of changedRules(compiled, before)) {
    const loss = await countViolations(store, since, now);
    if (loss !== null) losses.push(loss);
  }
  return losses;
}

async function countViolations(
  store: Pick<Store, 'list'>,
  { rule, entity, plan }: ChangedRule,
  now: number,
): Promise<DataLoss | null> {
  const { id: element, name } = rule.rule;
  const of = `${name} of ${entity.name}`;
  if (plan === null)
    return {
      element,
      message: `It is not known how many records break the rule ${of}: a database can’t evaluate it.`,
      count: 0,
      examples: [],
      next: NEXT,
    };
  const { rows, total } = await store.list(plan, { principal: PRODUCT, now });
  const count = total?.count ?? 0;
  if (count === 0) return null;
  const title = entity.schema.title;
  const examples = rows.map(({ id, values }) => String((title === null ? null : values[title]) ?? id));
  const which = `${examples.map((each) => `“${each}”`).join(', ')}${count > examples.length ? ', …' : ''}`;
  return {
    element,
    message: `${count === 1 ? '1 record breaks' : `${count} records break`} the new or changed rule ${of}: ${which}.`,
    count,
    examples,
    next: NEXT,
  };
}

const NEXT = 'The records stay readable. The next change of each must satisfy the rule, or it is refused.';
