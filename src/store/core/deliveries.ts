/** An outgoing call, with the record as it was when the event was raised. */
export interface Delivery {
  readonly id: string;
  readonly entity: string;
  readonly record: string;
  /** Id of the call in the document. */
  readonly call: string;
  readonly event: string;
  /** JSON; null if the call has no body. */
  readonly body: string | null;
  /** Idempotency key, the same for each attempt, so that the receiver can detect duplicates. */
  readonly key: string;
  /** Person who raised the event; null for the product. */
  readonly person: string | null;
  /** Number of attempts, including this one. */
  readonly attempts: number;
}

/** Result of an attempt. */
export type Settlement =
  | { readonly state: 'sent' }
  | { readonly state: 'waiting'; readonly due: number; readonly problem: string }
  | { readonly state: 'dead'; readonly problem: string };

/** The outbox as its senders use it: delivery is at least once, and in order for each record and call. */
export interface Deliveries {
  /**
   * Leases due deliveries of these calls until `now + leaseMs`; nobody else can take them until then. A delivery that
   * is never settled, because its process died, becomes due again when the lease ends.
   */
  take(calls: readonly string[], now: number, leaseMs: number, limit: number): Promise<readonly Delivery[]>;
  /**
   * Like `take`, for one unsent delivery, due or not. Returns null if there is none or if somebody else has a lease on
   * it.
   */
  takeNow(id: string, now: number, leaseMs: number): Promise<Delivery | null>;
  settle(id: string, settlement: Settlement): Promise<void>;
  /** Retries a delivery that was given up. Returns false if there is no such delivery. */
  retry(id: string, now: number): Promise<boolean>;
  /** Number of deliveries in each state. */
  counts(): Promise<{ readonly waiting: number; readonly dead: number }>;
}
