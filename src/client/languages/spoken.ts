import type { Ours } from '../../model/types/translation.ts';
import type { Catalogue } from './catalogue.ts';
import { page } from './page.ts';

/** The shape of texts in any language: what English says, with the same values, in other words. */
export type Worded<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]: Worded<T[K]> };

/**
 * What we say in the language of this page; null: English, which every part holds itself. It is there before anything
 * that speaks is: whoever imports a text waits for it. A language that can't be loaded is English.
 */
export const spoken: Catalogue | null = await spokenHere();

async function spokenHere(): Promise<Catalogue | null> {
  try {
    return await load(page.ours);
  } catch {
    return null;
  }
}

/** Each language but English is a chunk of its own, and imports nothing that could wait for this. */
async function load(language: Ours): Promise<Catalogue | null> {
  switch (language) {
    case 'de':
      return (await import('./de/index.ts')).german;
    case 'ar':
      return (await import('./ar/index.ts')).arabic;
    case 'en':
      return null;
  }
}
