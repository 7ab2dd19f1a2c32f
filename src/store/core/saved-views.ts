/** A list that a person saved under a name: the query and its presentation, never rows. */
export interface SavedView {
  readonly id: string;
  /** Id of the screen. */
  readonly screen: string;
  /** Person who created the view. */
  readonly person: string;
  /** Role with which the view is shared; null if only its creator sees it. */
  readonly role: string | null;
  readonly name: string;
  /** JSON. The store does not interpret it. */
  readonly state: string;
  /** UTC milliseconds. */
  readonly made: number;
  readonly changed: number;
}

/** The changeable parts of a saved view. */
export type SavedViewChange = Pick<SavedView, 'name' | 'role' | 'state' | 'changed'>;

/**
 * Saved views, in separate tables beside the records. Each method is one atomic step. Methods check no permissions: the
 * caller names the person.
 */
export interface SavedViews {
  add(view: SavedView): Promise<void>;
  find(id: string): Promise<SavedView | null>;
  /** Returns the person's private views and all shared views, in order of creation. */
  ofScreen(screen: string, person: string): Promise<readonly SavedView[]>;
  /** Returns the number of private views of a person, on all screens. */
  count(person: string): Promise<number>;
  /** Returns false if the view no longer exists. */
  change(id: string, change: SavedViewChange): Promise<boolean>;
  /** Also removes it as the opening view of any list. Returns false if there was no such view. */
  remove(id: string): Promise<boolean>;
  /** Returns the id of the view with which a list opens for a person; null for the list as the document states it. */
  opening(screen: string, person: string): Promise<string | null>;
  setOpening(screen: string, person: string, view: string | null): Promise<void>;
}
