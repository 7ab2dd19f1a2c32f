import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Credentials, hashOf, signedHeaders } from '../../src/store/bucket/bucket-signature.ts';

/** The signatures that AWS publishes: of its test suite of version 4, and of the examples in the reference of S3. */

const suite: Credentials = { keyId: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', token: null };
const s3: Credentials = {
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  token: null,
};

function authorization(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  { of, service, at, body = '' }: { of: Credentials; service: string; at: number; body?: string },
): string {
  const asked = { method, url: new URL(url), headers, hash: hashOf(body) };
  return signedHeaders(asked, of, { region: 'us-east-1', service }, at).get('authorization') ?? '';
}

const suiteCases = [
  ['get-vanilla', 'GET', '/', {}, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'get-vanilla-query-order-key-case',
    'GET',
    '/?Param2=value2&Param1=value1',
    {},
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  ['post-vanilla', 'POST', '/', {}, '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    'post-header-value-case',
    'POST',
    '/',
    { 'My-Header1': 'VALUE1' },
    'cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d',
  ],
] as const;

for (const [name, method, path, headers, signature] of suiteCases)
  test(`a request is signed as AWS’s test suite signs it: ${name}`, () => {
    const at = Date.UTC(2015, 7, 30, 12, 36);
    const url = `https://example.amazonaws.com${path}`;
    const names = ['host', ...Object.keys(headers).map((each) => each.toLowerCase()), 'x-amz-date'].join(';');
    assert.equal(
      authorization(method, url, headers, { of: suite, service: 'service', at }),
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
    );
  });

const storageCases = [
  [
    'an object is read in part',
    'GET',
    '/test.txt',
    { range: 'bytes=0-9' },
    '',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'an object is put',
    'PUT',
    '/test%24file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    'Welcome to Amazon S3.',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'a word in the query has no value',
    'GET',
    '/?lifecycle',
    {},
    '',
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'objects are listed',
    'GET',
    '/?prefix=J&max-keys=2',
    {},
    '',
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
] as const;

for (const [what, method, path, headers, body, signature] of storageCases)
  test(`a request to S3 is signed as its reference signs it: ${what}`, () => {
    const url = `https://examplebucket.s3.amazonaws.com${path}`;
    const all = { ...headers, 'x-amz-content-sha256': hashOf(body) };
    const found = authorization(method, url, all, { of: s3, service: 's3', at: Date.UTC(2013, 4, 24), body });
    assert.equal(found.split('Signature=')[1], signature);
  });
