import type { Model } from '../../model/types/model.ts';
import { mapTexts, spellingsOf } from '../../model/types/translated-texts.ts';
import type { PartContext } from '../runner/check.ts';

/** A text that people read, by every spelling that a translation may have of it. */
export interface TranslatableText {
  readonly spellings: readonly string[];
  /** Whether a translation of the document should have it: not where we assume it, or only explain. */
  readonly wanted: boolean;
}

/** What one part of the document says to people. */
export function textsIn({ model }: PartContext): readonly TranslatableText[] {
  const { constants, calls, product: _, ...rest } = model;
  const found = textsOf({ ...rest, name: '', intro: '' }, true);
  return [...found, ...textsOf({ constants, calls }, false)];
}

/** What the document says of itself: its name, its introduction, and point 1. */
export function textsOfProduct({ name, intro, product, format }: Model): readonly TranslatableText[] {
  const audience = product.audience.map((each): TranslatableText => ({ spellings: [each], wanted: true }));
  return [...textsOf({ name, intro, product, format }, true), ...audience];
}

function textsOf(part: unknown, wanted: boolean): TranslatableText[] {
  const found: TranslatableText[] = [];
  mapTexts(part, (text, key, owner) => {
    // What a field says that is required only at times is put together by us.
    const isOurs = owner['standing'] === 'assumed' || (key === 'message' && owner['point'] === 3);
    found.push({ spellings: spellingsOf(text, key, owner), wanted: wanted && !isOurs });
    return text;
  });
  return found;
}
