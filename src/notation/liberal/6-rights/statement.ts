import type { Operation } from '../../../model/types/model.ts';
import type { Span } from '../../markdown/span.ts';

/** What a sentence or a cell says about roles and records, before it becomes cells of the matrix. */
export interface Statement {
  /** Names of roles; `everyone`: all that are stated. */
  readonly roles: readonly string[] | 'everyone';
  readonly entity: string;
  /** Null: the whole record. */
  readonly fields: readonly string[] | null;
  readonly operations: readonly Operation[];
  /** Events of the entity's machines that the roles may raise, or may not. */
  readonly events: readonly string[];
  readonly answer: 'yes' | 'no' | 'unknown';
  /** An expression; null: on every record. */
  readonly where: string | null;
  /** Nobody but these roles: the others may not. */
  readonly only: boolean;
  /** Fields have a row of their own, or are the only ones that the record's cell gives: "changes the subject of own tickets". */
  readonly rowOf: 'record' | 'field';
  /** These records are for nobody but those whom the statement names: "a confidential ticket is seen only by …". */
  readonly restricts: string | null;
  /**
   * What is given elsewhere is given only so: "may edit a job only while it is open"; `merely`: it gives nothing itself,
   * and where it is unknown, it is unknown what it takes.
   */
  readonly limits: 'no' | 'yes' | 'merely';
  readonly at: Span;
}
