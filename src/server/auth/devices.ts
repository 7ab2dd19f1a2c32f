import { hashOfToken, randomToken } from '../core/document-hash.ts';
import { cookieOf, deviceCookie, deviceCookieName } from '../core/sessions.ts';
import type { RequestContext } from '../runtime/request-context.ts';

const day = 24 * 3_600_000;
/** The maximum lifetime that browsers allow for a cookie. */
const DEVICE_MS = 400 * day;
const MOST_DEVICES = 50;

type DeviceContext = Pick<RequestContext, 'runtime' | 'request' | 'url' | 'now'>;

/** Returns the name of the key by which this device is known for the person; null if they have not signed in on it. */
export async function knownDevice(context: DeviceContext, person: string | null): Promise<string | null> {
  const token = tokenOf(context);
  if (token === null || person === null) return null;
  const name = nameOf(token, person);
  return (await context.runtime.store.keys.find('device', name, context.now)) === null ? null : name;
}

/**
 * Remembers that the person signed in on this device. Returns the cookie to set; null if the device was known already.
 */
export async function rememberDevice(context: DeviceContext, person: string): Promise<string | null> {
  const { runtime, url, now } = context;
  const { keys } = runtime.store;
  const known = await knownDevice(context, person);
  if (known !== null) {
    await keys.touch('device', known, now);
    return null;
  }
  const token = tokenOf(context) ?? randomToken();
  const key = { kind: 'device', name: nameOf(token, person), person, value: '', made: now, used: now } as const;
  await keys.put({ ...key, expires: now + DEVICE_MS });
  const all = await keys.ofPerson(person, 'device', now);
  for (const { name } of all.slice(MOST_DEVICES)) await keys.remove('device', name, person);
  return deviceCookie(url, token, DEVICE_MS / 1_000);
}

/** Returns the device token of a request; null if it is missing or malformed. */
function tokenOf({ request, url }: DeviceContext): string | null {
  const token = cookieOf(request.headers.get('cookie'), deviceCookieName(url));
  return token !== null && /^[0-9a-f]{64}$/.test(token) ? token : null;
}

/** Several people may use one device, so the key depends on the person too. */
const nameOf = (token: string, person: string): string => hashOfToken(`device ${token} ${person}`);
