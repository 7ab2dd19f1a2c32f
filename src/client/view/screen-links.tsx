import { Suspense } from 'react';
import { later } from '../parts/later.ts';
import type { ScreenInView } from './view.tsx';

/** Few screens have any. */
const Links = later(
  () => import('./links-drawn.tsx'),
  'Links',
  () => null,
);

/** The ways on that the document gives a screen. */
export const ScreenLinks = ({ screen }: { readonly screen: ScreenInView }) =>
  screen.links.length > 0 && (
    <Suspense fallback={<p className="screen-links">&nbsp;</p>}>
      <Links screen={screen} />
    </Suspense>
  );
