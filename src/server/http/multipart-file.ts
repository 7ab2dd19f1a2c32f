import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import { type IncomingBody, incomingBody, tooLarge, type Unreadable } from './body.ts';

/** A file as its bytes arrive. */
export interface UploadedFile extends IncomingBody {
  /** The file name in the form, after all bytes arrived; null if the body is not a form. */
  readonly name: () => string | null;
}

/** Maximum bytes of a form besides the file: boundaries and headers. */
const FORM_OVERHEAD = 16_384;
const HEADER_LIMITS = { headerPairs: 20, headerSize: 8_192 };

const isForm = (type: string): boolean => /^\s*multipart\/form-data\s*(;|$)/i.test(type);

/**
 * Returns the file of a request: the body itself, or the only file of a form (`multipart/form-data`), of at most
 * `limit` bytes.
 */
export function uploadedFile(request: Request, limit: number): UploadedFile {
  const type = request.headers.get('content-type') ?? '';
  return isForm(type) ? formFile(request, type, limit) : { ...incomingBody(request, limit), name: () => null };
}

/** Reads a form with exactly one file. Any other form is reported as unreadable; no part is skipped. */
function formFile(request: Request, type: string, limit: number): UploadedFile {
  const whole = incomingBody(request, limit + FORM_OVERHEAD);
  const state: { name: string | null; size: number; wrong: Unreadable | null } = { name: null, size: 0, wrong: null };
  const read = async function* (parser: FormParser): AsyncGenerator<Uint8Array> {
    const fed = feed(whole, parser);
    try {
      const file = await parser.first;
      for await (const chunk of file ?? []) {
        state.size += chunk.byteLength;
        if (state.size > limit) throw new WrongForm(tooLarge(limit));
        yield chunk;
      }
      await Promise.all([parser.finished, fed]);
      if (file === null) throw wrongForm('its form has no file');
      state.name = parser.name();
    } catch (error) {
      throw parser.cause() ?? error;
    } finally {
      parser.end();
    }
  };
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* read(await createParser(type));
    } catch (error) {
      if (whole.wrong() !== null) state.wrong = tooLarge(limit);
      else if (error instanceof WrongForm) state.wrong = error.wrong;
      throw error;
    }
  };
  return { bytes: bytes(), wrong: () => state.wrong, size: () => state.size, name: () => state.name };
}

class WrongForm extends Error {
  readonly wrong: Unreadable;
  constructor(wrong: Unreadable) {
    super('A form is not one of one file.');
    this.wrong = wrong;
  }
}

const wrongForm = (reason: string): WrongForm => new WrongForm({ wrong: 'malformed', reason });

/** A form while it is parsed. An error in the form rejects all pending promises. */
interface FormParser {
  readonly form: BusboyInstance;
  /** The file; null if the form has none. */
  readonly first: Promise<BusboyFileStream | null>;
  readonly name: () => string | null;
  /** Resolves when the whole form was parsed. */
  readonly finished: Promise<void>;
  readonly fail: (cause: unknown) => void;
  /** The first error; null if there is none. */
  readonly cause: () => unknown;
  /** The caller stopped reading: ends the pending `feed`. */
  readonly end: () => void;
  readonly ended: Promise<void>;
}

async function createParser(type: string): Promise<FormParser> {
  const { Busboy } = await import('@fastify/busboy');
  const form = createBusboy(
    () => new Busboy({ headers: { 'content-type': type }, limits: { parts: 1, ...HEADER_LIMITS } }),
  );
  const first = Promise.withResolvers<BusboyFileStream | null>();
  const whole = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const state: { name: string | null; file: BusboyFileStream | null; cause: unknown } = {
    name: null,
    file: null,
    cause: null,
  };
  // Avoids unhandled rejections: nobody may be waiting yet.
  for (const each of [first, whole]) each.promise.catch(() => {});
  const fail = (cause: unknown): void => {
    state.cause ??= cause;
    first.reject(cause);
    whole.reject(cause);
    state.file?.destroy(cause instanceof Error ? cause : undefined);
    ended.resolve();
  };
  form.on('file', (_, file, name) => {
    state.name = name ?? null;
    state.file = file;
    file.on('error', () => fail(wrongForm('its form is incomplete')));
    first.resolve(file);
  });
  form.on('field', () => fail(wrongForm('its form contains a part that is not a file')));
  form.on('partsLimit', () => fail(wrongForm('its form contains more than one file')));
  form.on('error', () => fail(wrongForm('its form is incomplete')));
  form.on('finish', () => {
    first.resolve(null);
    whole.resolve();
  });
  return {
    form,
    first: first.promise,
    name: () => state.name,
    finished: whole.promise,
    fail,
    cause: () => state.cause,
    end: () => {
      ended.resolve();
      state.file?.destroy();
    },
    ended: ended.promise,
  };
}

function createBusboy(begin: () => BusboyInstance): BusboyInstance {
  try {
    return begin();
  } catch {
    throw wrongForm('its form has no boundary');
  }
}

/**
 * Writes the incoming bytes to the parser, with backpressure, until all have arrived or the caller stopped reading.
 * Never rejects.
 */
async function feed({ bytes }: IncomingBody, { form, fail, ended }: FormParser): Promise<void> {
  const state = { isOver: false };
  void ended.then(() => {
    state.isOver = true;
  });
  try {
    for await (const chunk of bytes) {
      if (state.isOver) return;
      if (!form.write(chunk)) await Promise.race([new Promise((resolve) => form.once('drain', resolve)), ended]);
    }
    form.end();
  } catch (cause) {
    fail(cause);
  }
}
