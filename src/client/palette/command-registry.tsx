import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { WireRefusal } from '../../engine/core/wire-format.ts';

/** A command of the palette. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly text?: string | undefined;
  /** The id of the element of the document behind the command. */
  readonly element?: string | undefined;
  /** Why the command is refused; null if it is allowed. */
  readonly refusal: WireRefusal | null;
  readonly run: () => void;
  /** Offered only while something is typed. */
  readonly isSought?: boolean | undefined;
}

/** Commands under one heading, such as those of a record or a list. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** The commands that mounted components offer. */
interface Registry {
  readonly offer: (owner: object, group: CommandGroup) => void;
  readonly withdraw: (owner: object) => void;
  readonly groups: () => readonly CommandGroup[];
  /** Calls `told` when the commands change. Returns a function that unsubscribes. */
  readonly subscribe: (told: () => void) => () => void;
}

const Context = createContext<Registry | null>(null);

export function CommandsProvider({ children }: { readonly children: ReactNode }) {
  const [registry] = useState(createRegistry);
  return <Context value={registry}>{children}</Context>;
}

/** Offers commands in the palette while the calling component is mounted. Does nothing outside a `CommandsProvider`. */
export function useCommands(group: CommandGroup): void {
  const registry = use(Context);
  const [owner] = useState(() => ({}));
  useEffect(() => registry?.offer(owner, group));
  useEffect(() => () => registry?.withdraw(owner), [registry, owner]);
}

/** Returns the commands offered now, and re-renders when they change. */
export function useOffered(): readonly CommandGroup[] {
  const registry = use(Context) ?? none;
  return useSyncExternalStore(registry.subscribe, registry.groups);
}

function createRegistry(): Registry {
  const offered = new Map<object, CommandGroup>();
  const listeners = new Set<() => void>();
  let groups: readonly CommandGroup[] = [];
  const tell = () => {
    groups = [...offered.values()].filter(({ commands }) => commands.length > 0);
    for (const told of listeners) told();
  };
  return {
    offer: (owner, group) => {
      offered.set(owner, group);
      tell();
    },
    withdraw: (owner) => {
      if (offered.delete(owner)) tell();
    },
    groups: () => groups,
    subscribe: (told) => {
      listeners.add(told);
      return () => void listeners.delete(told);
    },
  };
}

const none = createRegistry();
