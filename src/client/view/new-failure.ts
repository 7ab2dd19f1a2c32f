import type { Failure } from '../../engine/core/refusal.ts';
import type { JudgedHere } from './engine.ts';

/** The first failure that is there with a value and was not without it, and that is no value still missing. */
export function newFailure(without: JudgedHere, withIt: JudgedHere): Failure | null {
  const before = new Set(without.failures.map(nameOf));
  const isMissing = ({ code, path }: Failure) =>
    code === 'REQUIRED' || (path.length === 1 && (withIt.values[String(path[0])] ?? null) === null);
  return withIt.failures.find((failure) => !before.has(nameOf(failure)) && !isMissing(failure)) ?? null;
}

const nameOf = ({ code, path, decidedBy }: Failure): string => JSON.stringify([code, path, decidedBy]);
