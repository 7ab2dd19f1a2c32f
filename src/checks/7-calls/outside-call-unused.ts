import { callsMade } from '../lookups/call-bodies.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'outside-call-unused',
  point: 7,
  severity: 'warning',
  about: 'An outside call that no transition makes.',
  *find(context) {
    const outside = context.model.calls.filter(
      ({ does, standing }) => does.kind === 'outside' && standing === 'stated',
    );
    if (outside.length === 0) return;
    const made = new Set(callsMade(context).map(({ name }) => name));
    for (const { id, at, name } of outside) {
      if (made.has(name)) continue;
      yield {
        element: id,
        at,
        message: `No transition makes the call ${name}.`,
        next: `Write “call ${name}” under Then of the transition that it belongs to in point 4, or remove the row.`,
      };
    }
  },
});
