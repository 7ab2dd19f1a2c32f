import { type Application, fetchApplication } from '../api/application.ts';
import { earlyRead } from '../api/early-answers.ts';
import type { FirstApplication } from '../api/use-application.ts';
import { orStored } from '../device/connection-lost.ts';
import { loadScreen } from './load-screen.ts';

/** What the screen that opens shows is waited for so long, in milliseconds, once all is there that draws it. */
const SOON = 300;

/**
 * Asks for the application, and loads what draws the screen that it opens with. What that asked for early is most often
 * there by then, or all but: a screen that is drawn once, whole, costs less than one that is drawn empty first.
 */
export async function openApplication(): Promise<Application> {
  const application = await orStored(fetchApplication, (device) => device.storedApplication());
  await loadScreen(application.view, globalThis.location.pathname);
  await Promise.race([earlyRead(), new Promise((resolve) => setTimeout(resolve, SOON))]);
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
