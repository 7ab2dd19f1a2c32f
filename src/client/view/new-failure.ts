import type { Failure } from '../../engine/core/refusal.ts';
import type { DeviceValidation } from './browser-engine.ts';

/** Returns the first failure that a value causes: present with it, absent without it, and not about a missing value. */
export function newFailure(without: DeviceValidation, withIt: DeviceValidation): Failure | null {
  const before = new Set(without.failures.map(nameOf));
  const isMissing = ({ code, path }: Failure) =>
    code === 'REQUIRED' || (path.length === 1 && (withIt.values[String(path[0])] ?? null) === null);
  return withIt.failures.find((failure) => !before.has(nameOf(failure)) && !isMissing(failure)) ?? null;
}

const nameOf = ({ code, path, decidedBy }: Failure): string => JSON.stringify([code, path, decidedBy]);
