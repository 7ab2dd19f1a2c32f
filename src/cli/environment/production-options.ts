import { join, resolve } from 'node:path';
import type { Provider } from '../../server/core/identity-provider.ts';
import type { Mail } from '../../server/core/mail.ts';
import { dataFolder } from '../../server/node/folder.ts';
import { smtpMail } from '../../server/node/mail.ts';
import { oidcProvider } from '../../server/node/oidc.ts';
import type { Store } from '../../store/core/store.ts';
import { openSqlite } from '../../store/sqlite/sqlite-store.ts';
import type { Args, Io, Option } from '../program/command.ts';
import { bucketFromEnvironment } from './bucket-options.ts';
import { openDatabase, usesDatabase } from './database-options.ts';

/** The option for the data folder, for `start` and all commands that work on production data. */
export const dataOption: Option = {
  flag: '--data <folder>',
  about: 'The folder of the data (default .ninefold/<file>/production next to the document; setting NINEFOLD_DATA).',
};

/** The options of commands that also need the public address. */
export const productionOptions: readonly Option[] = [
  dataOption,
  {
    flag: '--origin <address>',
    about: 'The public address, such as https://claims.example.org (setting NINEFOLD_ORIGIN).',
  },
];

/**
 * Opens the production data, which is separate from development data, so that no sample person can sign in. Rejects
 * with a sentence.
 */
export async function openProduction(path: string, args: Args, io: Io): Promise<Store> {
  const bucket = bucketFromEnvironment(io);
  if (usesDatabase(io)) return openDatabase(io, { dev: null, bucket });
  return openSqlite({ folder: productionFolder(path, args, io), bucket });
}

/** Returns the folder of the production data. */
export function productionFolder(path: string, args: Args, io: Io): string {
  const stated = args.text('data') ?? io.env['NINEFOLD_DATA'];
  return stated === undefined ? join(dataFolder(path), 'production') : resolve(io.cwd, stated);
}

/** Returns the public address; null if it is this machine's own. Returns a sentence if it is invalid. */
export function originOf(args: Args, io: Io): { readonly origin: string | null } | { readonly problem: string } {
  const text = args.text('origin') ?? io.env['NINEFOLD_ORIGIN'];
  if (text === undefined || text === '') return { origin: null };
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (!isPlain || (url.protocol !== 'https:' && !isLocal(url)))
    return { problem: `--origin must be an address such as https://claims.example.org, not "${text}".` };
  return { origin: url.origin };
}

const isLocal = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1');

/** Creates the sign-in provider of the NINEFOLD_OIDC_ settings; null if none of them is set. */
export function providerFromEnvironment(
  io: Io,
  origin: string | null,
): { readonly provider: Provider | null } | { readonly problem: string } {
  const [issuer = '', clientId = '', clientSecret = ''] = OIDC_SETTINGS.map((name) => io.env[name]);
  if (issuer === '' && clientId === '' && clientSecret === '') return { provider: null };
  if (issuer === '') return { problem: 'NINEFOLD_OIDC_ISSUER is not set. The other NINEFOLD_OIDC_ settings need it.' };
  if (origin === null)
    return { problem: 'NINEFOLD_OIDC_ISSUER needs --origin, the address to which the provider sends people back.' };
  try {
    return { provider: oidcProvider({ issuer, clientId, clientSecret }) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

const OIDC_SETTINGS = ['NINEFOLD_OIDC_ISSUER', 'NINEFOLD_OIDC_CLIENT_ID', 'NINEFOLD_OIDC_CLIENT_SECRET'];

/** Creates the mail service of SMTP_URL and MAIL_FROM; null if neither is set. */
export function mailFromEnvironment(io: Io): { readonly mail: Mail | null } | { readonly problem: string } {
  const [url = '', from = ''] = [io.env['SMTP_URL'], io.env['MAIL_FROM']];
  if (url === '' && from === '') return { mail: null };
  if (url === '' || from === '') return { problem: 'SMTP_URL and MAIL_FROM must both be set.' };
  try {
    return { mail: smtpMail(url, from) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
