import type { App } from '../compiled/compiled-model.ts';
import { contextOf } from '../context/decision-context.ts';
import type { Verdict } from '../context/verdict.ts';
import type { Facts } from '../core/facts.ts';
import type { CommentIntent, Intent } from '../core/intent.ts';
import type { Who } from '../core/principal.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { decideChange } from './change.ts';
import { decideComment } from './comments.ts';
import { decideCreate } from './create.ts';
import { decideDelete } from './remove.ts';
import { decideRestore } from './restore.ts';
import { decideEvent } from './transition.ts';

/** The one decision: everything to write, or why not. Pure over its arguments. */
export function decide(app: App, who: Who, intent: Intent | CommentIntent, facts: Facts, now: number): Verdict {
  const context = contextOf(app, who, facts, now);
  if (!app.entities.has(intent.entity))
    return { allowed: false, refusal: refuse(app, 'NOT_FOUND', { entity: 'record' }) };
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
