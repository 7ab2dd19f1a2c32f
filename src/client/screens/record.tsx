import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Problem, WireRecord } from '../../engine/core/wire-format.ts';
import { useKey } from '../api/keys.ts';
import { useRecord } from '../api/records.ts';
import { Link } from '../parts/link.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useGo, useLocation, useRouterHistory } from '../view/location.tsx';
import { pathOf } from '../view/routes.ts';
import type { ScreenProps } from '../view/screen-props.ts';
import { usePageTitle } from '../view/title.tsx';
import { type ScreenInView, useView } from '../view/view.tsx';
import { listOf } from './form/ways.ts';
import { RecordPage } from './record/page.tsx';
import { recordTexts } from './record/texts.ts';
import '../styles/bare.css';
import '../styles/form.css';
import '../styles/messages.css';
import '../styles/record.css';

/** A screen of kind "record": one record, found by the parameter of the route that is its entity's. */
export function RecordScreen({ screen, params }: ScreenProps) {
  const { entity: entityOf, person } = useView();
  // Whoever came by a link and is nobody here has nowhere else to go: nothing stands around it.
  const isBare = screen.linked !== null && person === null;
  const name = screen.entity ?? '';
  const entity = entityOf(name);
  const parameter = screen.parameter ?? '';
  const id = params.get(parameter) ?? '';
  const { data, error, refetch } = useRecord(name, id);
  const adopt = useAdopt(name, id);
  const go = useGo();
  const { search } = useLocation();
  // An address may hold what people know the record by; all else on the page goes by its id, but where it is read by that alone.
  const byId = data === undefined || data.id === id || screen.linked !== null ? null : data.id;
  useEffect(() => {
    if (byId !== null)
      go(pathOf(screen.model.route, new Map([...params, [parameter, byId]])) + search, { replace: true });
  }, [byId, go, params, parameter, screen.model.route, search]);
  useArrival(data !== undefined && byId === null);
  usePageTitle(data?._.title ?? screen.model.label);
  if (error !== null && (data === undefined || isGone(error.problem))) {
    return <Missing screen={screen} isBare={isBare} problem={error.problem} onRetry={() => void refetch()} />;
  }
  if (data === undefined || entity === null || byId !== null) {
    return (
      <div className="record" data-bare={isBare || undefined}>
        <h1 className="reader-only">{screen.model.label}</h1>
        <Skeleton rows={6} />
      </div>
    );
  }
  return <RecordPage screen={screen} entity={entity} record={data} onAdopt={adopt} />;
}

/**
 * Whoever came from another page, whose place there is gone, goes on from the heading of the record once it is drawn. Whoever
 * opens or reloads it has the page as browsers give it.
 */
function useArrival(isThere: boolean): void {
  const history = useRouterHistory();
  useEffect(() => {
    if (!isThere || !history.canGoBack()) return;
    const at = document.activeElement;
    // What was left is hidden before it is away.
    if (at !== null && at !== document.body && at.tagName !== 'MAIN' && at.checkVisibility()) return;
    const heading = document.querySelector<HTMLElement>('.record h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [isThere, history]);
}

/** Takes a record as a refused write gave it, so that the next write knows it. */
function useAdopt(entity: string, id: string): (record: WireRecord) => void {
  const client = useQueryClient();
  const [person, view] = useKey();
  return useCallback(
    (record) => void client.setQueryData([person, view, 'record', entity, id], record),
    [client, person, view, entity, id],
  );
}

/** What was there a moment ago may be gone, or no longer this person's to read: then it is no longer shown. */
const isGone = ({ status }: Problem): boolean => [401, 403, 404, 410].includes(status);

interface MissingProps {
  readonly isBare: boolean;
  readonly screen: ScreenInView;
  readonly problem: Problem;
  readonly onRetry: () => void;
}

function Missing({ screen, isBare, problem, onRetry }: MissingProps) {
  const { view } = useView();
  const list = listOf(view, screen.entity ?? '');
  return (
    <div className="record record-missing" data-bare={isBare || undefined}>
      <h1 data-element={screen.id}>{screen.model.label}</h1>
      <ProblemNote problem={problem} retry={isGone(problem) ? undefined : onRetry} />
      {!isBare && (
        <p>
          <Link to={list?.href ?? '/'}>{list === null ? recordTexts.backHome : recordTexts.backTo(list.label)}</Link>
        </p>
      )}
    </div>
  );
}
