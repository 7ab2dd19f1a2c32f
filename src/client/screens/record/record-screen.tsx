import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Problem, WireRecord } from '../../../engine/core/wire-format.ts';
import { useQueryKey } from '../../api/query-keys.ts';
import { Link } from '../../components/link.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { useRecord } from '../../data/records.ts';
import { messages } from '../../languages/messages.ts';
import { useGo, useLocation, useRouterHistory } from '../../platform/location.tsx';
import type { ScreenProps } from '../../screen-parts/screen-props.ts';
import { usePageTitle } from '../../view/page-title.tsx';
import { pathOf } from '../../view/routes.ts';
import { type ScreenInView, useView } from '../../view/view-context.tsx';
import { listScreenOf } from '../form/form-actions.ts';
import { RecordPage } from './record-page.tsx';
import '../../styles/bare.css';
import '../../styles/form.css';
import '../../styles/messages.css';
import '../../styles/record.css';

/** A screen of kind "record": the record that the route's parameter identifies. */
export function RecordScreen({ screen, params }: ScreenProps) {
  const { entity: entityOf, person } = useView();
  // A guest who opened a link has no other screens: the page is shown without menus.
  const isBare = screen.linked !== null && person === null;
  const name = screen.entity ?? '';
  const entity = entityOf(name);
  const parameter = screen.parameter ?? '';
  const id = params.get(parameter) ?? '';
  const { data, error, refetch } = useRecord(name, id);
  const adopt = useCacheRecord(name, id);
  const go = useGo();
  const { search } = useLocation();
  // An address may identify the record by a unique field. It is replaced by the record's id, except on link screens.
  const byId = data === undefined || data.id === id || screen.linked !== null ? null : data.id;
  useEffect(() => {
    if (byId !== null)
      go(pathOf(screen.model.route, new Map([...params, [parameter, byId]])) + search, { replace: true });
  }, [byId, go, params, parameter, screen.model.route, search]);
  useFocusOnArrival(data !== undefined && byId === null);
  usePageTitle(data?._.title ?? screen.model.label);
  if (error !== null && (data === undefined || isUnreadable(error.problem))) {
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
 * Moves the focus to the record's heading after navigation from another page, once the record is rendered. After opening
 * or reloading the page, the focus is left to the browser.
 */
function useFocusOnArrival(isThere: boolean): void {
  const history = useRouterHistory();
  useEffect(() => {
    if (!isThere || !history.canGoBack()) return;
    const at = document.activeElement;
    // A focused element that is no longer visible belongs to the page that was left.
    if (at !== null && at !== document.body && at.tagName !== 'MAIN' && at.checkVisibility()) return;
    const heading = document.querySelector<HTMLElement>('.record h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [isThere, history]);
}

/** Returns a function that puts the current record of a refused write into the cache. */
function useCacheRecord(entity: string, id: string): (record: WireRecord) => void {
  const client = useQueryClient();
  const [person, view] = useQueryKey();
  return useCallback(
    (record) => void client.setQueryData([person, view, 'record', entity, id], record),
    [client, person, view, entity, id],
  );
}

/** Whether the person can no longer read the record, so that it must not stay on screen. */
const isUnreadable = ({ status }: Problem): boolean => [401, 403, 404, 410].includes(status);

interface MissingProps {
  readonly isBare: boolean;
  readonly screen: ScreenInView;
  readonly problem: Problem;
  readonly onRetry: () => void;
}

function Missing({ screen, isBare, problem, onRetry }: MissingProps) {
  const { view } = useView();
  const list = listScreenOf(view, screen.entity ?? '');
  return (
    <div className="record record-missing" data-bare={isBare || undefined}>
      <h1 data-element={screen.id}>{screen.model.label}</h1>
      <ProblemNote problem={problem} retry={isUnreadable(problem) ? undefined : onRetry} />
      {!isBare && (
        <p>
          <Link to={list?.href ?? '/'}>
            {list === null ? messages.record.backHome : messages.record.backTo({ label: list.label })}
          </Link>
        </p>
      )}
    </div>
  );
}
