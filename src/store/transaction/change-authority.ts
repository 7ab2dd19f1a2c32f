import type { DbProgram } from '../core/db-program.ts';
import { type Stamp, writeAuthority } from '../rows/history-log.ts';
import { revokeKeys } from '../rows/key-rows.ts';
import type { WriteOf, WriteState } from './apply-writes.ts';

/** Writes a change of authority to the audit log, and revokes the access that depended on it. */
export function* changeAuthority({ words }: WriteState, write: WriteOf<'authority'>, mark: Stamp): DbProgram<void> {
  yield* writeAuthority(write, mark);
  yield* revokeKeys(words, write.id, write.revokes);
}
