import { type Application, fetchApplication } from '../api/application.ts';
import { earlyAnswersSettled } from '../api/early-answers.ts';
import type { FirstApplication } from '../api/use-application.ts';
import { orStored } from '../device/answer-or-stored.ts';
import { loadScreen } from './load-screen.ts';

/** In milliseconds: how long to wait for the data of the first screen once its code is loaded. */
const SOON = 300;

/**
 * Loads the application, the code of the first screen and, briefly, the data requested early. Rendering once with data
 * costs less than rendering an empty screen first.
 */
export async function openApplication(): Promise<Application> {
  const application = await orStored(fetchApplication, (device) => device.storedApplication());
  await loadScreen(application.view, globalThis.location.pathname);
  await Promise.race([earlyAnswersSettled(), new Promise((resolve) => setTimeout(resolve, SOON))]);
  return application;
}

/** Starts loading the application of this page. */
export function firstApplication(): FirstApplication {
  const comes = openApplication();
  const first: { -readonly [K in keyof FirstApplication]: FirstApplication[K] } = { promise: comes, loaded: null };
  comes.then(
    (application) => {
      first.loaded = application;
    },
    () => undefined,
  );
  return first;
}
