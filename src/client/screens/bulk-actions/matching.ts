import type { Json } from '../../../engine/core/intent.ts';
import type { Problem } from '../../../engine/core/wire-format.ts';
import type { Machine } from '../../../model/types/model.ts';
import { ProblemError } from '../../api/request.ts';
import type { BulkOutcome } from '../../data/bulk.ts';
import { outcomeOf, type RefusedRow } from './outcome.ts';
import { type TakeBack, takeBacksOf, withStates } from './take-back.ts';

/** The outcome for one row of a step, with the row's title and the states it had before. */
export interface MetRow extends BulkOutcome {
  readonly title: string;
  readonly states: readonly (readonly [string, Json])[];
}

/** The server's answer to one step of a bulk action on all matching rows. */
export interface MatchingStep {
  readonly outcomes: readonly MetRow[];
  /** Cursor of the next step; null after the last one. */
  readonly next: string | null;
  /** The number of matching rows; null except in the first step. */
  readonly total: number | null;
}

/** The progress of a bulk action on all matching rows. */
export interface MatchingState {
  readonly total: number;
  readonly done: number;
  readonly refused: readonly RefusedRow[];
  readonly takeBacks: readonly TakeBack[];
  /** Seconds until the next attempt after the rate limit was exceeded; 0 if the action is not waiting. */
  readonly waits: number;
}

export type MatchingEnd = { readonly how: 'whole' | 'stopped' } | { readonly how: 'broken'; readonly problem: Problem };

interface Running {
  readonly ask: (after: string | null) => Promise<MatchingStep>;
  readonly machines: readonly Machine[];
  readonly isStopped: () => boolean;
  readonly onState: (state: MatchingState) => void;
  readonly wait: (seconds: number) => Promise<void>;
}

export const NOT_BEGUN: MatchingState = { total: 0, done: 0, refused: [], takeBacks: [], waits: 0 };

/**
 * Runs the steps of a bulk action until all rows are processed, the person stops it, or a step fails. Completed steps are
 * not reverted. If the server answers 429 with a retry time, waits and repeats the step, which the server did not start.
 */
export async function runMatching({ ask, machines, isStopped, onState, wait }: Running): Promise<MatchingEnd> {
  let state = NOT_BEGUN;
  let after: string | null = null;
  for (;;) {
    if (isStopped()) return { how: 'stopped' };
    const step: MatchingStep | Problem = await ask(after).catch(problemIn);
    if ('code' in step) {
      if (step.status !== 429 || step.retryAfter === undefined) return { how: 'broken', problem: step };
      onState({ ...state, waits: step.retryAfter });
      await wait(step.retryAfter);
      continue;
    }
    state = added(state, step, machines);
    onState(state);
    after = step.next;
    if (after === null) return { how: 'whole' };
  }
}

function problemIn(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  throw error;
}

function added(state: MatchingState, { outcomes, total }: MatchingStep, machines: readonly Machine[]): MatchingState {
  const states = new Map(outcomes.map((row) => [row.id, row.states] as const));
  const titles = new Map(outcomes.map((row) => [row.id, row.title] as const));
  const { done, refused } = outcomeOf(outcomes, (id) => titles.get(id) ?? '');
  const back = takeBacksOf(machines, outcomes, ({ id }, after) => withStates(after, states.get(id) ?? []));
  return {
    total: total ?? state.total,
    done: state.done + done.length,
    refused: [...state.refused, ...refused],
    takeBacks: joined(state.takeBacks, back),
    waits: 0,
  };
}

function joined(one: readonly TakeBack[], other: readonly TakeBack[]): readonly TakeBack[] {
  const all = Map.groupBy([...one, ...other], ({ event }) => event);
  return [...all].map(([event, parts]) => ({ event, rows: parts.flatMap(({ rows }) => rows) }));
}
