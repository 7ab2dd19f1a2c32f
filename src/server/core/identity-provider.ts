/** A person as a sign-in provider describes them, after all signatures were checked. */
export interface Identity {
  readonly issuer: string;
  /** The person's id with this issuer. It is never reassigned. */
  readonly subject: string;
  /** The e-mail address if the provider has verified it; else null. */
  readonly email: string | null;
}

/** A sign-in that was started and continues at the provider. */
export interface SignInStart {
  /** The provider's URL to which the browser is sent. */
  readonly url: string;
  /** Identifies the attempt. The provider returns it in the callback URL. */
  readonly state: string;
  /** Secrets of the attempt that `completeSignIn` needs and the browser must not see. */
  readonly verification: string;
}

/**
 * A sign-in provider (OpenID Connect), implemented by the platform. Both functions reject if the provider does not
 * answer.
 */
export interface Provider {
  /** The name that people see. */
  readonly name: string;
  /** Starts a sign-in. `callback`: the address to which the provider sends people back. */
  readonly startSignIn: (callback: string) => Promise<SignInStart>;
  /**
   * Completes a sign-in with the URL of the callback. Rejects everything that is not signed by the provider, for this
   * application and this attempt.
   */
  readonly completeSignIn: (address: URL, departure: Pick<SignInStart, 'state' | 'verification'>) => Promise<Identity>;
}

/**
 * Returns the path if it is a page of this application, else `/`. Other origins and internal endpoints are not allowed
 * as redirect targets.
 */
export function localPath(text: string, origin: string): string {
  const url = text.startsWith('/') && URL.canParse(text, origin) ? new URL(text, origin) : null;
  if (url === null || url.origin !== origin || url.pathname.startsWith('//') || url.pathname.startsWith('/_/'))
    return '/';
  return `${url.pathname}${url.search}`;
}
