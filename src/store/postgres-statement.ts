import pg from 'pg';
import type { Answered, SqlRow } from './steps.ts';
import type { SqlValue } from './storage.ts';

/** A statement with its places as `$1`, `$2` and so on; without a name it is not kept prepared. */
export interface Asked {
  readonly text: string;
  readonly name?: string;
  readonly parameters?: readonly SqlValue[];
}

/** What it answers; of several statements in one text the last. Rejects with the database's own error. */
export const answerOf = (client: pg.ClientBase, asked: Asked): Promise<Answered> =>
  new Promise((resolve, reject) => {
    client.query(new Statement(asked, resolve, reject));
  });

interface Field {
  readonly dataTypeID: number;
  readonly format?: 'text' | 'binary';
}

/**
 * Asks as the client's own query does, and answers with rows as they come, without names. The client copies whatever
 * describes a query property by property, and makes an object by names for each answer, which costs as much as all else.
 */
class Statement extends pg.Query {
  declare name: string | undefined;
  declare values: readonly SqlValue[] | undefined;
  readonly #resolve: (answer: Answered) => void;
  readonly #reject: (cause: unknown) => void;
  #parsers: readonly Parser[] = [];
  #rows: SqlRow[] = [];
  #answer: Answered = { rows: [], changes: 0 };

  constructor(
    { text, name, parameters }: Asked,
    resolve: (answer: Answered) => void,
    reject: (cause: unknown) => void,
  ) {
    super(text);
    this.name = name;
    this.values = parameters;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#parsers = fields.map(({ dataTypeID, format }) => parserOf(dataTypeID, format));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#rows.push(fields.map((field, index) => (field === null ? null : (this.#parsers[index] ?? asText)(field))));
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#answer = { rows: this.#rows, changes: countIn(text) };
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#answer);
  }

  handleError(cause: unknown): void {
    this.#reject(cause);
  }
}

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
