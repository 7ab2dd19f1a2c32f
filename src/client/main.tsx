import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApplicationRoot } from './app.tsx';
import { applyAppearance, storedAppearance } from './frame/appearance.ts';
import { markPage } from './languages/page-language.ts';
import { page } from './languages/spoken.ts';

applyAppearance(storedAppearance());
markPage(page);

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <ApplicationRoot />
    </StrictMode>,
  );
}
