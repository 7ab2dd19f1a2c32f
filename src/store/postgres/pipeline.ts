import type { Writable } from 'node:stream';
import pg from 'pg';
import type { SqlRow, StatementResult } from '../core/db-program.ts';
import type { SqlValue } from '../core/storage.ts';
import { isConnectionLost } from './postgres-failures.ts';

/** A statement with placeholders `$1`, `$2` and so on. */
export interface PipelineRequest {
  readonly text: string;
  /**
   * Name of the prepared statement on each connection; empty if it is not prepared. Null: a text of possibly several
   * statements without placeholders.
   */
  readonly name: string | null;
  readonly parameters: readonly SqlValue[];
}

/** The parsers of a statement's columns, known once the database has described its result. */
interface RowParsers {
  parsers: readonly Parser[];
}

/** The prepared statements of a connection by name; null if unknown, because preparing it failed. */
export type ParsersByStatement = Map<string, RowParsers | null>;

/** Result of a pipeline. */
export interface PipelineResult {
  /**
   * Results of the statements that were executed, in order; for a text of several statements, of the last one. Outside a
   * transaction nothing is stored before the end of the pipeline: if the end failed or was never reached, no statement
   * was executed, whatever was answered before.
   */
  readonly results: readonly StatementResult[];
  /** The database's error of the next statement; null if none failed. */
  readonly failure: unknown;
}

/**
 * Sends statements as one pipeline. If a statement fails, the following ones are not executed; outside a transaction,
 * none is.
 */
export const runPipeline = (
  client: pg.ClientBase,
  prepared: ParsersByStatement,
  requests: readonly PipelineRequest[],
): Promise<PipelineResult> =>
  new Promise((resolve) => {
    client.query(new Pipeline(requests, prepared, resolve) as unknown as pg.Query);
  });

/** The protocol operations of the client's connection. */
interface Wire {
  readonly stream: Writable;
  readonly query: (text: string) => void;
  readonly parse: (of: { readonly text: string; readonly name: string }) => void;
  readonly bind: (to: {
    readonly statement: string;
    readonly values: readonly SqlValue[];
    readonly valueMapper: (value: SqlValue) => string | Buffer | null;
  }) => void;
  readonly describe: (what: { readonly type: 'P' }) => void;
  readonly execute: () => void;
  readonly close: (what: { readonly type: 'S'; readonly name: string }) => void;
  readonly sync: () => void;
}

interface Field {
  readonly dataTypeID: number;
  readonly format?: 'text' | 'binary';
}

/** Base class of the client's queries; only the protocol methods are used, not its internals. */
const ClientQuery = pg.Query as unknown as new (text: string) => object;

/**
 * Replaces the client's own query, which sends each statement separately, has it described each time and builds an
 * object by column names for each row: that costs more than all other work on the results.
 */
class Pipeline extends ClientQuery {
  readonly #requests: readonly PipelineRequest[];
  readonly #prepared: ParsersByStatement;
  readonly #resolve: (result: PipelineResult) => void;
  /** The parsers of each statement's result, in the order of the requests. */
  readonly #parsers: RowParsers[] = [];
  /** Names of statements first prepared by this pipeline. */
  #newNames: string[] = [];
  #results: StatementResult[] = [];
  #rows: SqlRow[] = [];
  #failure: unknown = null;

  constructor(
    requests: readonly PipelineRequest[],
    prepared: ParsersByStatement,
    resolve: (result: PipelineResult) => void,
  ) {
    super('');
    this.#requests = requests;
    this.#prepared = prepared;
    this.#resolve = resolve;
  }

  submit(wire: Wire): void {
    wire.stream.cork();
    try {
      for (const request of this.#requests) this.#send(wire, request);
    } catch (cause) {
      // A statement that cannot be sent ends the pipeline; it is reported once the statements before it are answered.
      this.#failure = cause;
    }
    if (this.#requests.at(-1)?.name !== null) wire.sync();
    wire.stream.uncork();
  }

  #send(wire: Wire, { text, name, parameters }: PipelineRequest): void {
    if (name === null) {
      this.#parsers.push({ parsers: [] });
      wire.query(text);
      return;
    }
    const known = name === '' ? undefined : this.#prepared.get(name);
    const rowParsers = known ?? { parsers: [] };
    this.#parsers.push(rowParsers);
    if (known === null) wire.close({ type: 'S', name });
    if (rowParsers !== known) {
      wire.parse({ text, name });
      if (name !== '') {
        this.#prepared.set(name, rowParsers);
        this.#newNames.push(name);
      }
    }
    wire.bind({ statement: name, values: parameters, valueMapper: encodeParameter });
    if (rowParsers !== known) wire.describe({ type: 'P' });
    wire.execute();
  }

  /** Several statements in one text count as one, the last. */
  get #current(): RowParsers | undefined {
    return this.#parsers[this.#requests[0]?.name === null ? 0 : this.#results.length];
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    if (this.#current === undefined) return;
    this.#current.parsers = fields.map(({ dataTypeID, format }) => parserOf(dataTypeID, format));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const parsers = this.#current?.parsers ?? [];
    this.#rows.push(fields.map((field, index) => (field === null ? null : (parsers[index] ?? asText)(field))));
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const result = { rows: this.#rows, changes: changedRows(text) };
    this.#rows = [];
    if (this.#requests[0]?.name === null) this.#results = [result];
    else this.#results.push(result);
  }

  /** A text without any statement. */
  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleReadyForQuery(): void {
    if (this.#failure === null) this.#resolve({ results: this.#results, failure: null });
    else this.handleError(this.#failure);
  }

  handleError(cause: unknown): void {
    for (const name of this.#newNames) this.#prepared.set(name, null);
    const isOver = isConnectionLost(cause) || this.#results.length === this.#requests.length;
    this.#resolve({ results: isOver ? [] : this.#results, failure: cause });
  }
}

/**
 * PostgreSQL has no NUL in texts and would refuse the statement. The replacement character stands for it, as for lone
 * surrogates: no id is equal to such a text, and fields accept neither.
 */
const encodeParameter = (value: SqlValue): string | Buffer | null => {
  if (value === null) return null;
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  return typeof value === 'number' ? String(value) : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
};

/** Reads the count from `UPDATE 3` or `INSERT 0 3`; 0 for `BEGIN`. */
const changedRows = (command: string): number => Number(command.slice(command.lastIndexOf(' ') + 1)) || 0;

type Parser = (text: string) => SqlValue;

const asText: Parser = (text) => text;
const asNumber: Parser = (text) => Number(text);
const asBit: Parser = (text) => (text === 't' ? 1 : 0);

const NUMBERS: ReadonlySet<number> = new Set(
  (['INT8', 'NUMERIC', 'FLOAT8', 'INT4', 'INT2'] as const).map((name) => pg.types.builtins[name]),
);

/** Numbers become numbers, booleans 1 and 0, bytes bytes, everything else text. */
function parserOf(type: number, format: 'text' | 'binary' = 'text'): Parser {
  if (NUMBERS.has(type)) return asNumber;
  if (type === pg.types.builtins.BOOL) return asBit;
  return type === pg.types.builtins.BYTEA ? (pg.types.getTypeParser(type, format) as Parser) : asText;
}
