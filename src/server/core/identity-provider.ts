/** What a provider of sign-in says of somebody, once all that it signed is checked. */
export interface Identity {
  readonly issuer: string;
  /** Who it is with this issuer; never given to anybody else. */
  readonly subject: string;
  /** Only one that the provider says it has verified. */
  readonly email: string | null;
}

/** Somebody on the way to the provider. */
export interface SignInStart {
  /** Where their browser goes. */
  readonly url: string;
  /** Comes back in the address; belongs to this one attempt. */
  readonly state: string;
  /** What `arrive` needs of this attempt, and the browser must not see. */
  readonly verification: string;
}

/** A provider with whom people sign in (OpenID Connect); the shell has it. Both reject where it does not answer. */
export interface Provider {
  /** What people know it by. */
  readonly name: string;
  /** `callback`: the address it sends people back to. */
  readonly startSignIn: (callback: string) => Promise<SignInStart>;
  /** Who came back at this address. Rejects whatever is not signed by the provider, for us, for this very attempt. */
  readonly completeSignIn: (address: URL, departure: Pick<SignInStart, 'state' | 'verification'>) => Promise<Identity>;
}

/**
 * A path of this application, or `/`: whatever would lead elsewhere is not followed. Not our own endpoints either: a
 * path is a page to look at.
 */
export function localPath(text: string, origin: string): string {
  const url = text.startsWith('/') && URL.canParse(text, origin) ? new URL(text, origin) : null;
  if (url === null || url.origin !== origin || url.pathname.startsWith('//') || url.pathname.startsWith('/_/'))
    return '/';
  return `${url.pathname}${url.search}`;
}
