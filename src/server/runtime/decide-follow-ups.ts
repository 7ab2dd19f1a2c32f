import { trackDecision } from '../../engine/context/decision.ts';
import type { Intent } from '../../engine/core/intent.ts';
import type { Principal } from '../../engine/core/principal.ts';
import { decideFollowUp, followUpNeeds, type Step } from '../../engine/decide/decide-follow-up.ts';
import type { SentFields } from '../../engine/effects/changed-keys.ts';
import { isObject } from '../../fields/text/json.ts';
import type { WriteRequest } from '../../store/core/store.ts';
import { newId } from '../core/new-id.ts';
import type { Version } from './runtime.ts';

/** How what follows a write is decided: by the same document, at the same moment, whoever caused it and whatever they sent. */
export function followUpDecider(
  { compiled }: Version,
  principal: Principal,
  now: number,
  sent: SentFields | null = null,
): NonNullable<WriteRequest['follow']> {
  return (consequence, index) => {
    const step: Step = { consequence, index, principal, sent, id: newId(now) };
    return {
      needs: followUpNeeds(compiled, step),
      ...trackDecision((facts) => decideFollowUp(compiled, step, facts, now)),
    };
  };
}

/** The fields that an intent sends. */
export const sentFieldsOf = (intent: Intent): SentFields | null =>
  'input' in intent && isObject(intent.input) ? { entity: intent.entity, names: Object.keys(intent.input) } : null;
