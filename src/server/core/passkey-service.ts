/** Where passkeys belong to: they work on this host alone. */
export interface PasskeySite {
  /** As a browser says it: `https://claims.example.org`. */
  readonly origin: string;
  readonly host: string;
  /** What the browser shows. */
  readonly name: string;
}

/** What is kept of a passkey. Nobody is let in by knowing it. */
export interface Passkey {
  /** Its own id, in base64url. */
  readonly id: string;
  /** In base64url. */
  readonly publicKey: string;
  /** How often it was used, as it says itself; 0 where it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
}

/** What a browser is asked, as it stands in its own interface. */
export interface PasskeyOptions {
  /** Random, in base64url: the answer must be to it. */
  readonly challenge: string;
}

/** Asks for passkeys and checks what comes back; the shell has it. What does not hold is null, whatever is wrong with it. */
export interface Passkeys {
  readonly registrationOptions: (
    site: PasskeySite,
    person: { readonly id: string; readonly name: string; readonly title: string },
    known: readonly Passkey[],
  ) => Promise<PasskeyOptions>;
  readonly verifyRegistration: (site: PasskeySite, answer: unknown, challenge: string) => Promise<Passkey | null>;
  readonly authenticationOptions: (site: PasskeySite) => Promise<PasskeyOptions>;
  /** The counter that the passkey has now. */
  readonly verifyAuthentication: (
    site: PasskeySite,
    answer: unknown,
    challenge: string,
    passkey: Passkey,
  ) => Promise<number | null>;
}

/** The site of an address; null where browsers have no passkeys: without TLS, or where a host has no name. */
export function passkeySiteOf(url: URL, name: string): PasskeySite | null {
  const { hostname: host, protocol, origin } = url;
  const isNumber = /^[\d.]+$/.test(host) || host.startsWith('[');
  const isSafe = protocol === 'https:' || host === 'localhost';
  return isSafe && !isNumber ? { origin, host, name } : null;
}
