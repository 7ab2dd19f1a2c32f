import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApplicationRoot } from './app.tsx';
import { applyAppearance, storedAppearance } from './frame/appearance.ts';

applyAppearance(storedAppearance());

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <ApplicationRoot />
    </StrictMode>,
  );
}
