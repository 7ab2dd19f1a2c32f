import { basename } from 'node:path';
import { createHttpApplication } from '../../server/application/http-application.ts';
import type { Letter } from '../../server/core/mail.ts';
import { isOnThisMachine } from '../../server/core/outgoing-request.ts';
import { startTimers } from '../../server/jobs/run-timers.ts';
import { startDelivering } from '../../server/jobs/send-outbox.ts';
import { dataFolder } from '../../server/node/folder.ts';
import { loadAssets } from '../../server/node/load-client-assets.ts';
import { nodePasskeys } from '../../server/node/passkeys.ts';
import { nodePasswords } from '../../server/node/passwords.ts';
import { nodeSend } from '../../server/node/send.ts';
import { serve } from '../../server/node/serve.ts';
import { watchFile } from '../../server/node/watch.ts';
import { createRuntime, type DocumentStatus, type Runtime } from '../../server/runtime/runtime.ts';
import { StoreError } from '../../store/core/store-error.ts';
import { openSqlite } from '../../store/sqlite/sqlite-store.ts';
import { diagnose } from '../analysis/diagnose.ts';
import { bucketFromEnvironment, bucketHelp } from '../environment/bucket-options.ts';
import { DEFAULT_PORT, parsePort } from '../environment/choose-port.ts';
import { clientFolder } from '../environment/client-folder.ts';
import { databaseHelp, openDatabase, usesDatabase } from '../environment/database-options.ts';
import { loadDocument } from '../environment/open-document.ts';
import { defineCommand, type Io } from '../program/command.ts';
import { isFinding, lineOf, summaryOf } from '../program/format-finding.ts';
import { CommandError, reportWrongUse } from '../program/wrong-use.ts';

export const command = defineCommand({
  name: 'dev',
  usesData: true,
  usage: '<file>',
  about: 'Run a document with its sample data and reload it on every change.',
  options: [
    {
      flag: '--port <number>',
      about: `The port to listen on; if it is taken, the next free one (default ${DEFAULT_PORT}).`,
    },
  ],
  more: [
    'You choose the person to act as; /_/sign-in shows how people will sign in. E-mails are printed here and not sent.',
    databaseHelp,
    bucketHelp,
  ].join('\n'),
  async run(args, io) {
    const [file = ''] = args.positional;
    const chosen = parsePort(args.text('port'));
    if ('problem' in chosen) return reportWrongUse(io, chosen.problem);
    const loaded = await loadDocument(file, io);
    if ('problem' in loaded) return reportWrongUse(io, loaded.problem);
    try {
      return await runInDevelopment(file, loaded, chosen.port, io);
    } catch (error) {
      if (error instanceof StoreError || error instanceof CommandError) return reportWrongUse(io, error.message);
      throw error;
    }
  },
});

async function runInDevelopment(
  file: string,
  { path, text }: { path: string; text: string },
  port: number,
  io: Io,
): Promise<number> {
  const resources = new AsyncDisposableStack();
  try {
    const bucket = bucketFromEnvironment(io);
    const store = await (usesDatabase(io)
      ? openDatabase(io, { dev: path, bucket })
      : openSqlite({ folder: folderFor(path), bucket }));
    resources.defer(() => store.close());
    const send = nodeSend(['localhost', '127.0.0.1', '::1']);
    const runtime = await createRuntime({
      text,
      store,
      dev: true,
      clock: () => Date.now(),
      read: diagnose,
      environment: (name) => io.env[name],
      assets: loadAssets(clientFolder()),
      passwords: nodePasswords(),
      passkeys: nodePasskeys(),
      send,
      mail: async (letter) => io.stderr(letterText(letter)),
      log: ({ message, error }) => io.stderr(error instanceof Error ? `${message} ${error.message}` : message),
    });
    resources.defer(() => runtime.close());
    const server = await serve({ fetch: createHttpApplication(runtime), port }).catch((error: Error) => {
      throw new CommandError(error.message);
    });
    resources.defer(() => {
      // Open live connections would delay stopping.
      runtime.listeners.endAll();
      return server.stop();
    });
    resources.defer(startTimers(runtime).stop);
    resources.defer(startDelivering(runtime, send, { admits: isOnThisMachine }).stop);
    resources.defer(watchFile(path, (changed) => void runtime.update(changed)).close);
    runtime.subscribe((status) => printStatus(file, status, io));
    printStatus(file, runtime.status(), io);
    if (port !== 0 && server.port !== port) io.stderr(`Port ${port} is taken; using another one.`);
    io.stdout(`${basename(path)} runs at ${server.url.replace('localhost', '127.0.0.1').replace(/\/$/, '')}`);
    io.stderr(await programHint(runtime, server.port));
    io.stderr('Press Ctrl+C to stop. Open pages follow every saved change of the document.');
    await io.untilStopped();
    return 0;
  } finally {
    await resources.disposeAsync();
  }
}

/** Returns an example of calling the HTTP interface as one of the people, with the key of this run. */
async function programHint(runtime: Runtime, port: number): Promise<string> {
  const { compiled, model } = runtime.current();
  const call = model.calls.find(({ does }) => does.kind === 'list')?.path ?? '/_/session';
  const address = `http://127.0.0.1:${port}${call}`;
  const [person] = compiled.people === null ? [] : await runtime.store.people(compiled.people.entity, 1);
  const name = person?.values[compiled.people?.signIn ?? ''];
  return typeof name === 'string'
    ? `From a program: curl --user '${name}:${runtime.switcher}' '${address}'`
    : `From a program: curl '${address}'`;
}

/** Formats an e-mail for the terminal: in development none are sent. */
const letterText = ({ to, subject, text }: Letter): string =>
  ['E-mail (not sent):', `To: ${to}`, `Subject: ${subject}`, '', text.trimEnd(), '']
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');

/** Prints the findings of the document and, if the running version differs from the file, why. */
function printStatus(file: string, status: DocumentStatus, io: Io): void {
  for (const diagnostic of status.diagnostics.filter(isFinding)) io.stderr(lineOf(file, diagnostic));
  for (const loss of status.losses) io.stderr(`${file}: ${loss.message} ${loss.next}`);
  for (const { field, count } of status.incomplete)
    io.stderr(`${file}: ${count} records have no ${field}, which is now required.`);
  for (const { message, next } of status.breaking) io.stderr(`${file}: ${message} ${next}`);
  io.stderr(`${file}: ${summaryOf(status.diagnostics)}.`);
  const { lines } = status.unread;
  if (lines > 0)
    io.stderr(
      `${file}: ${lines} ${lines === 1 ? 'line was' : 'lines were'} not read and ${lines === 1 ? 'has' : 'have'} no effect. The page “The document” lists them with suggestions.`,
    );
  if (status.running !== status.read) io.stderr(`${file}: the last good version keeps running.`);
}

function folderFor(path: string): string {
  try {
    return dataFolder(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `The data of ${basename(path)} is kept next to it in .ninefold, but that folder can't be written (${reason}). Make it writable, or run a copy of the document in another folder.`,
    );
  }
}
