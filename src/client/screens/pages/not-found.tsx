import { ProblemError } from '../../api/request.ts';
import { useResolvedRoute } from '../../api/resolved-route.ts';
import { Link } from '../../components/link.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { messages } from '../../languages/messages.ts';
import { firstScreenPath } from '../../navigation/home.ts';
import { Redirect } from '../../navigation/redirect.tsx';
import { useLocation } from '../../platform/location.tsx';
import { usePageTitle } from '../../view/page-title.tsx';
import { useView } from '../../view/view-context.tsx';
import './pages.css';

/** Shown for an address without a screen for these roles. The server decides whether it is unknown or not allowed. */
export function NotFoundPage() {
  const { path } = useLocation();
  const { view } = useView();
  const { data, error, isPending } = useResolvedRoute(path);
  const problem = error instanceof ProblemError ? error.problem : null;
  const isRefused = problem !== null && problem.status === 403;
  const title = isPending
    ? messages.menus.notFound.asking
    : isRefused
      ? messages.menus.notFound.notAllowed
      : messages.menus.notFound.title;
  usePageTitle(title);
  if (data?.leads) return <Redirect target={data.leads} params={new Map(Object.entries(data.params))} />;
  return (
    <section className="not-found" aria-busy={isPending}>
      <PageHeader title={title} />
      {!isPending && (
        <>
          <p>{isRefused || problem?.code === 'UNREACHABLE' ? problem.detail : messages.menus.notFound.text}</p>
          {problem?.next !== undefined && isRefused && <p>{problem.next}</p>}
          {problem !== null && (
            <p className="code" data-element={problem.decidedBy?.[0]?.element}>
              {problem.code}
            </p>
          )}
          <Link to={firstScreenPath(view)} look="button">
            {messages.menus.notFound.home}
          </Link>
        </>
      )}
    </section>
  );
}
