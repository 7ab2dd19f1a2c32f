import { ProblemNote } from '../../components/problem-note.tsx';
import { lazyWithoutFallback } from '../../components-base/lazy-preloaded.ts';
import { messages } from '../../languages/messages.ts';

/*
 * The components shown instead of rows, loaded on demand. If they can't be loaded, plain text is shown.
 */

const load = () => import('./states.tsx');

export const FirstUse = lazyWithoutFallback(load, 'FirstUse', () => <p>{messages.list.nothingYet}</p>);

export const NothingFound = lazyWithoutFallback(load, 'NothingFound', () => <p>{messages.list.nothingFound}</p>);

export const Refused = lazyWithoutFallback(load, 'Refused', ProblemNote);

export const NotSpecified = lazyWithoutFallback(load, 'NotSpecified', () => <p>{messages.list.notSpecified}</p>);
