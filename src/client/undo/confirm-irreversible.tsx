import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Confirm } from '../components/dialog.tsx';
import { messages } from '../languages/messages.ts';

/** An irreversible action to confirm. */
export interface Question {
  /** Label of the action: "Pay". */
  readonly label: string;
  /** The title of the record, or the number of records. */
  readonly text: string;
  /** The consequence. */
  readonly consequence: string;
  /** Whether an event of the person undoes it. */
  readonly canBeUndone?: boolean;
  readonly isDanger?: boolean;
}

interface OpenQuestion extends Question {
  readonly answer: (isWanted: boolean) => void;
}

interface Confirmation {
  readonly current: () => OpenQuestion | null;
  readonly ask: (question: Question) => Promise<boolean>;
  readonly listen: (listener: () => void) => () => void;
}

const confirmations = new WeakMap<QueryClient, Confirmation>();

/** Returns the confirmation of the page. A second question replaces the first, which counts as declined. */
export function confirmationFor(client: QueryClient): Confirmation {
  const found = confirmations.get(client) ?? createConfirmation();
  confirmations.set(client, found);
  return found;
}

function createConfirmation(): Confirmation {
  let current: OpenQuestion | null = null;
  const listeners = new Set<() => void>();
  const set = (next: OpenQuestion | null) => {
    current = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => current,
    ask: (question) => {
      current?.answer(false);
      return new Promise((resolve) => {
        set({
          ...question,
          answer: (isWanted) => {
            set(null);
            resolve(isWanted);
          },
        });
      });
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The confirmation dialog for irreversible actions. */
export function ConfirmIrreversible() {
  const { listen, current } = confirmationFor(useQueryClient());
  const open = useSyncExternalStore(listen, current);
  return (
    <Confirm
      title={open === null ? '' : `${open.label}: ${open.text}`}
      action={open?.label ?? ''}
      variant={open?.isDanger === true ? 'danger' : 'primary'}
      isOpen={open !== null}
      onConfirm={() => open?.answer(true)}
      onClose={() => open?.answer(false)}
    >
      <p>{open?.consequence}</p>
      {open?.canBeUndone !== true && <p>{messages.undo.final}</p>}
    </Confirm>
  );
}
