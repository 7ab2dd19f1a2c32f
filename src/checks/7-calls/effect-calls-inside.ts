import { callsMade } from '../lookups/call-bodies.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'effect-calls-inside',
  point: 7,
  severity: 'error',
  about: 'An effect that makes a call of the application itself instead of an outside call.',
  *find(context) {
    const made = callsMade(context);
    if (made.length === 0) return;
    const calls = new Map(context.model.calls.map((call) => [call.name, call] as const));
    for (const { name, at, element } of made) {
      const call = calls.get(name);
      if (call === undefined || call.standing !== 'stated' || call.does.kind === 'unknown') continue;
      if (call.does.kind === 'outside') continue;
      yield {
        element,
        point: 4,
        at,
        also: [call.at],
        message: `“call ${name}” is not possible: ${name} is a call of this application, and effects can only make outside calls.`,
        next: `Name a call whose Does is “outside”${
          call.does.kind === 'event'
            ? `, or raise the event: “raise ${call.does.event} on …”`
            : ', or write the change itself under Then'
        }.`,
      };
    }
  },
});
