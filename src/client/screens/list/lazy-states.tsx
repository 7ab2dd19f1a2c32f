import { ProblemNote } from '../../components/problem-note.tsx';
import { preload } from '../../components-base/lazy-preloaded.ts';
import { tableTexts } from '../../texts/list-texts.ts';

/*
 * What stands in the place of rows is fetched when there are none. Where it can't be, the sentence alone is there.
 */

const load = () => import('./states.tsx');

export const FirstUse = preload(load, 'FirstUse', () => <p>{tableTexts.nothingYet}</p>);

export const NothingFound = preload(load, 'NothingFound', () => <p>{tableTexts.nothingFound}</p>);

export const Refused = preload(load, 'Refused', ProblemNote);

export const NotSpecified = preload(load, 'NotSpecified', () => <p>{tableTexts.notSpecified}</p>);
