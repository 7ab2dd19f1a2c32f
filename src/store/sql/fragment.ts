import type { Parameter } from '../../expressions/relation/relation-parts.ts';
import type { StaticType } from '../../expressions/types/static.ts';

/**
 * A piece of SQL with the values for its placeholders, in order. Values never become part of the text, which consists
 * only of fixed SQL and physical names.
 */
export interface Fragment {
  readonly text: string;
  readonly slots: readonly Slot[];
}

export type Slot =
  /** A parameter of the plan, by its index, and how it is used. */
  | { readonly slot: 'parameter'; readonly index: number; readonly use: Use; readonly type: StaticType }
  /** A parameter that is not part of the plan. */
  | { readonly slot: 'own'; readonly parameter: Parameter; readonly use: Use; readonly type: StaticType }
  /** An option if the list that is the plan's parameter names it, or does not; else a value that equals nothing. */
  | {
      readonly slot: 'option';
      readonly index: number;
      readonly option: string;
      readonly isNamed: boolean;
      readonly type: StaticType;
    }
  /** A value from the executor: a limit, or a sort key of the previous page. */
  | { readonly slot: 'given'; readonly index: number };

/**
 * How a value is used. `plain`: unknown is NULL. `same`: unknown equals nothing, NULL included. `fold`: as `same`,
 * without case. `element`, `fold element`: empty and unknown equal nothing. `order`, `word`: as `plain`, its shadow
 * key. `list`: as a JSON array.
 */
export type Use = 'plain' | 'same' | 'fold' | 'element' | 'fold element' | 'order' | 'word' | 'list' | 'fold list';

/** Composes fragments; strings among the parts are physical names or fixed SQL. */
export function sql(words: TemplateStringsArray, ...parts: readonly (Fragment | string)[]): Fragment {
  let text = words[0] ?? '';
  const slots: Slot[] = [];
  parts.forEach((part, index) => {
    if (typeof part === 'string') text += part;
    else {
      text += part.text;
      slots.push(...part.slots);
    }
    text += words[index + 1] ?? '';
  });
  return { text, slots };
}

export function joinFragments(parts: readonly Fragment[], separator: string): Fragment {
  return { text: parts.map((part) => part.text).join(separator), slots: parts.flatMap((part) => part.slots) };
}

/** The executor's value with this index. */
export function executorValue(index: number): Fragment {
  return { text: '?', slots: [{ slot: 'given', index }] };
}

export const NULL: Fragment = { text: 'NULL', slots: [] };
