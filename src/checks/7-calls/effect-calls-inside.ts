import { callsMade } from '../lookups/call-bodies.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'effect-calls-inside',
  point: 7,
  severity: 'error',
  about: 'An effect that makes a call which is ours to answer, and not one to the outside.',
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
        message: `“call ${name}” can't be made: ${name} is a call that this product answers, and only calls to the outside are made.`,
        next: `Name a call whose Does is “outside”${
          call.does.kind === 'event'
            ? `, or raise the event: “raise ${call.does.event} on …”`
            : ', or say under Then what is to change'
        }.`,
      };
    }
  },
});
