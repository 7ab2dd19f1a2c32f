/** What a program may use of Ninefold: reading a document, and the Model that comes of it. */
export type { Model } from './model/model.ts';
