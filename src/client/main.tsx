import './early.ts';
import './styles/index.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { ApplicationRoot } from './app.tsx';
import { applyAppearance, storedAppearance } from './frame/appearance.ts';
import { firstApplication } from './frame/first.ts';
import { page } from './languages/page.ts';
import { markPage } from './languages/page-language.ts';

applyAppearance(storedAppearance());
markPage(page);

/** So long nothing is drawn, in milliseconds: whoever waits longer is told so. */
const SHORT = 250;

const first = firstApplication();
const root = document.getElementById('root');
if (root !== null) {
  const waited = new Promise((resolve) => setTimeout(resolve, SHORT));
  const draw = () =>
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <ApplicationRoot first={first} />
        </StrictMode>,
      ),
    );
  void Promise.race([first.comes, waited]).then(draw, draw);
}
