import { ChevronRight } from 'lucide-react';
import { Link } from '../parts/link.tsx';
import { texts } from '../texts.ts';
import { useLocation } from '../view/location.tsx';
import { matchRoute, pathOf } from '../view/routes.ts';
import { useTitle } from '../view/title.tsx';
import { useView } from '../view/view.tsx';
import { parentLink } from './navigation.tsx';

/** Where one is: the list that a record belongs to, and the page itself. */
export function Crumbs() {
  const { view } = useView();
  const { path } = useLocation();
  const title = useTitle();
  const screen = matchRoute(view.screens, path)?.screen;
  const parent =
    screen === undefined || screen.kind === 'table' || screen.kind === 'board'
      ? undefined
      : parentLink(view, screen.entity);
  const isAlone = parent === undefined || parent.screen === screen?.id;
  return (
    <nav className="frame-crumbs" aria-label={texts.frame.whereYouAre}>
      {!isAlone && (
        <>
          <Link look="bare" to={pathOf(parent.route)} className="frame-crumb" element={parent.screen}>
            {parent.label}
          </Link>
          <ChevronRight size={14} aria-hidden />
        </>
      )}
      <span className="frame-here" aria-current="page" data-alone={isAlone}>
        {title}
      </span>
    </nav>
  );
}
