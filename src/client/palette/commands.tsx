import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { WireRefusal } from '../../engine/core/wire-format.ts';

/** Something that can be done from where one is, by name. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly text?: string | undefined;
  /** The element of the document that it stands on. */
  readonly element?: string | undefined;
  /** Why it can't be done now; null: it can. */
  readonly refusal: WireRefusal | null;
  readonly run: () => void;
  /** It is offered to who types something of its name alone. */
  readonly isSought?: boolean | undefined;
}

/** Commands that stand together: those of one record, one list. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** What the parts of a page offer, while they are drawn. */
interface Registry {
  readonly offer: (owner: object, group: CommandGroup) => void;
  readonly withdraw: (owner: object) => void;
  readonly groups: () => readonly CommandGroup[];
  /** Calls `told` when what is offered changes; the answer takes that back. */
  readonly subscribe: (told: () => void) => () => void;
}

const Context = createContext<Registry | null>(null);

export function CommandsProvider({ children }: { readonly children: ReactNode }) {
  const [registry] = useState(createRegistry);
  return <Context value={registry}>{children}</Context>;
}

/** Offers these by name for as long as the part is drawn; nothing where there is no palette. */
export function useCommands(group: CommandGroup): void {
  const registry = use(Context);
  const [owner] = useState(() => ({}));
  useEffect(() => registry?.offer(owner, group));
  useEffect(() => () => registry?.withdraw(owner), [registry, owner]);
}

/** What is offered now; a part that is loaded only after the palette was opened is in it as soon as it is drawn. */
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
