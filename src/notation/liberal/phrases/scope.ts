import type { Lexicon } from '../lexicon.ts';

/** What the words of a phrase may name: the fields of an entity, and everything that the document states. */
export interface PhraseScope {
  /** The entity whose record the phrase is about; null where it is about none. */
  readonly entity: string | null;
  readonly lexicon: Lexicon;
}
