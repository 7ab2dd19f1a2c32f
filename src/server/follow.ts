import { consequenceNeeds, decideConsequence, type Step } from '../engine/decide-consequence.ts';
import { deciding } from '../engine/deciding.ts';
import type { Who } from '../engine/who.ts';
import type { WriteRequest } from '../store/store.ts';
import { newId } from './ids.ts';
import type { Version } from './runtime.ts';

/** How what follows a write is decided: by the same document, at the same moment, whoever caused it. */
export function following({ app }: Version, who: Who, now: number): NonNullable<WriteRequest['follow']> {
  return (consequence, index) => {
    const step: Step = { consequence, index, who, id: newId(now) };
    return {
      needs: consequenceNeeds(app, step),
      ...deciding((facts) => decideConsequence(app, step, facts, now)),
    };
  };
}
