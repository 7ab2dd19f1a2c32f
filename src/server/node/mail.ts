import type { Transporter } from 'nodemailer';
import { type Mail, MailError } from '../core/mail.ts';

/**
 * Sends e-mail from one address through an SMTP server, `smtp://user:password@host:587` or `smtps://…`. Requires TLS
 * unless the server is on this machine. Throws a sentence if the setting is invalid. The library is loaded for the first
 * e-mail.
 */
export function smtpMail(setting: string, from: string): Mail {
  const url = URL.canParse(setting) ? new URL(setting) : null;
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:'))
    throw new Error('SMTP_URL must have the form smtp://user:password@host:587, or smtps://… for TLS from the start.');
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const secure = url.protocol === 'smtps:';
  const settings = {
    host: url.hostname,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !isLocal,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let transport: Promise<Transporter> | null = null;
  return async ({ to, subject, text, files = [], key }) => {
    transport ??= import('nodemailer').then(({ createTransport }) => createTransport(settings));
    const attachments = files.map(({ name, mediaType, bytes }) => ({
      filename: name,
      contentType: mediaType,
      content: Buffer.from(bytes),
    }));
    const messageId = key === undefined ? {} : { messageId: `<${key}@ninefold>` };
    // As an object, an address is never read as a list of addresses or as a header.
    const message = { from, to: { name: '', address: to }, subject, text, attachments, ...messageId };
    await (await transport).sendMail(message).catch((error: unknown) => {
      throw mailErrorOf(error);
    });
  };
}

/**
 * Returns the error without the server's own words, which may repeat the address. A refusal of the recipient or the
 * message (550 and above) is final; a refused sign-in or a broken connection is not.
 */
function mailErrorOf(error: unknown): MailError {
  const { responseCode = null, code = null } = (error ?? {}) as { responseCode?: number; code?: string };
  if (responseCode === null)
    return new MailError(`The mail server could not be reached (${code ?? 'no answer'}).`, false);
  return new MailError(`The mail server answered ${responseCode}.`, responseCode >= 550 && code !== 'EAUTH');
}
