import { builtInLanguageOf } from '../../model/types/translation.ts';
import { languageOfPage, type PageLanguage } from './page-language.ts';

/** The language of this page. It changes only when the page is reloaded. */
export const page: PageLanguage = languageOfPage();

/** The header that tells the server in which language to answer. */
export const languageHeader: Readonly<Record<string, string>> =
  typeof document === 'undefined'
    ? {}
    : { 'ninefold-language': builtInLanguageOf(page.tag) === page.ours ? page.tag : `${page.tag}, ${page.ours}` };
