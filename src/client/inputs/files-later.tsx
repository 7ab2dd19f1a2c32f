import { type ComponentType, lazy, Suspense } from 'react';
import type { ControlProps } from './control.ts';
import { inputTexts } from './texts.ts';

/*
 * Inputs of files are fetched with the first form that has one. Where they can't be, the form says so and keeps what
 * stands there.
 */

type Loaded = { readonly default: ComponentType<ControlProps> };

const missing = (): Loaded => ({ default: () => <p className="field-help">{inputTexts.file.partMissing}</p> });

const One = lazy(() => import('./file.tsx').then((each): Loaded => ({ default: each.FileInput }), missing));
const Several = lazy(() => import('./files.tsx').then((each): Loaded => ({ default: each.FilesInput }), missing));

/** A file. */
export const FileInput = (props: ControlProps) => (
  <Suspense fallback={null}>
    <One {...props} />
  </Suspense>
);

/** Several files. */
export const FilesInput = (props: ControlProps) => (
  <Suspense fallback={null}>
    <Several {...props} />
  </Suspense>
);
