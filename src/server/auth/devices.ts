import { hashOfToken, randomToken } from '../core/document-hash.ts';
import { cookieOf, deviceCookie, deviceCookieName } from '../core/sessions.ts';
import type { RequestContext } from '../runtime/request-context.ts';

const day = 24 * 3_600_000;
/** As long as browsers keep a cookie at most. */
const DEVICE_MS = 400 * day;
const MOST_DEVICES = 50;

type DeviceContext = Pick<RequestContext, 'runtime' | 'request' | 'url' | 'now'>;

/** The name of the key by which this device is known as one of the person's; null if they have not signed in on it. */
export async function knownDevice(context: DeviceContext, person: string | null): Promise<string | null> {
  const token = tokenOf(context);
  if (token === null || person === null) return null;
  const name = nameOf(token, person);
  return (await context.runtime.store.keys.find('device', name, context.now)) === null ? null : name;
}

/** Remembers that the person signed in on this device. Returns the cookie to set, or null if it was known already. */
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

/** The token that a device sends, if it is one of ours by its form. */
function tokenOf({ request, url }: DeviceContext): string | null {
  const token = cookieOf(request.headers.get('cookie'), deviceCookieName(url));
  return token !== null && /^[0-9a-f]{64}$/.test(token) ? token : null;
}

/** One device may be known for several people. */
const nameOf = (token: string, person: string): string => hashOfToken(`device ${token} ${person}`);
