import { restoreCan } from '../../engine/core/restore-can.ts';
import { languageHeader, page } from '../platform/page-settings.ts';
import { noteServerTime } from '../platform/server-clock.ts';

/*
 * Requests sent before the code that needs them has loaded. The first matching request takes the answer, or waits for
 * it. Each answer is taken at most once.
 */

/** A response whose body was read completely. */
export interface ReadResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
  /** Whether our server sent it. A proxy or a login page of a network may answer instead. */
  readonly isOurs: boolean;
}

interface EarlyAnswer {
  readonly document: string | undefined;
  readonly at: number;
  readonly answer: Promise<ReadResponse>;
  readonly read: Promise<unknown>;
  /** Null until the answer was read. */
  content: unknown;
}

/** Headers of every request. `document`: the hash of the document that the page was rendered from. */
export const headersFor = (document: string | undefined): Readonly<Record<string, string>> => ({
  // The screens need complete records, whatever shape the document gives the responses of its calls.
  accept: 'application/vnd.ninefold.record+json, application/json',
  ...languageHeader,
  ...(document === undefined ? {} : { 'ninefold-document': document }),
});

const earlyAnswers = new Map<string, EarlyAnswer>();

/** In milliseconds. An older answer was requested for a page that is no longer shown. */
const MAX_AGE_MS = 10_000;

/** Sends a request early. Resolves to the JSON content, or to null if it was refused or failed. */
export function requestEarly(path: string, document?: string): Promise<unknown> {
  const answer = fetchEarly(path, document);
  const read = answer
    .then(({ ok, isOurs, text }) => {
      if (ok && isOurs) early.content = parseAnswer(text);
    })
    // The code that takes the answer reports the error.
    .catch(() => undefined)
    .then(() => early.content);
  const early: EarlyAnswer = { document, at: performance.now(), answer, read, content: null };
  earlyAnswers.set(path, early);
  return read;
}

/** Resolves once every early answer that nobody has taken has been read or has failed. */
export const earlyAnswersSettled = (): Promise<unknown> =>
  Promise.all([...earlyAnswers.values()].map(({ read }) => read));

async function fetchEarly(path: string, document: string | undefined): Promise<ReadResponse> {
  return readResponse(
    await fetch(path, { headers: headersFor(document), mode: isPreloaded(path) ? 'cors' : 'same-origin' }),
  );
}

/**
 * Whether a preload link of the page already requests this path in the right language. Only a request of mode `cors`
 * uses the preloaded response; all other requests use `same-origin`.
 */
function isPreloaded(path: string): boolean {
  const link = globalThis.document?.querySelector<HTMLElement>(`link[as="fetch"][href="${path}"]`);
  return link?.dataset['language'] === `${page.tag} ${page.ours}`;
}

/** Reads a response completely. */
export async function readResponse(answer: Response): Promise<ReadResponse> {
  const { ok, status, headers } = answer;
  noteServerTime(headers.get('date'));
  return { ok, status, text: await answer.text(), isOurs: headers.has('ninefold-document') };
}

/** Parses the JSON of a response. */
export const parseAnswer = (text: string): unknown => restoreCan(JSON.parse(text));

/**
 * Takes the answer of an early request for the same path and document, which may still be in flight. Null if there is
 * none.
 */
export function takeEarlyAnswer(path: string, document: string | undefined): Promise<ReadResponse> | null {
  return takeMatching(path, document, () => true)?.answer ?? null;
}

/** Takes the content of an early answer if it has already been read; undefined otherwise. */
export function takeEarlyContent<T>(path: string, document: string): T | undefined {
  return takeMatching(path, document, ({ content }) => content !== null)?.content as T | undefined;
}

function takeMatching(
  path: string,
  document: string | undefined,
  accepts: (early: EarlyAnswer) => boolean,
): EarlyAnswer | null {
  const early = earlyAnswers.get(path);
  if (early === undefined || !accepts(early)) return null;
  earlyAnswers.delete(path);
  return early.document === document && performance.now() - early.at < MAX_AGE_MS ? early : null;
}

/** Discards all early answers, because the data changed or another person signed in. */
export const discardEarlyAnswers = (): void => earlyAnswers.clear();
