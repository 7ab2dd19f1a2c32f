/** An e-mail to one person, in plain text. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends an e-mail; implemented by the platform. Rejects if it can't be sent. */
export type Mail = (letter: Letter) => Promise<void>;
