import { MOST_BYTES, type Signals } from '../../store/core/signals.ts';
import type { PagePosition, PresenceEntry } from './presence-registry.ts';

/** Shares presence between the nodes of the same database. */
export interface PresenceChannel {
  /** Publishes the entry of a page of this node; null if the page left. */
  readonly publish: (tag: string, being: PresenceEntry | null) => void;
  /** Sends the position of a page to the node that has its connection. */
  readonly forward: (person: string, tab: string, position: PagePosition | null) => void;
  /** Tells other nodes that this node is alive. */
  readonly heartbeat: () => void;
  /** Forgets the entries of nodes that have been silent since this time. */
  readonly forgetSilentNodes: (since: number) => void;
  readonly close: () => void;
}

interface PresenceChannelOptions {
  readonly signals: Signals;
  readonly clock: () => number;
  /** All pages of this node that are at a record. */
  readonly localEntries: () => Iterable<readonly [tag: string, being: PresenceEntry]>;
  /** Called with each entry that another node publishes or removes. */
  readonly deliver: (tag: string, being: PresenceEntry | null) => void;
  readonly onForwarded: (person: string, tab: string, position: PagePosition | null) => void;
}

type Message =
  | readonly ['is', string, PresenceEntry]
  | readonly ['gone', string]
  | readonly ['pass', string, string, PagePosition | null]
  /** The entries after this message are complete: older ones are void. */
  | readonly ['all']
  /** Asks the node with this id to send all its entries. */
  | readonly ['who', string];

interface Envelope {
  readonly from: string;
  /** Sequence number from 1, by which receivers notice a lost message. */
  readonly turn: number;
  readonly said: readonly Message[];
}

interface RemoteNode {
  turn: number;
  lastHeardAt: number;
  lastRequestedAt: number;
  /** Whether a message of this node was lost and its entries were not sent again yet. */
  hasMissed: boolean;
  readonly tags: Set<string>;
}

const MAX_QUEUED = 2_000;
const REQUEST_INTERVAL = 5_000;

/**
 * Creates the presence channel over the database's signals. Messages are sent one after the other. A receiver notices a
 * lost message by the sequence number and requests all entries again.
 */
export function createPresenceChannel({
  signals,
  clock,
  localEntries,
  deliver,
  onForwarded,
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
    // The queue is full because the database does not accept signals. Dropping it is safe: the skipped sequence number
    // makes receivers request all entries.
    if (queue.length > MAX_QUEUED) {
      queue = [];
      turn += 1;
    }
    start();
  };
  const forget = (remote: RemoteNode) => {
    for (const tag of remote.tags) deliver(tag, null);
    remote.tags.clear();
  };
  const receive = (remote: RemoteNode, said: Message) => {
    if (said[0] === 'all') {
      forget(remote);
      remote.hasMissed = false;
    } else if (said[0] === 'is') {
      remote.tags.add(said[1]);
      deliver(said[1], said[2]);
    } else if (said[0] === 'gone') {
      remote.tags.delete(said[1]);
      deliver(said[1], null);
    } else if (said[0] === 'pass') onForwarded(said[1], said[2], said[3]);
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

/**
 * Returns the first messages that fit into one signal. Empty if the first message alone is too long; the caller then
 * drops that message.
 */
function firstFitting(queue: readonly Message[]): readonly Message[] {
  const encoder = new TextEncoder();
  let bytes = 100;
  const end = queue.findIndex((said) => {
    bytes += encoder.encode(JSON.stringify(said)).length + 1;
    return bytes > MOST_BYTES;
  });
  return end === -1 ? queue : queue.slice(0, end);
}

/** Parses a signal. Returns null if it is malformed: another version of this program may use another format. */
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
