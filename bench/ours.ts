// Our server over data that is there, as it runs in production: no lines of the document in its answers.
import { diagnose } from '../src/cli/analysis/diagnose.ts';
import { createHttpApplication } from '../src/server/application/http-application.ts';
import { withObservability } from '../src/server/application/request-log.ts';
import { startTimers } from '../src/server/jobs/run-timers.ts';
import { nodeDigest } from '../src/server/node/digest.ts';
import { growHeapOnDemand } from '../src/server/node/grow-heap-on-demand.ts';
import { serve } from '../src/server/node/serve.ts';
import { createRuntime } from '../src/server/runtime/runtime.ts';
import { openPostgres } from '../src/store/postgres/postgres-store.ts';
import { openSqlite } from '../src/store/sqlite/sqlite-store.ts';
import { serving } from './child.ts';

await serving(async ({ folder, postgres, people }) => {
  const store = postgres === undefined ? await openSqlite({ folder }) : await openPostgres(postgres.ours);
  const text = (await store.applied())?.text ?? '';
  const runtime = await createRuntime({
    text,
    store,
    dev: false,
    clock: () => Date.now(),
    read: diagnose,
    log: console.error,
    digest: nodeDigest,
  });
  startTimers(runtime);
  growHeapOnDemand();
  const fetch = withObservability(runtime, createHttpApplication(runtime), {
    admission: { clock: () => performance.now(), defer: (work) => void setImmediate(work) },
  });
  const { port } = await serve({ fetch, port: 0 });
  const tokens = await Promise.all(people.map((id) => runtime.sessions.open(id, Date.now())));
  const cookies = tokens.map((token) => `ninefold-${port}=${token}`);
  return { port, cookies };
});
