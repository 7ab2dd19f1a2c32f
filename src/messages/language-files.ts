// Written by `npm run index` from what this folder holds.
import en from './en.json' with { type: 'json' };
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };

/** All languages, for the server. A page loads its own only. */
export const LANGUAGE_FILES = { en, ar, de };
