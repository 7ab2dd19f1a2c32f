import type { View } from '../../engine/view.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { request } from './request.ts';
import type { SignInWays } from './sign-in.ts';

/** What `GET /_/app` answers: all that the client starts from. */
export interface Application {
  readonly view: View;
  readonly status: DocumentStatus;
  /** In development only: whom one can act as. */
  readonly people?: readonly SwitchPerson[];
  /** How people sign in. In development they need not. */
  readonly signIn?: SignInWays;
}

/** What runs, what was read last, and why they differ. Outside development only `running` is given. */
export interface DocumentStatus {
  readonly running: string;
  readonly read?: string;
  readonly diagnostics?: readonly Diagnostic[];
  readonly losses?: readonly DocumentLoss[];
  readonly incomplete?: readonly { readonly field: string; readonly count: number }[];
}

/** What a change of the document would lose. */
export interface DocumentLoss {
  readonly element: string;
  readonly message: string;
  readonly count: number;
  readonly examples: readonly string[];
  readonly next: string;
}

export interface SwitchPerson {
  readonly id: string;
  readonly title: string;
  readonly roles: readonly string[];
}

export const fetchApplication = (): Promise<Application> => request<Application>('GET', '/_/app');

/** Acts as somebody, in development. A server that was started anew has a new key: it is fetched once more. */
export async function actAs(person: string, page: Document = document): Promise<void> {
  const post = (switcher: string) =>
    request('POST', '/_/session', { body: { person }, headers: { 'ninefold-switcher': switcher } });
  const held = switcherIn(page);
  await post(held).catch(async (error: unknown) => {
    const fresh = await freshSwitcher();
    if (fresh === held) throw error;
    await post(fresh);
  });
}

async function freshSwitcher(): Promise<string> {
  const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' });
  return switcherIn(new DOMParser().parseFromString(await answer.text(), 'text/html'));
}

/** Whether this page comes from a server in development: known before anything was asked of it. */
export const isDevelopment = (page: Document = document): boolean => switcherIn(page) !== '';

const switcherIn = (page: Document): string =>
  page.querySelector('meta[name="ninefold-switcher"]')?.getAttribute('content') ?? '';
