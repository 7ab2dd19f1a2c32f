import { openBucket } from '../../store/bucket/bucket.ts';
import type { OpenBucket } from '../../store/core/blob-store.ts';
import { StoreError } from '../../store/core/store-error.ts';
import type { Io } from '../program/command.ts';

/** The help text about FILES_URL, for commands that open data. */
export const bucketHelp =
  'FILES_URL (s3://bucket/folder?region=eu-central-1) stores new files in that bucket, with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Add &endpoint=https://… for another S3-compatible service.';

/** Returns the bucket in FILES_URL; null if it is not set. Throws a `StoreError` if the setting is invalid. */
export function bucketFromEnvironment({ env }: Io): OpenBucket | null {
  const text = env['FILES_URL'] ?? '';
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.protocol !== 's3:' || !BUCKET.test(url.hostname)) throw wrongly(FORM);
  if (url.username !== '' || url.password !== '')
    throw wrongly('FILES_URL must not contain keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'region' && name !== 'endpoint');
  if (unknown !== undefined) throw wrongly(`FILES_URL takes region and endpoint, not "${unknown}".`);
  const folders = url.pathname.split('/').filter((each) => each !== '');
  if (!folders.every((each) => FOLDER.test(each))) throw wrongly(FORM);
  const endpoint = endpointOf(url.searchParams.get('endpoint'));
  const region = url.searchParams.get('region') ?? env['AWS_REGION'] ?? (endpoint === null ? '' : 'us-east-1');
  if (!/^[a-z0-9-]+$/.test(region)) throw wrongly('FILES_URL has no region: add ?region=….');
  const [keyId = '', secret = ''] = [env['AWS_ACCESS_KEY_ID'], env['AWS_SECRET_ACCESS_KEY']];
  if (keyId === '' || secret === '')
    throw wrongly('With FILES_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set too.');
  const token = env['AWS_SESSION_TOKEN'] ?? '';
  return openBucket({
    bucket: url.hostname,
    prefix: folders.map((each) => `${each}/`).join(''),
    region,
    endpoint,
    credentials: { keyId, secret, token: token === '' ? null : token },
  });
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const FOLDER = /^[\w-][\w.-]*$/;
const FORM = 'FILES_URL must be an address such as s3://bucket/folder?region=eu-central-1.';

function endpointOf(text: string | null): URL | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (!isPlain || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw wrongly('The endpoint in FILES_URL must be an address such as https://s3.example.org.');
  return url;
}

const wrongly = (sentence: string): StoreError => new StoreError('failed', sentence);
