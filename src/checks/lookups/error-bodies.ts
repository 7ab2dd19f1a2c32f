import type { Formula } from '../../model/types/formula.ts';
import type { Model } from '../../model/types/model.ts';

/** The body of an error as the document states it, and the element that states it. */
export interface StatedBody {
  readonly body: Formula;
  readonly element: string;
}

/** Returns the bodies of errors that point 8, its entries and the calls state. */
export function errorBodiesOf({ errorAnswers, errors, calls }: Model): StatedBody[] {
  const bodies: readonly (readonly [body: Formula | null, element: string])[] = [
    [errorAnswers.body, 'point/8'],
    ...errors.map(({ body, id }) => [body, id] as const),
    ...calls.map(({ options, id }) => [options.errorBody, id] as const),
  ];
  return bodies.flatMap(([body, element]) => (body === null ? [] : { body, element }));
}
