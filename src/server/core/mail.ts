/** An e-mail to one address, in plain text. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Absent: nothing is attached. */
  readonly files?: readonly { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }[];
  /** The same for every attempt, so that a repeated message can be recognised. Absent: it is sent once. */
  readonly key?: string;
}

/** Rejection of a `Mail`. `isFinal`: the server refuses this message for good. The message names no address. */
export class MailError extends Error {
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Sends an e-mail; implemented by the platform. Rejects if it can't be sent. */
export type Mail = (letter: Letter) => Promise<void>;
