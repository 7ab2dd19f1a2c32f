import type { Problem } from '../../engine/wire.ts';

/** Of what is not kept on the device while the server can't be reached: that somebody has to do it again. */
export const notKept = (problem: Problem): Promise<Problem> =>
  import('../offline/texts.ts').then(
    ({ offlineTexts }) => ({ ...problem, next: offlineTexts.notKept }),
    () => problem,
  );
