/** A letter to one person. Plain text: nothing in it is markup. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends letters; the shell has it. Rejects where one can't be sent. */
export type Mail = (letter: Letter) => Promise<void>;
