// Our server over data that is there, as it runs in production: no lines of the document in its answers.
import { diagnose } from '../src/cli/diagnose.ts';
import { createApp } from '../src/server/app.ts';
import { serve } from '../src/server/node/serve.ts';
import { createRuntime } from '../src/server/runtime.ts';
import { openSqlite } from '../src/store/sqlite.ts';
import { serving } from './child.ts';

await serving(async ({ folder, people }) => {
  const store = await openSqlite({ folder });
  const text = (await store.applied())?.text ?? '';
  const runtime = await createRuntime({
    text,
    store,
    dev: false,
    clock: () => Date.now(),
    read: diagnose,
    log: console.error,
  });
  const { port } = await serve({ fetch: createApp(runtime), port: 0 });
  const tokens = await Promise.all(people.map((id) => runtime.sessions.open(id, Date.now())));
  const cookies = tokens.map((token) => `ninefold-${port}=${token}`);
  return { port, cookies };
});
