import type { CompiledModel } from '../compiled/compiled-model.ts';
import type { Refusal } from '../core/refusal.ts';
import { hasEntry } from './catalogue-entries.ts';
import { refuse } from './error-catalogue.ts';

/**
 * Refuses a query parameter whose value cannot be read. `problem`: what is wrong with it, after its name: `must be a
 * number`. It is an unreadable request unless the catalogue has an error for such parameters; that one is about the
 * parameter as its field.
 */
export function refuseParameter(model: CompiledModel, parameter: string, problem: string): Refusal {
  const reason = `its parameter “${parameter}” ${problem}`;
  if (!hasEntry(model, 'PARAMETER_NOT_VALID')) return refuse(model, 'UNREADABLE', { reason });
  const refusal = refuse(model, 'PARAMETER_NOT_VALID', { parameter, reason });
  const { code, message, next, entry } = refusal;
  const failure = { path: [parameter], code, message, next, decidedBy: [], ...(entry === undefined ? {} : { entry }) };
  return { ...refusal, failures: [failure] };
}
