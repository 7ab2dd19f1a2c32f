import { createContext } from 'react';

/** Uploads of a form that are under way; each resolves to whether its file arrived. */
export type UnderWay = Set<Promise<boolean>>;

/** Where the inputs of a form tell it of their uploads, so that it is not sent without them. Null: nobody waits for them. */
export const UnderWayContext = createContext<UnderWay | null>(null);

/** Keeps an upload among those that are under way for as long as it is. */
export function whileUnderWay(all: UnderWay | null, upload: Promise<boolean>): void {
  all?.add(upload);
  void upload.finally(() => all?.delete(upload));
}

/** Something that was refused keeps what it belongs to from being sent until it is taken out: call what this gives. */
export function whileRefused(all: UnderWay | null): () => void {
  const refused = Promise.resolve(false);
  all?.add(refused);
  return () => all?.delete(refused);
}

/** Whether all that is under way arrived, and what was begun meanwhile; false once something failed or was stopped. */
export async function haveArrived(all: UnderWay): Promise<boolean> {
  while (all.size > 0) {
    const ended = await Promise.allSettled(all);
    if (ended.some((each) => each.status === 'rejected' || !each.value)) return false;
  }
  return true;
}
