import { ArrowUpRight } from 'lucide-react';
import { Link } from '../components/link.tsx';
import { messages } from '../languages/messages.ts';
import { useLocation } from '../platform/location.tsx';
import { matchRoute, parametersOf, pathOf } from '../view/routes.ts';
import { type ScreenInView, useView } from '../view/view-context.tsx';

/**
 * The links of a screen to other screens. A link is omitted if its route needs a parameter that this screen does not
 * have.
 */
export function Links({ screen }: { readonly screen: ScreenInView }) {
  const { view } = useView();
  const { path } = useLocation();
  const params = matchRoute(view.screens, path)?.params ?? new Map<string, string>();
  const links = screen.links.flatMap((link) => {
    if (link.screen === null) return [{ ...link, to: link.route }];
    return parametersOf(link.route).every((name) => params.has(name))
      ? [{ ...link, to: pathOf(link.route, params) }]
      : [];
  });
  if (links.length === 0) return null;
  return (
    <nav className="screen-links" aria-label={messages.application.frame.relatedScreens}>
      {links.map(({ text, to, screen: target }) =>
        target === null ? (
          <a key={`${text} ${to}`} className="link" href={to} rel="noreferrer">
            {text}
            <ArrowUpRight size={13} aria-hidden />
          </a>
        ) : (
          <Link key={`${text} ${to}`} to={to} element={target}>
            {text}
          </Link>
        ),
      )}
    </nav>
  );
}
