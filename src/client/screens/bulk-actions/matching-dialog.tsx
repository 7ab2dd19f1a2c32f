import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, FileDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../engine/core/wire-format.ts';
import { request } from '../../api/request.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { Progress } from '../../components/progress.tsx';
import { useBulk } from '../../data/bulk.ts';
import type { Input } from '../../data/writes.ts';
import { messages } from '../../languages/messages.ts';
import { mayHaveInverseEvent } from '../../undo/inverse-event.ts';
import { nounFor } from '../../view/count-nouns.ts';
import { type EntityInView, useView } from '../../view/view-context.tsx';
import { retentionDays } from '../trash/retention.ts';
import { type MatchingEnd, type MatchingStep, NOT_BEGUN, runMatching } from './matching.ts';
import { inParts } from './outcome.ts';
import { RefusedRows } from './outcome-dialog.tsx';
import { countOf } from './take-back.ts';
import '../../styles/table-tools.css';

/** A bulk action on all rows that match a list's query. */
export interface MatchingAsk {
  readonly label: string;
  /** Name of the event to raise; null to delete the rows. */
  readonly event: string | null;
  readonly input: Input;
  /** The filters and the search text of the list. */
  readonly query: { readonly filter: string; readonly q: string; readonly filters: string };
  /** The formatted number of rows, exact or a lower bound: `1,234`, `1,000+`. */
  readonly count: string;
  /** True if the person already confirmed the action, so that the dialog starts it without asking again. */
  readonly isSure: boolean;
}

interface MatchingDialogProps {
  readonly screen: string;
  readonly entity: EntityInView;
  readonly ask: MatchingAsk;
  readonly onClose: () => void;
}

/** Maximum number of rows in one undo request. */
const mostTakenBack = 100;
/** Maximum number of refused rows that the dialog lists; a CSV file has all of them. */
const mostShown = 200;
/** Maximum number of rows that the server processes in one step. */
const mostInStep = 100;

/**
 * Asks for confirmation, then runs the bulk action step by step. Shows the progress and a button that stops the action;
 * at the end shows the refused rows and offers undo.
 */
export function MatchingDialog({ screen, entity, ask, onClose }: MatchingDialogProps) {
  const { view, schema, format, recordRoute } = useView();
  const client = useQueryClient();
  const { mutateAsync: raiseMany } = useBulk(entity.name);
  const [phase, setPhase] = useState<'asking' | 'running' | 'undoing' | 'ended'>(ask.isSure ? 'running' : 'asking');
  const [state, setState] = useState(NOT_BEGUN);
  const [end, setEnd] = useState<MatchingEnd | null>(null);
  const [label, setLabel] = useState(ask.label);
  const [isStopping, setStopping] = useState(false);
  const stopped = useRef(false);
  const begun = useRef(false);
  const noun = nounFor(entity.model, 2);
  const machines = schema.entities.get(entity.name)?.machines ?? [];
  const number = (count: number) => format.number(count, 0);

  const finish = () => {
    setPhase('ended');
    // Every query of this entity may contain one of the changed records.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[3] === entity.name });
  };
  const step = (after: string | null): Promise<MatchingStep> => {
    const does = ask.event === null ? { delete: true } : { event: ask.event, input: ask.input };
    const body = { screen, ...does, query: ask.query, after };
    return request('POST', '/_/bulk/matching', { body, key: crypto.randomUUID(), document: view.document });
  };
  const run = async () => {
    if (begun.current) return;
    begun.current = true;
    setPhase('running');
    const wait = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * 1_000));
    setEnd(await runMatching({ ask: step, machines, isStopped: () => stopped.current, onState: setState, wait }));
    finish();
  };
  const takeBack = async () => {
    setPhase('undoing');
    setLabel(messages.record.undo);
    const parts = state.takeBacks.flatMap(({ event, rows }) =>
      inParts(rows, mostTakenBack).map((part) => ({ event, rows: part })),
    );
    let now = { ...state, total: countOf(state.takeBacks), done: 0, refused: [] as typeof state.refused };
    setState({ ...now, takeBacks: [] });
    const { runTakeBack } = await import('./run-take-back.ts');
    setEnd(
      await runTakeBack(parts, raiseMany, (done, refused) => {
        now = { ...now, done: now.done + done, refused: [...now.refused, ...refused] };
        setState({ ...now, takeBacks: [] });
      }),
    );
    finish();
  };
  const saveRefused = async () => {
    const [{ saveFile }, { refusedRowsFile }] = await Promise.all([
      import('../../data/csv.ts'),
      import('./refused-rows-file.ts'),
    ]);
    const addressOf = (id: string) => {
      const route = recordRoute(entity.name, id);
      return route === null ? '' : new URL(route, location.href).href;
    };
    const text = refusedRowsFile(state.refused, addressOf);
    saveFile(new Blob([text], { type: 'text/csv' }), messages.bulkMatch.refusedName({ label }));
  };
  useEffect(() => {
    if (ask.isSure) void run();
  });

  const isFinal = ask.event === null ? !entity.mayRestore : !mayHaveInverseEvent(machines, ask.event);
  const met = state.done + state.refused.length;
  const left = Math.max(0, state.total - met);
  if (phase === 'asking')
    return (
      <Dialog
        title={messages.bulkMatch.sure({ label: ask.label, count: ask.count, noun })}
        isOpen
        onClose={onClose}
        size="small"
        role="alertdialog"
        actions={
          <>
            <Button onPress={onClose} autoFocus>
              {ask.label === messages.listTools.cancel ? messages.listTools.close : messages.listTools.cancel}
            </Button>
            <Button variant={ask.event === null ? 'danger' : 'primary'} onPress={() => void run()}>
              {ask.label}
            </Button>
          </>
        }
      >
        <p>{messages.bulkMatch.sureText}</p>
        {ask.event === null && (
          <p>
            {messages.listTools.removeText}
            {entity.mayRestore && ` ${messages.trash.manyCanBeUndone({ days: retentionDays(schema.model) })}`}
          </p>
        )}
        {isFinal && <p className="dialog-final">{messages.undo.final}</p>}
      </Dialog>
    );
  const isRunning = phase !== 'ended';
  const undoable = countOf(state.takeBacks);
  return (
    <Dialog
      title={
        isRunning
          ? phase === 'undoing'
            ? messages.bulkMatch.undoing
            : messages.bulkMatch.running({ label: ask.label })
          : messages.listTools.outcome({ label })
      }
      isOpen
      onClose={onClose}
      busy={isRunning}
      actions={
        phase === 'running' ? (
          <Button
            busy={isStopping}
            onPress={() => {
              stopped.current = true;
              setStopping(true);
            }}
          >
            {isStopping ? messages.bulkMatch.stopping : messages.bulkMatch.stop}
          </Button>
        ) : (
          !isRunning && (
            <>
              {undoable > 0 && (
                <Button onPress={() => void takeBack()}>
                  {messages.bulkMatch.undoAll({ count: number(undoable) })}
                </Button>
              )}
              <Button variant="primary" onPress={onClose} autoFocus>
                {messages.listTools.close}
              </Button>
            </>
          )
        )
      }
    >
      {isRunning && (
        <div className="matching-progress">
          <Progress
            share={state.total === 0 ? 0 : met / state.total}
            label={messages.bulkMatch.running({ label: ask.label })}
          />
          <p role="status">
            {state.waits > 0
              ? messages.bulkMatch.waiting({ seconds: number(state.waits) })
              : state.total > 0 && messages.bulkMatch.progress({ done: number(met), total: number(state.total) })}
          </p>
        </div>
      )}
      {(met > 0 || !isRunning) && (
        <p className="outcome-sum">
          <CircleCheck size={15} aria-hidden /> {messages.listTools.doneCount({ count: number(state.done) })},{' '}
          {messages.listTools.refusedCount({ count: number(state.refused.length) })}
        </p>
      )}
      {!isRunning && end?.how === 'stopped' && <p>{messages.bulkMatch.stopped({ left: number(left) })}</p>}
      {!isRunning && end?.how === 'broken' && (
        <>
          <p>{brokenText(end.problem, met, left, number)}</p>
          <ProblemNote problem={end.problem} />
        </>
      )}
      {!isRunning && <RefusedRows entity={entity.name} refused={state.refused.slice(0, mostShown)} />}
      {!isRunning && state.refused.length > mostShown && (
        <div className="outcome-more">
          <p className="table-hint">{messages.bulkMatch.more({ count: number(state.refused.length - mostShown) })}</p>
          <Button size="small" icon={<FileDown size={14} aria-hidden />} onPress={() => void saveRefused()}>
            {messages.bulkMatch.saveRefused({ count: number(state.refused.length) })}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

/** Returns the text for a bulk action that failed midway. If the last step got no answer, its outcome is unknown. */
function brokenText(problem: Problem, met: number, left: number, number: (count: number) => string): string {
  const isUnsure = problem.status === 0 || problem.status >= 500;
  if (isUnsure && left === 0) return messages.bulkMatch.unsure;
  if (isUnsure)
    return left > mostInStep
      ? messages.bulkMatch.unsureLeft({ left: number(left) })
      : messages.bulkMatch.unsureFew({ left: number(left) });
  return met === 0 ? messages.bulkMatch.nothingDone : messages.bulkMatch.broken({ left: number(left) });
}
