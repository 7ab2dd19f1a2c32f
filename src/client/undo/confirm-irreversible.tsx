import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Confirm } from '../components/dialog.tsx';
import { waitingTexts } from '../texts/undo-texts.ts';

/** An irreversible action to confirm. */
export interface Question {
  /** Label of the action: "Pay". */
  readonly label: string;
  /** The title of the record, or the number of records. */
  readonly text: string;
  /** The consequence. */
  readonly happens: string;
}

interface Asked extends Question {
  readonly answer: (isWanted: boolean) => void;
}

interface Confirming {
  readonly asked: () => Asked | null;
  readonly ask: (question: Question) => Promise<boolean>;
  readonly listen: (told: () => void) => () => void;
}

const confirmingOn = new WeakMap<QueryClient, Confirming>();

/** Returns the confirmation of the page. A second question replaces the first, which counts as declined. */
export function confirmingOf(client: QueryClient): Confirming {
  const found = confirmingOn.get(client) ?? createConfirming();
  confirmingOn.set(client, found);
  return found;
}

function createConfirming(): Confirming {
  let asked: Asked | null = null;
  const listeners = new Set<() => void>();
  const set = (next: Asked | null) => {
    asked = next;
    for (const told of listeners) told();
  };
  return {
    asked: () => asked,
    ask: (question) => {
      asked?.answer(false);
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
    listen: (told) => {
      listeners.add(told);
      return () => void listeners.delete(told);
    },
  };
}

/** The confirmation dialog for irreversible actions. */
export function ConfirmIrreversible() {
  const { listen, asked } = confirmingOf(useQueryClient());
  const open = useSyncExternalStore(listen, asked);
  return (
    <Confirm
      title={open === null ? '' : `${open.label}: ${open.text}`}
      action={open?.label ?? ''}
      variant="primary"
      isOpen={open !== null}
      onConfirm={() => open?.answer(true)}
      onClose={() => open?.answer(false)}
    >
      <p>{open?.happens}</p>
      <p>{waitingTexts.final}</p>
    </Confirm>
  );
}
