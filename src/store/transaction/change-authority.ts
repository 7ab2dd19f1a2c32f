import type { DbProgram } from '../core/db-program.ts';
import { type Stamp, writeAuthority } from '../rows/history-log.ts';
import { revokeKeys, storePassword } from '../rows/key-rows.ts';
import type { WriteOf, WriteState } from './apply-writes.ts';

/** Writes a change of authority to the audit log, and revokes the access that depended on it. */
export function* changeAuthority({ words }: WriteState, write: WriteOf<'authority'>, mark: Stamp): DbProgram<void> {
  yield* writeAuthority(write, mark);
  yield* revokeKeys(words, write.id, write.revokes);
}

/** Writes a change of what a person may do, or of the password with which they sign in. */
export function* changeAccess(
  tools: WriteState,
  write: WriteOf<'authority'> | WriteOf<'password'>,
  mark: Stamp,
): DbProgram<void> {
  if (write.kind === 'authority') yield* changeAuthority(tools, write, mark);
  else yield* storePassword(tools.words, write, mark.now);
}
