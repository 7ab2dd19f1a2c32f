import type { Place } from '../../model/types/element.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Screen } from '../../model/types/model.ts';
import { currentPerson } from '../lookups/typed-parts.ts';
import type { CheckContext } from '../runner/check.ts';
import { type Goal, isSatisfiable } from '../solver/solver.ts';

/** A condition on a screen, in the words of a message, and its outcome among the records that the screen shows. */
export interface ScreenCondition {
  readonly kind: 'screen' | 'tile' | 'filter' | 'switch' | 'guard' | 'menu';
  /** The subject of a message: `the number “Late”`. */
  readonly what: string;
  readonly element: string;
  readonly formula: Formula;
  readonly at: Place | null;
  readonly holds: 'never' | 'always' | 'sometimes';
}

/**
 * Returns all conditions of a screen whose types are known. The conditions of its parts are judged among the records
 * that match the screen's filter.
 */
export function screenConditions(screen: Screen, context: CheckContext): readonly ScreenCondition[] {
  return context.memoize('screen', screen, () => judgedOf(screen, context));
}

function judgedOf(screen: Screen, context: CheckContext): readonly ScreenCondition[] {
  const { charts, filters, filter, guard, id, menu, name, numbers } = screen;
  const own = context.typed(filter);
  const given: readonly Goal[] = own === null ? [] : [{ condition: own, truth: true }];
  const judged = (
    formula: Formula | null,
    about: Pick<ScreenCondition, 'kind' | 'what' | 'element'>,
    among: readonly Goal[],
  ): ScreenCondition[] => {
    // A person who opens a screen need not be signed in; a person who sees records is.
    const isOpen = about.kind === 'guard' || about.kind === 'menu';
    const holds = formula === null ? null : judge(formula, among, isOpen, context);
    return formula === null || holds === null ? [] : [{ ...about, formula, at: formula.at, holds }];
  };
  return [
    ...judged(filter, { kind: 'screen', what: `the filter of ${name}`, element: id }, []),
    ...numbers.flatMap((tile) => judged(tile.filter, tileOf('number', tile), given)),
    ...charts.flatMap((tile) => judged(tile.filter, tileOf('chart', tile), given)),
    ...filters.flatMap(({ id: element, kind, filter: saved, name: title }) =>
      judged(saved, { kind, what: `the ${kind} “${title}”`, element }, given),
    ),
    ...judged(guard, { kind: 'guard', what: `“Only if” of ${name}`, element: id }, []),
    ...judged(menu?.when ?? null, { kind: 'menu', what: `“Menu” of ${name}`, element: id }, []),
  ];
}

function tileOf(word: string, { id, name }: { readonly id: string; readonly name: string }) {
  return { kind: 'tile', what: `the ${word} “${name}”`, element: id } as const;
}

/** Returns null if the condition has no type, and if no record matches `among`. */
function judge(
  formula: Formula,
  among: readonly Goal[],
  isOpen: boolean,
  context: CheckContext,
): ScreenCondition['holds'] | null {
  const { schema } = context;
  const typed = context.typed(formula);
  if (typed === null) return null;
  const me = isOpen ? null : currentPerson(schema);
  const given = { schema, valid: true, filled: me === null ? [] : [me] };
  if (among.length > 0 && !isSatisfiable(among, given)) return null;
  if (!isSatisfiable([...among, { condition: typed, truth: true }], given)) return 'never';
  return isSatisfiable([...among, { condition: typed, truth: false, orUnknown: true }], given) ? 'sometimes' : 'always';
}
