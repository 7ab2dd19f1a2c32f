import { ChevronRight } from 'lucide-react';
import type { ViewLink } from '../../engine/view/view.ts';
import { Link } from '../components/link.tsx';
import { messages } from '../languages/messages.ts';
import { usePageTitleText } from '../view/page-title.tsx';
import { pathOf } from '../view/routes.ts';

/** Breadcrumbs: the list that the page belongs to, and the page. */
export function Breadcrumbs({ list }: { readonly list: ViewLink | null }) {
  const title = usePageTitleText();
  return (
    <nav className="frame-crumbs" aria-label={messages.application.frame.breadcrumb}>
      {list !== null && (
        <>
          <Link look="bare" to={pathOf(list.route)} className="frame-crumb" element={list.screen}>
            {list.label}
          </Link>
          <ChevronRight size={14} aria-hidden />
        </>
      )}
      <span className="frame-here" aria-current="page">
        {title}
      </span>
    </nav>
  );
}
