import { impossibleIn } from '../../model/lookups/call-refusals.ts';
import type { Call, RefusalStep } from '../../model/types/model.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'refusal-order-impossible',
  point: 7,
  severity: 'error',
  about: 'An order of refusals that cannot be followed.',
  *find({ model }) {
    const [first] = model.calls;
    if (first !== undefined && model.api.options.refusals !== null)
      yield* found(first, model.api.options.refusals, 'for all calls');
    for (const call of model.calls)
      if (call.options.refusals !== null) yield* found(call, call.options.refusals, `of the call ${call.name}`);
  },
});

function* found({ id, at }: Pick<Call, 'id' | 'at'>, order: readonly RefusalStep[], whose: string) {
  const wrong = impossibleIn(order);
  if (wrong === null) return;
  yield {
    element: id,
    at,
    message: `The order of refusals ${whose} judges “${wrong.later}” before “${wrong.earlier}”, on which it depends: the usual order is followed.`,
    next: `Write “${wrong.earlier}” before “${wrong.later}”.`,
  };
}
