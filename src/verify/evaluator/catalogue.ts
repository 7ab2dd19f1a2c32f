import type { ErrorEntry, Model } from '../../model/types/model.ts';
import type { Answer, Can, ReadableRecord, Refused } from './world.ts';

/** Replaces standard errors in an answer by the entries of the catalogue that stand for them. */
export function withCatalogueCodes(model: Model, answer: Answer): Answer {
  if (!answer.allowed) return refused(model, answer);
  const seen = (each: ReadableRecord): ReadableRecord => ({ ...each, can: can(model, each.can) });
  const { list, warnings } = answer;
  return {
    ...answer,
    record: answer.record === null ? null : seen(answer.record),
    list: list === null ? null : list.map(seen),
    ...(warnings === undefined ? {} : { warnings: { ...warnings, faults: faults(model, warnings.faults) } }),
  };
}

function refused(model: Model, answer: Refused): Refused {
  const [only, ...others] = [...new Set(answer.faults.map(({ code }) => code))];
  const own = model.errors.find((entry) => entry.code === only);
  // A refusal with a single kind of fault that the catalogue lists is answered with that code.
  if (answer.code === 'INVALID' && own !== undefined && others.length === 0)
    return { ...answer, code: own.code, status: own.status ?? answer.status };
  const entry = entryFor(model, answer.code);
  const code = entry?.code ?? answer.code;
  return { ...answer, code, status: entry?.status ?? answer.status, faults: faults(model, answer.faults) };
}

const faults = (model: Model, given: Refused['faults']): Refused['faults'] =>
  given.map((fault) => ({ ...fault, code: called(model, fault.code) }));

function can(model: Model, given: Can): Can {
  const all = (codes: readonly string[]) =>
    codes.flatMap((code) => (code === 'IN_USE' ? [code, called(model, code)] : called(model, code)));
  const each = (from: Can['change']) => new Map([...from].map(([name, codes]) => [name, all(codes)] as const));
  return { ...given, delete: all(given.delete), change: each(given.change), events: each(given.events) };
}

const called = (model: Model, code: string): string => entryFor(model, code)?.code ?? code;

/** Returns the entry that stands for a code; none if the catalogue has the code itself. */
function entryFor({ errors }: Model, code: string): ErrorEntry | undefined {
  if (errors.some((entry) => entry.code === code)) return undefined;
  return errors.find(({ standsFor }) => standsFor.some((each) => each === code));
}
