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
  readonly isSearchResult?: boolean | undefined;
}

/** Commands under one heading, such as those of a record or a list. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** The commands that mounted components offer. */
interface Registry {
  readonly register: (owner: object, group: CommandGroup) => void;
  readonly unregister: (owner: object) => void;
  readonly groups: () => readonly CommandGroup[];
  /** Calls `told` when the commands change. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
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
  useEffect(() => registry?.register(owner, group));
  useEffect(() => () => registry?.unregister(owner), [registry, owner]);
}

/** Returns the commands offered now, and re-renders when they change. */
export function useRegisteredCommands(): readonly CommandGroup[] {
  const registry = use(Context) ?? none;
  return useSyncExternalStore(registry.subscribe, registry.groups);
}

function createRegistry(): Registry {
  const groupsByOwner = new Map<object, CommandGroup>();
  const listeners = new Set<() => void>();
  let groups: readonly CommandGroup[] = [];
  const notify = () => {
    groups = [...groupsByOwner.values()].filter(({ commands }) => commands.length > 0);
    for (const listener of listeners) listener();
  };
  return {
    register: (owner, group) => {
      groupsByOwner.set(owner, group);
      notify();
    },
    unregister: (owner) => {
      if (groupsByOwner.delete(owner)) notify();
    },
    groups: () => groups,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const none = createRegistry();
