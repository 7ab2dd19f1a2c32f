import type { View } from '../../engine/view/view.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import { readStorage, writeStorage } from '../platform/browser-storage.ts';
import { request } from './request.ts';
import type { SignInMethods } from './sign-in.ts';

/** The response of `GET /_/app`: everything that the client starts from. */
export interface Application {
  readonly view: View;
  readonly status: DocumentStatus;
  /** In development only: the people one can act as. */
  readonly people?: readonly SwitchPerson[];
  /** How people sign in. Optional in development. */
  readonly signIn?: SignInMethods;
  /**
   * Only for an answer stored on this device, used while the server is unreachable: when the server gave it, in UTC
   * milliseconds.
   */
  readonly asOf?: number;
}

/** The running document, the version read last, and why they differ. Outside development only `running` is set. */
export interface DocumentStatus {
  readonly running: string;
  readonly read?: string;
  readonly diagnostics?: readonly Diagnostic[];
  readonly losses?: readonly DocumentLoss[];
  readonly unread?: { readonly lines: number; readonly comesFirst: boolean };
}

/** Data that a change of the document would lose. */
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

/** Whether the page comes from a development server. Known before any request is made. */
export const isDevelopment = (page: Document = document): boolean => switcherIn(page) !== '';

/** The key that switching persons requires; empty outside development. */
export const switcherIn = (page: Document): string =>
  page.querySelector('meta[name="ninefold-switcher"]')?.getAttribute('content') ?? '';

/** Stands for a person's id: nobody is signed in. */
export const GUEST = '';

const GUEST_CHOSEN = 'ninefold-dev-guest';

/** In development: whether the user of this tab chose to be a guest, so that the choice of a person is not shown. */
export const isGuestChosen = (): boolean => readStorage(GUEST_CHOSEN, 'sessionStorage') !== null;

export const chooseGuest = (isGuest: boolean): void =>
  writeStorage(GUEST_CHOSEN, isGuest ? 'yes' : null, 'sessionStorage');
