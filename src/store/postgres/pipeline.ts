import type { Writable } from 'node:stream';
import pg from 'pg';
import type { SqlRow, StatementResult } from '../core/db-program.ts';
import type { SqlValue } from '../core/storage.ts';
import { isLost } from './postgres-failures.ts';

/** A statement with its places as `$1`, `$2` and so on. */
export interface PipelineRequest {
  readonly text: string;
  /** Kept prepared under it, by each connection; empty: it is not. Null: a text of maybe several statements, without places. */
  readonly name: string | null;
  readonly parameters: readonly SqlValue[];
}

/** How what a statement answers is read. */
interface Described {
  parsers: readonly Parser[];
}

/** What a connection keeps prepared, by name; null: maybe, since something failed while it was first asked. */
export type PipelineResult = Map<string, Described | null>;

/** What became of a piece. */
export interface Answers {
  /**
   * Of each that was done, in order; of several statements in one text the last. Outside of a transaction nothing is stored
   * before the end of the piece: where that never came, or failed, none was done, whatever had been answered before.
   */
  readonly answered: readonly StatementResult[];
  /** Why the next one failed, in the database's own words; null: none did. */
  readonly failure: unknown;
}

/**
 * Sends statements as one piece, which is answered as one: where one of them fails, those behind it are not done, and outside
 * of a transaction none is.
 */
export const answersOf = (
  client: pg.ClientBase,
  kept: PipelineResult,
  asked: readonly PipelineRequest[],
): Promise<Answers> =>
  new Promise((resolve) => {
    client.query(new Piece(asked, kept, resolve) as unknown as pg.Query);
  });

/** What the client's own query tells it, statement by statement. */
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

/** The client asks its queries what to send, and tells them what comes. What it knows of their insides is not needed here. */
const Told = pg.Query as unknown as new (text: string) => object;

/**
 * The client sends each statement as a piece of its own, has each described anew each time, and makes an object by names for
 * each answer, which costs more than all that is done with them.
 */
class Piece extends Told {
  readonly #asked: readonly PipelineRequest[];
  readonly #kept: PipelineResult;
  readonly #resolve: (answers: Answers) => void;
  readonly #described: Described[] = [];
  /** Names that the connection may keep from now on. */
  #first: string[] = [];
  #answers: StatementResult[] = [];
  #rows: SqlRow[] = [];
  #failure: unknown = null;

  constructor(asked: readonly PipelineRequest[], kept: PipelineResult, resolve: (answers: Answers) => void) {
    super('');
    this.#asked = asked;
    this.#kept = kept;
    this.#resolve = resolve;
  }

  submit(wire: Wire): void {
    wire.stream.cork();
    try {
      for (const asked of this.#asked) this.#send(wire, asked);
    } catch (cause) {
      // What can't be sent ends the piece, and is told once what went before it is answered.
      this.#failure = cause;
    }
    if (this.#asked.at(-1)?.name !== null) wire.sync();
    wire.stream.uncork();
  }

  #send(wire: Wire, { text, name, parameters }: PipelineRequest): void {
    if (name === null) {
      this.#described.push({ parsers: [] });
      wire.query(text);
      return;
    }
    const known = name === '' ? undefined : this.#kept.get(name);
    const described = known ?? { parsers: [] };
    this.#described.push(described);
    if (known === null) wire.close({ type: 'S', name });
    if (described !== known) {
      wire.parse({ text, name });
      if (name !== '') {
        this.#kept.set(name, described);
        this.#first.push(name);
      }
    }
    wire.bind({ statement: name, values: parameters, valueMapper: sentOf });
    if (described !== known) wire.describe({ type: 'P' });
    wire.execute();
  }

  /** Several statements in one text are read as one, the last. */
  get #current(): Described | undefined {
    return this.#described[this.#asked[0]?.name === null ? 0 : this.#answers.length];
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
    const answer = { rows: this.#rows, changes: countIn(text) };
    this.#rows = [];
    if (this.#asked[0]?.name === null) this.#answers = [answer];
    else this.#answers.push(answer);
  }

  /** A text without any statement. */
  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleReadyForQuery(): void {
    if (this.#failure === null) this.#resolve({ answered: this.#answers, failure: null });
    else this.handleError(this.#failure);
  }

  handleError(cause: unknown): void {
    for (const name of this.#first) this.#kept.set(name, null);
    const isOver = isLost(cause) || this.#answers.length === this.#asked.length;
    this.#resolve({ answered: isOver ? [] : this.#answers, failure: cause });
  }
}

const sentOf = (value: SqlValue): string | Buffer | null => {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
};

/** `UPDATE 3`, `INSERT 0 3`; none in `BEGIN`. */
const countIn = (command: string): number => Number(command.slice(command.lastIndexOf(' ') + 1)) || 0;

type Parser = (text: string) => SqlValue;

const asText: Parser = (text) => text;
const asNumber: Parser = (text) => Number(text);
const asOneOrNone: Parser = (text) => (text === 't' ? 1 : 0);

const NUMBERS: ReadonlySet<number> = new Set(
  (['INT8', 'NUMERIC', 'FLOAT8', 'INT4', 'INT2'] as const).map((name) => pg.types.builtins[name]),
);

/** Numbers as numbers, yes and no as 1 and 0, bytes as bytes, everything else as text. */
function parserOf(type: number, format: 'text' | 'binary' = 'text'): Parser {
  if (NUMBERS.has(type)) return asNumber;
  if (type === pg.types.builtins.BOOL) return asOneOrNone;
  return type === pg.types.builtins.BYTEA ? (pg.types.getTypeParser(type, format) as Parser) : asText;
}
