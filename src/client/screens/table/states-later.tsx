import { type ComponentProps, lazy, Suspense } from 'react';
import type * as States from './states.tsx';
import { tableTexts } from './texts.ts';

/*
 * What stands in the place of rows is fetched when there are none. Where it can't be, the sentence alone is there.
 */

const load = () => import('./states.tsx');
const saying = (text: string) => () => ({ default: () => <p>{text}</p> });

const First = lazy<typeof States.FirstUse>(() =>
  load().then((each) => ({ default: each.FirstUse }), saying(tableTexts.nothingYet)),
);
const Nothing = lazy<typeof States.NothingFound>(() =>
  load().then((each) => ({ default: each.NothingFound }), saying(tableTexts.nothingFound)),
);
const Unsaid = lazy<typeof States.NotSpecified>(() =>
  load().then((each) => ({ default: each.NotSpecified }), saying(tableTexts.notSpecified)),
);

export const FirstUse = (props: ComponentProps<typeof First>) => (
  <Suspense fallback={null}>
    <First {...props} />
  </Suspense>
);

export const NothingFound = (props: ComponentProps<typeof Nothing>) => (
  <Suspense fallback={null}>
    <Nothing {...props} />
  </Suspense>
);

export const NotSpecified = (props: ComponentProps<typeof Unsaid>) => (
  <Suspense fallback={null}>
    <Unsaid {...props} />
  </Suspense>
);
