import { standardAnswer } from '../http/answer.ts';
import type { RequestContext } from '../runtime/request-context.ts';

/** Thrown if one response would list too many records. */
export class TooManyRecords extends Error {
  readonly entity: string;
  readonly most: number;

  constructor(entity: string, most: number) {
    super(`A response lists more than ${most} records of ${entity}.`);
    this.entity = entity;
    this.most = most;
  }
}

/** Answers with a refusal if the response would list too many records. */
export async function withinBounds(context: RequestContext, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof TooManyRecords)) throw error;
    return tooManyRecords(context, error.entity, error.most);
  }
}

/** Answers that more records than this would have to be listed or changed. */
export function tooManyRecords(context: RequestContext, entity: string, most: number): Response {
  const { entities } = context.version.compiled;
  return standardAnswer(context, 'TOO_MANY_RECORDS', {
    entity: entities.get(entity)?.entity.label ?? entity,
    count: most,
  });
}
