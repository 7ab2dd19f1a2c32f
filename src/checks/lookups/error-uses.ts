import type { Place } from '../../model/types/element.ts';
import type { Model } from '../../model/types/model.ts';
import type { CheckContext } from '../runner/check.ts';

/**
 * A place where the document names an error. A call of the application only lists the error; another element must raise
 * it.
 */
export interface ErrorUse {
  readonly code: string;
  readonly at: Place | null;
  readonly element: string;
  readonly raises: boolean;
  readonly by: 'key' | 'guard' | 'state' | 'rule' | 'call';
  /** For a guard, a rule and a key: the entity whose record it judges. */
  readonly entity?: string;
}

/** Yields every error that a unique key, a transition, a rule or a call names. */
function* errorUses(model: Model): Generator<ErrorUse> {
  for (const { name: entity, unique } of model.entities) {
    for (const { id, at, error } of unique)
      if (error !== null) yield { code: error.name, at: error.at ?? at, element: id, raises: true, by: 'key', entity };
  }
  for (const machine of model.machines) {
    for (const { id, at, error, wrongState } of machine.transitions) {
      const { entity } = machine;
      if (error !== null)
        yield { code: error.name, at: error.at ?? at, element: id, raises: true, by: 'guard', entity };
      if (wrongState !== null)
        yield { code: wrongState.name, at: wrongState.at ?? at, element: id, raises: true, by: 'state' };
    }
  }
  for (const { id, at, error, entity } of model.rules) {
    if (error !== null) yield { code: error.name, at: error.at ?? at, element: id, raises: true, by: 'rule', entity };
  }
  for (const { id, at, errors, does } of model.calls) {
    for (const error of errors)
      yield { code: error.name, at: error.at ?? at, element: id, raises: does.kind === 'outside', by: 'call' };
  }
}

/** Returns the uses of each error, by code. */
export function usesByCode({ model, memoize }: CheckContext): ReadonlyMap<string, readonly ErrorUse[]> {
  return memoize('error uses', model, () =>
    Map.groupBy(
      [...errorUses(model)].sort((one, other) => (one.at?.from ?? 0) - (other.at?.from ?? 0)),
      ({ code }) => code,
    ),
  );
}
