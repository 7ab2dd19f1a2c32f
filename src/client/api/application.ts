import type { View } from '../../engine/view/view.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import { store, stored } from '../platform/browser-storage.ts';
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
  /** Only where the server could not be asked: when it gave what this device kept of it, in UTC milliseconds. */
  readonly asOf?: number;
}

/** What runs, what was read last, and why they differ. Outside development only `running` is given. */
export interface DocumentStatus {
  readonly running: string;
  readonly read?: string;
  readonly diagnostics?: readonly Diagnostic[];
  readonly losses?: readonly DocumentLoss[];
  readonly unread?: { readonly lines: number; readonly comesFirst: boolean };
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

/** Whether this page comes from a server in development: known before anything was asked of it. */
export const isDevelopment = (page: Document = document): boolean => switcherIn(page) !== '';

/** The key of the switcher of persons; empty outside development. */
export const switcherIn = (page: Document): string =>
  page.querySelector('meta[name="ninefold-switcher"]')?.getAttribute('content') ?? '';

/** In place of the id of a person: nobody, as the application looks to somebody who has not signed in. */
export const GUEST = '';

const GUEST_CHOSEN = 'ninefold-dev-guest';

/** In development: whether the user of this tab wants to be a guest, and so is not asked who they are. */
export const isGuestChosen = (): boolean => stored(GUEST_CHOSEN, 'sessionStorage') !== null;

export const chooseGuest = (isGuest: boolean): void => store(GUEST_CHOSEN, isGuest ? 'yes' : null, 'sessionStorage');
