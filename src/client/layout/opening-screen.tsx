import type { Problem } from '../../engine/core/wire-format.ts';
import { Button } from '../components/button.tsx';
import { messages } from '../languages/messages.ts';
import './layout.css';

/** Shown while the application is loading, or when it could not be loaded. */
export function OpeningScreen({ problem, retry }: { readonly problem: Problem | null; readonly retry: () => void }) {
  if (problem === null) {
    return (
      <main className="opening" aria-busy="true">
        <p className="opening-wait">{messages.application.frame.loading}</p>
      </main>
    );
  }
  return (
    <main className="opening">
      <h1>{messages.application.frame.loadingFailed}</h1>
      <p>
        {problem.detail} {problem.next}
      </p>
      <Button onPress={retry}>{messages.application.frame.tryAgain}</Button>
    </main>
  );
}
