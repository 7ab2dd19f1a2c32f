import { trackDecision } from '../../engine/context/decision.ts';
import type { Intent } from '../../engine/core/intent.ts';
import type { Principal } from '../../engine/core/principal.ts';
import { decideFollowUp, followUpNeeds, type Step } from '../../engine/decide/decide-follow-up.ts';
import type { SentFields } from '../../engine/effects/changed-keys.ts';
import { isObject } from '../../fields/text/json.ts';
import type { WriteRequest } from '../../store/core/store.ts';
import { newId } from '../core/new-id.ts';
import type { Version } from './runtime.ts';

/**
 * Returns how to decide the follow-ups of a write: with the same document, at the same time, and with the principal and
 * the fields of the original request.
 */
export function followUpDecider(
  { compiled }: Version,
  principal: Principal,
  now: number,
  sent: SentFields | null = null,
): NonNullable<WriteRequest['follow']> {
  return (consequence, index) => {
    const step: Step = { consequence, index, principal, sent, id: newId(now, index) };
    return {
      needs: followUpNeeds(compiled, step),
      ...trackDecision((facts) => decideFollowUp(compiled, step, facts, now)),
    };
  };
}

/** Returns the fields that an intent sends; null if it has no input. */
export const sentFieldsOf = (intent: Intent): SentFields | null =>
  'input' in intent && isObject(intent.input) ? { entity: intent.entity, names: Object.keys(intent.input) } : null;
