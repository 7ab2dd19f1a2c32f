import { mentions } from '../../expressions/types/conjuncts.ts';
import { type Callers, statedCallers } from '../../model/lookups/call-refusals.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { CallOptions } from '../../model/types/model.ts';
import type { CompiledCall } from '../compiled/compiled-model.ts';

const SIGNED_IN: Callers = { roles: [], isForAnyone: false, isForSignedIn: true };

/** Returns who may use a call; null if only permissions decide. A condition with `me` needs somebody who is signed in. */
export function callersOf({ allowedFor }: CallOptions, where: CompiledCall['where'], schema: Schema): Callers | null {
  if (allowedFor !== null) return statedCallers(allowedFor, schema.roles);
  return where !== null && where !== 'unknown' && mentions(where.typed, 'me') ? SIGNED_IN : null;
}
