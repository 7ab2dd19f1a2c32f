import './early-requests.ts';
import '../styles/index.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { firstApplication } from '../layout/first-screen.ts';
import { setPageLanguage } from '../platform/page-language.ts';
import { page } from '../platform/page-settings.ts';
import { ApplicationRoot } from './app.tsx';

setPageLanguage(page);

/**
 * In milliseconds: how long to wait for the application before rendering a loading screen. Longer if the HTML already
 * contains the frame.
 */
const SHORT = 250;
const FRAMED = 2_000;

const first = firstApplication();
const root = document.getElementById('root');
if (root !== null) {
  const waited = new Promise((resolve) => setTimeout(resolve, root.hasChildNodes() ? FRAMED : SHORT));
  const draw = () =>
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <ApplicationRoot first={first} />
        </StrictMode>,
      ),
    );
  void Promise.race([first.promise, waited]).then(draw, draw);
}
