import type { Problem } from '../../engine/wire.ts';
import { texts } from '../texts.ts';

/** What stands while the application is on its way, or where it could not come. */
export function Opening({ problem, retry }: { readonly problem: Problem | null; readonly retry: () => void }) {
  if (problem === null) {
    return (
      <main className="opening" aria-busy="true">
        <p className="opening-wait">{texts.frame.loading}</p>
      </main>
    );
  }
  return (
    <main className="opening">
      <h1>{texts.frame.loadingFailed}</h1>
      <p>
        {problem.detail} {problem.next}
      </p>
      <button type="button" className="frame-button" onClick={retry}>
        {texts.frame.tryAgain}
      </button>
    </main>
  );
}
