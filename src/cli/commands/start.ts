import { basename } from 'node:path';
import { missingVariables } from '../../engine/core/environment.ts';
import { createHttpApplication } from '../../server/application/http-application.ts';
import { withObservability } from '../../server/application/request-log.ts';
import type { Provider } from '../../server/core/identity-provider.ts';
import type { Mail } from '../../server/core/mail.ts';
import { reasonsNotToStart } from '../../server/core/production-check.ts';
import { startCleanUp } from '../../server/jobs/clean-up.ts';
import { startTimers } from '../../server/jobs/run-timers.ts';
import { startDelivering } from '../../server/jobs/send-outbox.ts';
import { nodeDigest } from '../../server/node/digest.ts';
import { growHeapOnDemand } from '../../server/node/grow-heap-on-demand.ts';
import { loadAssets } from '../../server/node/load-client-assets.ts';
import { nodePasskeys } from '../../server/node/passkeys.ts';
import { nodePasswords } from '../../server/node/passwords.ts';
import { nodeSend } from '../../server/node/send.ts';
import { serve } from '../../server/node/serve.ts';
import { logLine, processGauges } from '../../server/node/watch-process.ts';
import { createRuntime } from '../../server/runtime/runtime.ts';
import { StoreError } from '../../store/core/store-error.ts';
import { checkedDocuments, rememberWithoutErrors, wasFoundWithoutErrors } from '../analysis/checked-documents.ts';
import { type Diagnosis, readWithAssumptions } from '../analysis/read-with-assumptions.ts';
import { bucketHelp } from '../environment/bucket-options.ts';
import { DEFAULT_PORT, parsePort } from '../environment/choose-port.ts';
import { clientFolder } from '../environment/client-folder.ts';
import { databaseHelp } from '../environment/database-options.ts';
import { loadDocument } from '../environment/open-document.ts';
import {
  mailFromEnvironment,
  openProduction,
  originOf,
  productionOptions,
  providerFromEnvironment,
} from '../environment/production-options.ts';
import { type Args, defineCommand, type Io } from '../program/command.ts';
import { CommandError, reportWrongUse } from '../program/wrong-use.ts';

export const command = defineCommand({
  name: 'start',
  usesData: true,
  usage: '<file>',
  about: 'Run a document in production. Refuses to start until the document says who may do what.',
  options: [
    { flag: '--port <number>', about: `The port to listen on (default ${DEFAULT_PORT}; setting PORT).` },
    ...productionOptions,
    { flag: '--behind-proxy', about: 'Trust X-Forwarded-For from a proxy in front of the server.' },
  ],
  more: [
    'The server listens on 127.0.0.1, behind a proxy with TLS whose public address is --origin.',
    'Outside calls to private networks are blocked, except to the hosts in NINEFOLD_PRIVATE_HOSTS (a,b).',
    'E-mails (links to choose a password, and those of events) are sent through SMTP_URL (smtp://user:password@host:587) from MAIL_FROM.',
    'People sign in with a password, a passkey (if --origin is https), or OpenID Connect if these are set:',
    'NINEFOLD_OIDC_ISSUER, NINEFOLD_OIDC_CLIENT_ID, NINEFOLD_OIDC_CLIENT_SECRET; the provider sends them back to',
    '<origin>/_/oidc/callback. People are recognised by the e-mail address that the provider has verified.',
    'Add the first person with "ninefold user". /_/metrics needs the bearer token NINEFOLD_METRICS_TOKEN;',
    '/_/health answers while the process runs, /_/ready while the database answers.',
    databaseHelp,
    bucketHelp,
  ].join('\n'),
  async run(args, io) {
    const [file = ''] = args.positional;
    const loaded = await loadDocument(file, io);
    if ('problem' in loaded) return reportWrongUse(io, loaded.problem);
    const stated = readWithAssumptions(loaded.text);
    const reasons = await reasonsAgainst(loaded.text, stated);
    for (const reason of reasons) io.stderr(`${file}: ${reason}`);
    if (reasons.length > 0) return 1;
    const settings = settingsOf(args, io);
    if ('problem' in settings) return reportWrongUse(io, settings.problem);
    try {
      return await runInProduction({ ...loaded, stated }, settings, args, io);
    } catch (error) {
      if (error instanceof StoreError || error instanceof CommandError) return reportWrongUse(io, error.message);
      throw error;
    }
  },
});

/**
 * Returns the reasons why the document must not run. The checks are loaded and run only for a text that this program has
 * not yet found without errors.
 */
async function reasonsAgainst(text: string, stated: Diagnosis): Promise<readonly string[]> {
  const documents = checkedDocuments();
  if (wasFoundWithoutErrors(text, documents)) return reasonsNotToStart(stated.model, stated.diagnostics);
  const { checked } = await import('../analysis/diagnose.ts');
  const { model, diagnostics } = checked(stated);
  if (!diagnostics.some(({ severity }) => severity === 'error')) rememberWithoutErrors(text, documents);
  return reasonsNotToStart(model, diagnostics);
}

interface Settings {
  readonly port: number;
  readonly origin: string | null;
  readonly mail: Mail | null;
  readonly provider: Provider | null;
}

function settingsOf(args: Args, io: Io): Settings | { readonly problem: string } {
  const stated = parsePort(args.text('port') ?? io.env['PORT']);
  if ('problem' in stated) return stated;
  const origin = originOf(args, io);
  if ('problem' in origin) return origin;
  const mail = mailFromEnvironment(io);
  if ('problem' in mail) return mail;
  const provider = providerFromEnvironment(io, origin.origin);
  return 'problem' in provider ? provider : { ...stated, origin: origin.origin, ...mail, ...provider };
}

async function runInProduction(
  { path, text, stated }: { path: string; text: string; stated: Diagnosis },
  { port, origin, mail, provider }: Settings,
  args: Args,
  io: Io,
): Promise<number> {
  const resources = new AsyncDisposableStack();
  try {
    const store = await openProduction(path, args, io);
    resources.defer(() => store.close());
    const runtime = await createRuntime({
      text,
      store,
      dev: false,
      clock: () => Date.now(),
      // The document was checked above, and of the previous one only the Model is needed.
      read: (other) => (other === text ? stated : readWithAssumptions(other)),
      environment: (name) => io.env[name],
      assets: loadAssets(clientFolder()),
      passwords: nodePasswords(),
      digest: nodeDigest,
      passkeys: nodePasskeys(),
      log: (entry) => io.stderr(logLine(Date.now(), entry)),
      ...(origin === null ? {} : { origin }),
      ...(mail === null ? {} : { mail }),
      ...(provider === null ? {} : { provider }),
    }).catch((error: Error) => {
      throw error instanceof StoreError ? error : new CommandError(error.message);
    });
    const behindProxy = args.flag('behind-proxy');
    resources.defer(() => runtime.close());
    const gauges = processGauges();
    resources.defer(gauges.stop);
    resources.defer(startCleanUp(runtime).stop);
    const send = nodeSend((io.env['NINEFOLD_PRIVATE_HOSTS'] ?? '').split(','));
    resources.defer(startDelivering(runtime, send).stop);
    resources.defer(startTimers(runtime).stop);
    const fetch = withObservability(runtime, createHttpApplication(runtime), {
      log: (entry) => io.stderr(logLine(Date.now(), entry)),
      gauges: gauges.gauges,
      metricsToken: io.env['NINEFOLD_METRICS_TOKEN'] ?? '',
      admission: { clock: () => performance.now(), defer: (work) => void setImmediate(work) },
    });
    const server = await serve({ fetch, port, tries: 0, behindProxy }).catch((error: Error) => {
      throw new CommandError(error.message);
    });
    resources.defer(() => {
      // Open live connections would delay stopping.
      runtime.listeners.endAll();
      return server.stop();
    });
    resources.defer(growHeapOnDemand());
    const running = runtime.status();
    for (const loss of running.losses) io.stderr(`${basename(path)}: ${loss.message} ${loss.next}`);
    for (const { message, next } of running.breaking) io.stderr(`${basename(path)}: ${message} ${next}`);
    if (running.running !== running.read) io.stderr(`${basename(path)}: the last good version keeps running.`);
    for (const name of missingVariables(stated.model, (each) => io.env[each]))
      io.stderr(`${name} is not set: what depends on it is refused until it is.`);
    if (mail === null)
      io.stderr(
        'SMTP_URL is not set: only "ninefold user" creates links to choose a password, and e-mails of events wait.',
      );
    io.stdout(`${basename(path)} runs at ${origin ?? `http://127.0.0.1:${server.port}`}`);
    await io.untilStopped();
    return 0;
  } finally {
    await resources.disposeAsync();
  }
}
