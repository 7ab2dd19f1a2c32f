import { languageHeader, page } from '../platform/page-settings.ts';
import { heardAt } from '../platform/server-clock.ts';

/*
 * Requests sent before the code that needs them has loaded. The first matching request takes the answer, or waits for
 * it. Each answer is taken at most once.
 */

/** A response whose body was read completely. */
export interface Answered {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
  /** Whether our server sent it. A proxy or a login page of a network may answer instead. */
  readonly isOurs: boolean;
}

interface Early {
  readonly document: string | undefined;
  readonly at: number;
  readonly answer: Promise<Answered>;
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

const asked = new Map<string, Early>();

/** In milliseconds. An older answer was requested for a page that is no longer shown. */
const keeps = 10_000;

/** Sends a request early. Resolves to the JSON content, or to null if it was refused or failed. */
export function askEarly(path: string, document?: string): Promise<unknown> {
  const answer = answered(path, document);
  const read = answer
    .then(({ ok, isOurs, text }) => {
      if (ok && isOurs) early.content = JSON.parse(text);
    })
    // The code that takes the answer reports the error.
    .catch(() => undefined)
    .then(() => early.content);
  const early: Early = { document, at: performance.now(), answer, read, content: null };
  asked.set(path, early);
  return read;
}

/** Resolves once every early answer that nobody has taken has been read or has failed. */
export const earlyRead = (): Promise<unknown> => Promise.all([...asked.values()].map(({ read }) => read));

async function answered(path: string, document: string | undefined): Promise<Answered> {
  return wholeOf(await fetch(path, { headers: headersFor(document), mode: isUnderWay(path) ? 'cors' : 'same-origin' }));
}

/**
 * Whether a preload link of the page already requests this path in the right language. Only a request of mode `cors`
 * uses the preloaded response; all other requests use `same-origin`.
 */
function isUnderWay(path: string): boolean {
  const link = globalThis.document?.querySelector<HTMLElement>(`link[as="fetch"][href="${path}"]`);
  return link?.dataset['language'] === `${page.tag} ${page.ours}`;
}

/** Reads a response completely. */
export async function wholeOf(answer: Response): Promise<Answered> {
  const { ok, status, headers } = answer;
  heardAt(headers.get('date'));
  return { ok, status, text: await answer.text(), isOurs: headers.has('ninefold-document') };
}

/**
 * Takes the answer of an early request for the same path and document, which may still be in flight. Null if there is
 * none.
 */
export function takeEarly(path: string, document: string | undefined): Promise<Answered> | null {
  return taken(path, document, () => true)?.answer ?? null;
}

/** Takes the content of an early answer if it has already been read; undefined otherwise. */
export function earlyContent<T>(path: string, document: string): T | undefined {
  return taken(path, document, ({ content }) => content !== null)?.content as T | undefined;
}

function taken(path: string, document: string | undefined, wanted: (early: Early) => boolean): Early | null {
  const early = asked.get(path);
  if (early === undefined || !wanted(early)) return null;
  asked.delete(path);
  return early.document === document && performance.now() - early.at < keeps ? early : null;
}

/** Discards all early answers, because the data changed or another person signed in. */
export const forgetEarly = (): void => asked.clear();
