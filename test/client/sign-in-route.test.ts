import assert from 'node:assert/strict';
import { test } from 'node:test';
import { returnPathIn, signInPath } from '../../src/client/view/sign-in-route.ts';

const ORIGIN = 'http://127.0.0.1:4000';
const wanted = (next: string): string | null => returnPathIn(`?next=${encodeURIComponent(next)}`, ORIGIN, '/login');

test('signing in returns to the requested address', () => {
  for (const path of ['/tickets', '/tickets?q=a+b&next=%2Fc', '/tickets/%C3%BC%20x'])
    assert.equal(returnPathIn(new URL(signInPath('/login', path), ORIGIN).search, ORIGIN, '/login'), path);
  assert.equal(signInPath('/login', '/'), '/login');
});

test('the return address is never on another host or the sign-in screen itself', () => {
  for (const next of [
    '//example.com/a',
    '/\\example.com',
    '/\t/example.com',
    'https://example.com/',
    'javascript:alert(1)',
    '',
    '/login',
    '/login?next=/a',
    '/..//example.com',
    '/.//example.com/a',
  ])
    assert.equal(wanted(next), null, next);
  assert.equal(returnPathIn('', ORIGIN, '/login'), null);
  assert.equal(wanted(`${ORIGIN}/tickets`), null);
});
