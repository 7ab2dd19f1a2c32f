import { standardAnswer } from '../http/answer.ts';
import type { RequestContext } from '../runtime/request-context.ts';

/** Thrown if one response would list too many records. */
export class TooManyRecords extends Error {
  readonly entity: string;

  constructor(entity: string) {
    super(`A response lists too many records of ${entity}.`);
    this.entity = entity;
  }
}

/** Answers with a refusal if the response would list too many records. */
export async function withinBounds(context: RequestContext, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof TooManyRecords)) throw error;
    return standardAnswer(context, 'TOO_MANY_RECORDS', { entity: error.entity });
  }
}
