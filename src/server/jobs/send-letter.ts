import { letterIn } from '../../engine/core/letter.ts';
import type { Delivery } from '../../store/core/deliveries.ts';
import { type Letter, MailError } from '../core/mail.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** The result of one attempt. `status`: as of an HTTP response; 0 if there was none. */
export interface Attempt {
  readonly status: number;
  /** Seconds to wait before the next attempt, if the receiver says so. */
  readonly retryAfter: number | null;
  readonly problem: string;
}

const MAX_ATTACHED_BYTES = 20_000_000;

/** Sends an e-mail of the outbox through the mail server. */
export async function sendLetter(runtime: Runtime, delivery: Delivery): Promise<Attempt> {
  const { mail } = runtime;
  const letter = letterIn(delivery.body);
  if (mail === null || letter === null)
    return { status: 0, retryAfter: null, problem: 'No mail server is set (SMTP_URL).' };
  const files = await attached(runtime, letter.files);
  if (typeof files === 'string') return { status: 400, retryAfter: null, problem: files };
  const { to, subject, text } = letter;
  return await mail({ to, subject, text, files, key: delivery.key }).then(
    () => ({ status: 200, retryAfter: null, problem: '' }),
    (error: unknown) => ({
      status: error instanceof MailError && error.isFinal ? 400 : 0,
      retryAfter: null,
      problem: error instanceof MailError ? error.message : 'The e-mail could not be sent.',
    }),
  );
}

/** Returns the attached files, or why they can't be sent. */
async function attached(
  { store }: Runtime,
  files: readonly { readonly file: string; readonly name: string }[],
): Promise<NonNullable<Letter['files']> | string> {
  const found: { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }[] = [];
  let size = 0;
  for (const { file, name } of files) {
    const blob = await store.openFile(file);
    const described = await store.file(file);
    if (blob === null || described === null) return 'An attached file no longer exists.';
    size += blob.size;
    if (size > MAX_ATTACHED_BYTES) return 'The attached files are larger than 20 MB together.';
    found.push({
      name,
      mediaType: described.value.mediaType,
      bytes: new Uint8Array(await new Response(blob.body).arrayBuffer()),
    });
  }
  return found;
}
