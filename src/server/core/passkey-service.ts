/** The site for which passkeys are valid: they work on this host only. */
export interface PasskeySite {
  /** The origin, such as `https://claims.example.org`. */
  readonly origin: string;
  readonly host: string;
  /** The name that the browser displays. */
  readonly name: string;
}

/** The stored part of a passkey. It can't be used to sign in. */
export interface Passkey {
  /** The credential id in base64url. */
  readonly id: string;
  /** The public key in base64url. */
  readonly publicKey: string;
  /** The signature counter; 0 if the passkey has none. */
  readonly counter: number;
  readonly transports: readonly string[];
}

/** WebAuthn options for the browser. */
export interface PasskeyOptions {
  /** Random bytes in base64url. The browser's answer must contain them. */
  readonly challenge: string;
}

/**
 * Creates WebAuthn options and verifies answers; implemented by the platform. Verification returns null if an answer is
 * invalid for any reason.
 */
export interface Passkeys {
  readonly registrationOptions: (
    site: PasskeySite,
    person: { readonly id: string; readonly name: string; readonly title: string },
    known: readonly Passkey[],
  ) => Promise<PasskeyOptions>;
  readonly verifyRegistration: (site: PasskeySite, answer: unknown, challenge: string) => Promise<Passkey | null>;
  readonly authenticationOptions: (site: PasskeySite) => Promise<PasskeyOptions>;
  /** Returns the new signature counter. */
  readonly verifyAuthentication: (
    site: PasskeySite,
    answer: unknown,
    challenge: string,
    passkey: Passkey,
  ) => Promise<number | null>;
}

/**
 * Returns the passkey site of a URL. Null if browsers do not support passkeys there: without TLS (except on localhost),
 * or if the host is an IP address.
 */
export function passkeySiteOf(url: URL, name: string): PasskeySite | null {
  const { hostname: host, protocol, origin } = url;
  const isNumber = /^[\d.]+$/.test(host) || host.startsWith('[');
  const isSafe = protocol === 'https:' || host === 'localhost';
  return isSafe && !isNumber ? { origin, host, name } : null;
}
