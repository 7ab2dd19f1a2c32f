import { MAX_RECORDS } from '../../expressions/relation/queries.ts';
import type { Row } from '../../fields/text/value.ts';
import type { CompiledFormula } from '../compiled/compiled-formula.ts';
import { type Context, scopeOf } from '../context/decision-context.ts';
import { stored } from '../core/row-values.ts';
import { ENGLISH_STANDARD_TEXTS } from '../languages/standard-texts.ts';

/** The ids of people and the addresses to which the formulas lead, each once, and notes for the history. */
interface Recipients {
  readonly values: readonly string[];
  readonly notes: readonly string[];
}

/** Returns whom an effect tells, at most as many as an effect may concern. */
export function recipientsOf(context: Context, to: readonly CompiledFormula[], row: Row, old: Row | null): Recipients {
  const outcomes = to.flatMap((formula) => formula.evaluate(scopeOf(context, row, old)) ?? []);
  const ids = outcomes.map((one) => stored(one)).filter((id): id is string => typeof id === 'string' && id !== '');
  const values = [...new Set(ids)];
  if (values.length === 0) return { values, notes: [ENGLISH_STANDARD_TEXTS.nobodyToTell] };
  if (values.length <= MAX_RECORDS) return { values, notes: [] };
  return { values: values.slice(0, MAX_RECORDS), notes: [ENGLISH_STANDARD_TEXTS.tooManyToTell] };
}
