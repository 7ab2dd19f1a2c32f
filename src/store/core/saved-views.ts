/** A list as somebody kept it under a name: what they ask of it and how it is drawn, never rows. */
export interface SavedView {
  readonly id: string;
  /** The id of the screen. */
  readonly screen: string;
  /** Whoever made it. */
  readonly person: string;
  /** Whom it is shared with; null: it is for whoever made it alone. */
  readonly role: string | null;
  readonly name: string;
  /** JSON. What it means is no matter of the store. */
  readonly state: string;
  /** UTC milliseconds. */
  readonly made: number;
  readonly changed: number;
}

/** What may be changed of one. */
export type SavedViewChange = Pick<SavedView, 'name' | 'role' | 'state' | 'changed'>;

/**
 * Lists kept under a name, in tables of their own beside the records. Each method is one atomic step. Nobody's right is
 * looked at here: whoever asks names the person whose views these are.
 */
export interface SavedViews {
  add(view: SavedView): Promise<void>;
  find(id: string): Promise<SavedView | null>;
  /** Those of a person alone, and all that are shared, in the order in which they were made. */
  ofScreen(screen: string, person: string): Promise<readonly SavedView[]>;
  /** How many a person keeps for themselves, of all screens. */
  count(person: string): Promise<number>;
  /** False: there is none such any more. */
  change(id: string, change: SavedViewChange): Promise<boolean>;
  /** Nothing opens with it any more. False: there was none. */
  remove(id: string): Promise<boolean>;
  /** What a list opens with for a person, by its id; null: as the document states it. */
  opening(screen: string, person: string): Promise<string | null>;
  setOpening(screen: string, person: string, view: string | null): Promise<void>;
}
