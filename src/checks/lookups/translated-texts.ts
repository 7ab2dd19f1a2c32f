import type { Model } from '../../model/types/model.ts';
import { mapTexts, spellingsOf } from '../../model/types/translated-texts.ts';
import type { CheckContext } from '../runner/check.ts';

/** A text that people read, with every spelling by which a translation may refer to it. */
export interface TranslatableText {
  readonly spellings: readonly string[];
  /**
   * Whether a translation of the document should contain the text. False for texts that we assume or that only explain.
   */
  readonly wanted: boolean;
}

/** Returns the texts of a part of the document that people read. */
export function textsIn({ model }: CheckContext): readonly TranslatableText[] {
  const { constants, calls, product: _, ...rest } = model;
  const found = textsOf({ ...rest, name: '', intro: '' }, true);
  return [...found, ...textsOf({ constants, calls }, false)];
}

/** Returns the texts about the document itself: its name, its introduction, and point 1. */
export function textsOfProduct({ name, intro, product, format }: Model): readonly TranslatableText[] {
  const audience = product.audience.map((each): TranslatableText => ({ spellings: [each], wanted: true }));
  return [...textsOf({ name, intro, product, format }, true), ...audience];
}

function textsOf(part: unknown, wanted: boolean): TranslatableText[] {
  const found: TranslatableText[] = [];
  mapTexts(part, (text, key, owner) => {
    // The message of a conditionally required field is generated.
    const isGenerated = owner['standing'] === 'assumed' || (key === 'message' && owner['point'] === 3);
    found.push({ spellings: spellingsOf(text, key, owner), wanted: wanted && !isGenerated });
    return text;
  });
  return found;
}
