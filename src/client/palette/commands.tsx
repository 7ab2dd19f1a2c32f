import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { WireRefusal } from '../../engine/wire.ts';

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

/** What is offered now. */
export function useOffered(): () => readonly CommandGroup[] {
  const registry = use(Context);
  return registry === null ? () => [] : registry.groups;
}

function createRegistry(): Registry {
  const groups = new Map<object, CommandGroup>();
  return {
    offer: (owner, group) => void groups.set(owner, group),
    withdraw: (owner) => void groups.delete(owner),
    groups: () => [...groups.values()].filter(({ commands }) => commands.length > 0),
  };
}
