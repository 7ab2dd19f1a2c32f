import { MOST_BYTES, type Signals } from '../../store/core/signals.ts';
import type { PagePosition, PresenceEntry } from './presence-registry.ts';

/** What nodes over the same data say to one another about who is where. */
export interface PresenceChannel {
  /** Where a page of this node is now. */
  readonly publish: (tag: string, being: PresenceEntry | null) => void;
  /** To whichever node has this page: where it is now. */
  readonly forward: (person: string, tab: string, position: PagePosition | null) => void;
  /** That this node is there still. */
  readonly heartbeat: () => void;
  /** Forgets what nodes said that are silent since. */
  readonly forgetSilentNodes: (since: number) => void;
  readonly close: () => void;
}

interface PresenceChannelOptions {
  readonly signals: Signals;
  readonly clock: () => number;
  /** All pages of this node that are at a record. */
  readonly localEntries: () => Iterable<readonly [tag: string, being: PresenceEntry]>;
  /** A page of another node. */
  readonly put: (tag: string, being: PresenceEntry | null) => void;
  readonly forwarded: (person: string, tab: string, position: PagePosition | null) => void;
}

type Message =
  | readonly ['is', string, PresenceEntry]
  | readonly ['gone', string]
  | readonly ['pass', string, string, PagePosition | null]
  /** What follows is all there is. */
  | readonly ['all']
  /** This node is asked for all it has. */
  | readonly ['who', string];

interface Envelope {
  readonly from: string;
  /** Counted from 1, so that whoever missed one knows. */
  readonly turn: number;
  readonly said: readonly Message[];
}

interface RemoteNode {
  turn: number;
  lastHeardAt: number;
  lastRequestedAt: number;
  /** Something that it said was missed, and it was not said anew yet. */
  hasMissed: boolean;
  readonly tags: Set<string>;
}

const MAX_QUEUED = 2_000;
const REQUEST_INTERVAL = 5_000;

/** Letters leave one after the other. What gets lost is noticed by its turn, and asked for anew. */
export function createPresenceChannel({
  signals,
  clock,
  localEntries,
  put,
  forwarded,
}: PresenceChannelOptions): PresenceChannel {
  const node = crypto.randomUUID();
  const remoteNodes = new Map<string, RemoteNode>();
  let queue: Message[] = [];
  let turn = 0;
  let heartbeatIsDue = false;
  let isSending = false;
  let isClosed = false;

  const send = async (): Promise<void> => {
    while ((queue.length > 0 || heartbeatIsDue) && !isClosed) {
      heartbeatIsDue = false;
      const said = firstFitting(queue);
      queue = queue.slice(Math.max(said.length, queue.length > 0 ? 1 : 0));
      turn += 1;
      await signals.send(JSON.stringify({ from: node, turn, said } satisfies Envelope));
    }
    isSending = false;
  };
  const start = () => {
    if (isSending || isClosed) return;
    isSending = true;
    void send();
  };
  const enqueue = (...said: readonly Message[]) => {
    queue.push(...said);
    // Nobody takes them: whoever listens again asks for all.
    if (queue.length > MAX_QUEUED) {
      queue = [];
      turn += 1;
    }
    start();
  };
  const forget = (remote: RemoteNode) => {
    for (const tag of remote.tags) put(tag, null);
    remote.tags.clear();
  };
  const receive = (remote: RemoteNode, said: Message) => {
    if (said[0] === 'all') {
      forget(remote);
      remote.hasMissed = false;
    } else if (said[0] === 'is') {
      remote.tags.add(said[1]);
      put(said[1], said[2]);
    } else if (said[0] === 'gone') {
      remote.tags.delete(said[1]);
      put(said[1], null);
    } else if (said[0] === 'pass') forwarded(said[1], said[2], said[3]);
    else if (said[0] === 'who' && said[1] === node)
      enqueue(['all'], ...[...localEntries()].map(([tag, entry]) => ['is', tag, entry] as const));
  };
  const unsubscribe = signals.subscribe((text) => {
    const envelope = parseEnvelope(text);
    if (isClosed || envelope === null || envelope.from === node) return;
    const known = remoteNodes.get(envelope.from);
    const remote = known ?? {
      turn: 0,
      lastHeardAt: 0,
      lastRequestedAt: Number.NEGATIVE_INFINITY,
      hasMissed: false,
      tags: new Set(),
    };
    remoteNodes.set(envelope.from, remote);
    remote.lastHeardAt = clock();
    if (envelope.turn <= remote.turn) return;
    if (envelope.turn !== remote.turn + 1) {
      remote.hasMissed = true;
      forget(remote);
    }
    remote.turn = envelope.turn;
    for (const each of envelope.said) receive(remote, each);
    if (!remote.hasMissed || clock() - remote.lastRequestedAt < REQUEST_INTERVAL) return;
    remote.lastRequestedAt = clock();
    enqueue(['who', envelope.from]);
  });

  return {
    publish: (tag, being) => enqueue(being === null ? ['gone', tag] : ['is', tag, being]),
    forward: (person, tab, position) => enqueue(['pass', person, tab, position]),
    heartbeat: () => {
      heartbeatIsDue = true;
      start();
    },
    forgetSilentNodes: (since) => {
      for (const [from, remote] of remoteNodes) {
        if (remote.lastHeardAt >= since) continue;
        forget(remote);
        remoteNodes.delete(from);
      }
    },
    close: () => {
      isClosed = true;
      unsubscribe();
    },
  };
}

/** As much as fits into one letter. What alone is too long is left out by the caller, so that the rest goes on. */
function firstFitting(queue: readonly Message[]): readonly Message[] {
  const encoder = new TextEncoder();
  let bytes = 100;
  const end = queue.findIndex((said) => {
    bytes += encoder.encode(JSON.stringify(said)).length + 1;
    return bytes > MOST_BYTES;
  });
  return end === -1 ? queue : queue.slice(0, end);
}

/** Null where it is none of ours: another version of this program may say other things. */
function parseEnvelope(text: string): Envelope | null {
  try {
    const envelope = JSON.parse(text) as Partial<Envelope> | null;
    const isOurs =
      typeof envelope?.from === 'string' && typeof envelope.turn === 'number' && Array.isArray(envelope.said);
    return isOurs ? (envelope as Envelope) : null;
  } catch {
    return null;
  }
}
