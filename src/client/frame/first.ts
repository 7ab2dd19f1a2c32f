import { type Application, fetchApplication } from '../api/application.ts';
import type { FirstApplication } from '../api/use-application.ts';
import { orKept } from '../offline/lost.ts';
import { loadScreen } from './loads.ts';

/** Asks for the application, and loads what draws the screen that it opens with. */
export async function openApplication(): Promise<Application> {
  const application = await orKept(fetchApplication, (device) => device.keptApplication());
  await loadScreen(application.view, globalThis.location.pathname);
  return application;
}

/** The application that this page opens with. */
export function firstApplication(): FirstApplication {
  const comes = openApplication();
  const first: { -readonly [K in keyof FirstApplication]: FirstApplication[K] } = { comes, there: null };
  comes.then(
    (application) => {
      first.there = application;
    },
    () => undefined,
  );
  return first;
}
