import type { RecordKey } from '../../engine/core/needs-and-facts.ts';
import { type DbProgram, send } from '../core/db-program.ts';
import { type RowTools, tableOf } from './apply-writes.ts';

/** Increases the version of a record of which only a line changed, because the record includes its lines. */
export function* incrementVersion({ layout }: RowTools, { entity, id }: RecordKey): DbProgram<void> {
  yield* send(`UPDATE ${tableOf(layout, entity).physical} SET version = version + 1 WHERE id = ?`, [id]);
}
