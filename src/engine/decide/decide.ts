import { refuseCaller } from '../access/call-access.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { contextOf } from '../context/decision-context.ts';
import type { Verdict } from '../context/verdict.ts';
import type { CommentIntent, Intent } from '../core/intent.ts';
import type { Facts } from '../core/needs-and-facts.ts';
import type { Principal } from '../core/principal.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { decideChange } from './change.ts';
import { decideComment } from './comments.ts';
import { decideCreate } from './create.ts';
import { decideEvent } from './event.ts';
import { decideDelete } from './remove.ts';
import { decideRestore } from './restore.ts';

/** Decides an intent: returns everything to write, or the refusal. A pure function of its arguments. */
export function decide(
  model: CompiledModel,
  principal: Principal,
  intent: Intent | CommentIntent,
  facts: Facts,
  now: number,
): Verdict {
  const rules = 'rules' in intent ? intent.rules : undefined;
  const usual = contextOf(model, principal, facts, now);
  const context = rules === undefined ? usual : { ...usual, forms: rules };
  if (!model.entities.has(intent.entity))
    return { allowed: false, refusal: refuse(model, 'NOT_FOUND', { entity: 'record' }) };
  const refusal = 'call' in intent ? refuseCaller(model, principal, intent.call) : null;
  if (refusal !== null) return { allowed: false, refusal };
  switch (intent.kind) {
    case 'create':
      return decideCreate(context, intent);
    case 'change':
      return decideChange(context, intent);
    case 'delete':
      return decideDelete(context, intent);
    case 'restore':
      return decideRestore(context, intent);
    case 'event':
      return decideEvent(context, intent);
    case 'comment':
    case 'change comment':
    case 'remove comment':
      return decideComment(context, intent);
  }
}
