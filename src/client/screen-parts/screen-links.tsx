import { Suspense } from 'react';
import { lazyPreloaded } from '../components-base/lazy-preloaded.ts';
import type { ScreenInView } from '../view/view-context.tsx';

/** Loaded separately, because few screens have links. */
const Links = lazyPreloaded(
  () => import('./links-to-other-screens.tsx'),
  'Links',
  () => null,
);

/** The links that the document gives a screen. */
export const ScreenLinks = ({ screen }: { readonly screen: ScreenInView }) =>
  screen.links.length > 0 && (
    <Suspense fallback={<p className="screen-links">&nbsp;</p>}>
      <Links screen={screen} />
    </Suspense>
  );
