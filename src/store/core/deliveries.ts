/** Something that is to leave: a call to the outside, over a record as it was when the event was raised. */
export interface Delivery {
  readonly id: string;
  readonly entity: string;
  readonly record: string;
  /** The id of the call in the document. */
  readonly call: string;
  readonly event: string;
  /** JSON; null: it has none. */
  readonly body: string | null;
  /** The same with each attempt, so that whoever receives it twice can tell. */
  readonly key: string;
  /** Whoever raised the event; null: the product. */
  readonly person: string | null;
  /** This one included. */
  readonly attempts: number;
}

/** What came of an attempt. */
export type Settlement =
  | { readonly state: 'sent' }
  | { readonly state: 'waiting'; readonly due: number; readonly problem: string }
  | { readonly state: 'dead'; readonly problem: string };

/** The outbox as whoever delivers it sees it: at least once, in order for each record and call. */
export interface Deliveries {
  /**
   * Takes what is due of these calls, so that nobody else has it until `now + leaseMs`. One that is taken and never
   * settled, since the process died, is due again then.
   */
  take(calls: readonly string[], now: number, leaseMs: number, limit: number): Promise<readonly Delivery[]>;
  /** Takes one that was not sent yet, whether it is due or not, like `take`. Null if there is none or somebody else has it. */
  takeNow(id: string, now: number, leaseMs: number): Promise<Delivery | null>;
  settle(id: string, settlement: Settlement): Promise<void>;
  /** Gives one that was given up another try. False: there is none such. */
  retry(id: string, now: number): Promise<boolean>;
  /** How many there are in each state. */
  counts(): Promise<{ readonly waiting: number; readonly dead: number }>;
}
