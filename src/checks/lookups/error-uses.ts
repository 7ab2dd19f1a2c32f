import type { Place } from '../../model/types/element.ts';
import type { Model } from '../../model/types/model.ts';
import type { CheckContext, PartContext } from '../runner/check.ts';

/**
 * A place where the document names an error. A call of the application only lists the error; another element must raise
 * it.
 */
export interface ErrorUse {
  readonly code: string;
  readonly at: Place | null;
  readonly element: string;
  readonly raises: boolean;
  readonly by: 'key' | 'guard' | 'rule' | 'call';
  /** For a guard: the entity whose record it judges. */
  readonly entity?: string;
}

/** Returns every error that a unique key, a transition, a rule or a call of a part names. */
function usesIn({ model }: PartContext): readonly ErrorUse[] {
  return [...errorUses(model)];
}

function* errorUses(model: Model): Generator<ErrorUse> {
  for (const { id, at, error } of model.entities.flatMap(({ unique }) => unique)) {
    if (error !== null) yield { code: error.name, at: error.at ?? at, element: id, raises: true, by: 'key' };
  }
  for (const machine of model.machines) {
    for (const { id, at, error } of machine.transitions) {
      if (error === null) continue;
      const { entity } = machine;
      yield { code: error.name, at: error.at ?? at, element: id, raises: true, by: 'guard', entity };
    }
  }
  for (const { id, at, error } of model.rules) {
    if (error !== null) yield { code: error.name, at: error.at ?? at, element: id, raises: true, by: 'rule' };
  }
  for (const { id, at, errors, does } of model.calls) {
    for (const error of errors)
      yield { code: error.name, at: error.at ?? at, element: id, raises: does.kind === 'outside', by: 'call' };
  }
}

/** Returns the uses of each error, by code. */
export function usesByCode({ gather }: CheckContext): ReadonlyMap<string, readonly ErrorUse[]> {
  const found = new Map<string, ErrorUse[]>();
  const all = gather(usesIn).flat();
  for (const use of all.sort((one, other) => (one.at?.from ?? 0) - (other.at?.from ?? 0))) {
    const known = found.get(use.code);
    if (known === undefined) found.set(use.code, [use]);
    else known.push(use);
  }
  return found;
}
