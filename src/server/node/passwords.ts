import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { BusyError } from '../core/busy-error.ts';
import type { Passwords } from '../core/password-service.ts';

const derive = promisify(argon2);

interface Settings {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** The minimum for argon2id in OWASP's password storage cheat sheet. */
const OWASP_MINIMUM: Settings = { memory: 19_456, passes: 2, parallelism: 1 };
const LENGTH = 32;
/** Maximum number of hashes at once; each takes 19 MB and a core. */
const AT_ONCE = 2;
const MOST_WAITING = 100;

/**
 * Password hashing by argon2id in the usual text format. At most two hashes run at once. Throws `BusyError` if more
 * than 100 wait.
 */
export function nodePasswords(settings: Settings = OWASP_MINIMUM): Passwords {
  const enqueue = createQueue();
  const dummy = write(settings, randomBytes(16), randomBytes(LENGTH));
  return {
    dummyHash: async () => dummy,
    hash: (password) =>
      enqueue(async () => {
        const salt = randomBytes(16);
        return write(settings, salt, await digest(password, salt, settings));
      }),
    matches: (password, hash) =>
      enqueue(async () => {
        const read = readHash(hash);
        if (read === null) return false;
        const found = await digest(password, read.salt, read.settings);
        return found.length === read.digest.length && timingSafeEqual(found, read.digest);
      }),
    needsRehash: (hash) => {
      const read = readHash(hash);
      return read === null || read.settings.memory < settings.memory || read.settings.passes < settings.passes;
    },
  };
}

function digest(password: string, nonce: Buffer, { memory, passes, parallelism }: Settings): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'), 'utf8');
  return derive('argon2id', { message, nonce, memory, passes, parallelism, tagLength: LENGTH });
}

const plain = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const write = ({ memory, passes, parallelism }: Settings, salt: Buffer, hash: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(salt)}$${plain(hash)}`;

const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{8,64})\$([\w+/]{8,128})$/;

function readHash(hash: string): { settings: Settings; salt: Buffer; digest: Buffer } | null {
  const [whole, memory, passes, parallelism, salt = '', digest = ''] = FORM.exec(hash) ?? [];
  if (whole === undefined) return null;
  const settings = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return { settings, salt: Buffer.from(salt, 'base64'), digest: Buffer.from(digest, 'base64') };
}

/** Runs a limited number of tasks at once and the others in order. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= AT_ONCE) {
      if (waiting.length >= MOST_WAITING) throw new BusyError('Too many people sign in at once.');
      await new Promise<void>((resolve) => void waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
