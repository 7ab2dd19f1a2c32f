/** This page, as the server knows it. Made also where the page came without encryption, which knows no `randomUUID`. */
export const thisTab: string = crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Where this page hears what happens. */
export const liveAt = `/_/live?tab=${thisTab}`;

/** What the server tells, as it comes. */
export interface LiveEvent {
  readonly type: string;
  readonly data: string;
}

const KINDS = ['hello', 'document', 'change', 'inbox', 'comments', 'present', 'error'];

/** A connection on which the server tells what happens; who hears it may come later, and then hears all of it. */
interface Connection {
  readonly path: string;
  hear: (told: LiveEvent) => void;
  readonly waiting: LiveEvent[];
  readonly close: () => void;
}

let early: Connection | null = null;

/** Listens already now: what is asked from here on can't change unheard. */
export function listenEarly(path: string): void {
  early = connected(path);
}

/** Hears what the server tells at this address: what was told since `listenEarly`, too, if nobody has heard it. */
export function listening(path: string, hear: (told: LiveEvent) => void): { readonly close: () => void } {
  const found = early?.path === path ? early : connected(path);
  if (found !== early) early?.close();
  early = null;
  found.hear = hear;
  // Not within the call: whoever hears an error closes what this gives them.
  queueMicrotask(() => {
    for (const told of found.waiting.splice(0)) found.hear(told);
  });
  return found;
}

function connected(path: string): Connection {
  const source = new EventSource(path);
  const waiting: LiveEvent[] = [];
  const made: Connection = {
    path,
    waiting,
    hear: (told) => waiting.push(told),
    close: () => {
      source.close();
      made.hear = () => undefined;
    },
  };
  for (const kind of KINDS)
    source.addEventListener(kind, (event) => made.hear({ type: kind, data: (event as MessageEvent).data }));
  return made;
}
