import { languageHeader, page } from '../platform/page-settings.ts';
import { heardAt } from '../platform/server-clock.ts';

/*
 * What is asked before the program that asks for it is there: its first question then finds the answer, or one that is
 * under way. An answer is found once.
 */

/** What a server answered, read to its end. */
export interface Answered {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
  /** Whether it is our server's: what stands between may answer in its place. */
  readonly isOurs: boolean;
}

interface Early {
  readonly document: string | undefined;
  readonly at: number;
  readonly answer: Promise<Answered>;
  readonly read: Promise<unknown>;
  /** Once it is there. */
  content: unknown;
}

/** What every question says of itself. `document`: the hash of the document that the page was drawn from. */
export const headersFor = (document: string | undefined): Readonly<Record<string, string>> => ({
  // Whatever shape a call of the document states, the screens hold records whole.
  accept: 'application/vnd.ninefold.record+json, application/json',
  ...languageHeader,
  ...(document === undefined ? {} : { 'ninefold-document': document }),
});

const asked = new Map<string, Early>();

/** In milliseconds. What nobody found by then was asked for a page that is not shown any more. */
const keeps = 10_000;

/** Asks already now; gives the content, `null` where it was refused or did not come. */
export function askEarly(path: string, document?: string): Promise<unknown> {
  const answer = answered(path, document);
  const read = answer
    .then(({ ok, isOurs, text }) => {
      if (ok && isOurs) early.content = JSON.parse(text);
    })
    // Whoever asks for it is told why.
    .catch(() => undefined)
    .then(() => early.content);
  const early: Early = { document, at: performance.now(), answer, read, content: null };
  asked.set(path, early);
  return read;
}

/** Until all that was asked early, and nobody has found yet, is there or did not come. */
export const earlyRead = (): Promise<unknown> => Promise.all([...asked.values()].map(({ read }) => read));

async function answered(path: string, document: string | undefined): Promise<Answered> {
  return wholeOf(await fetch(path, { headers: headersFor(document), mode: isUnderWay(path) ? 'cors' : 'same-origin' }));
}

/**
 * Whether the page had the browser ask for it, in the language that it is wanted in. What was asked so is found by a question
 * of mode `cors` alone, whatever else it says, and by the first such one at any time: all others are of mode `same-origin`.
 */
function isUnderWay(path: string): boolean {
  const link = globalThis.document?.querySelector<HTMLElement>(`link[as="fetch"][href="${path}"]`);
  return link?.dataset['language'] === `${page.tag} ${page.ours}`;
}

/** An answer, read to its end. */
export async function wholeOf(answer: Response): Promise<Answered> {
  const { ok, status, headers } = answer;
  heardAt(headers.get('date'));
  return { ok, status, text: await answer.text(), isOurs: headers.has('ninefold-document') };
}

/** The answer to what was asked early in the same words, there or under way; null where it was not. */
export function takeEarly(path: string, document: string | undefined): Promise<Answered> | null {
  return taken(path, document, () => true)?.answer ?? null;
}

/** The content of the same, where it is there already. */
export function earlyContent<T>(path: string, document: string): T | undefined {
  return taken(path, document, ({ content }) => content !== null)?.content as T | undefined;
}

function taken(path: string, document: string | undefined, wanted: (early: Early) => boolean): Early | null {
  const early = asked.get(path);
  if (early === undefined || !wanted(early)) return null;
  asked.delete(path);
  return early.document === document && performance.now() - early.at < keeps ? early : null;
}

/** It may be otherwise by now, or somebody else asks. */
export const forgetEarly = (): void => asked.clear();
