import { ProblemNote } from '../../components/problem-note.tsx';
import { lazyWithoutFallback } from '../../components-base/lazy-preloaded.ts';
import { messages } from '../../languages/messages.ts';

/*
 * What stands in the place of rows is fetched when there are none. Where it can't be, the sentence alone is there.
 */

const load = () => import('./states.tsx');

export const FirstUse = lazyWithoutFallback(load, 'FirstUse', () => <p>{messages.list.nothingYet}</p>);

export const NothingFound = lazyWithoutFallback(load, 'NothingFound', () => <p>{messages.list.nothingFound}</p>);

export const Refused = lazyWithoutFallback(load, 'Refused', ProblemNote);

export const NotSpecified = lazyWithoutFallback(load, 'NotSpecified', () => <p>{messages.list.notSpecified}</p>);
