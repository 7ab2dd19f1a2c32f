import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeOrder } from '../support/proofs/traced.ts';

/** What the proof of acknowledged writes sees in the system calls of a server. */

const WRITE = '7  pwrite64(24</data/data.sqlite-wal>, "abc", 4096, 8192) = 4096';
const SYNC = '7  fdatasync(30</data/data.sqlite-wal>) = 0';
const ANSWER = '7  writev(26<socket:[1]>, [{iov_base="HTTP/1.1 201 Created\\r\\nX", iov_len=90}], 1) = 90';
const BEGUN = '9  fdatasync(30</data/data.sqlite-wal> <unfinished ...>';
const ENDED = '9  <... fdatasync resumed>) = 0';

const EARLY = ['answer 1: it left before the log was on the disk'];

test('a response sent after the log was synced is correct, whichever thread synced it', () => {
  assert.deepEqual(judgeOrder([WRITE, SYNC, ANSWER]), { answers: 1, failures: [] });
  assert.deepEqual(judgeOrder([WRITE, BEGUN, ENDED, ANSWER, WRITE, SYNC, ANSWER]), { answers: 2, failures: [] });
});

test('a response sent before the sync is wrong', () => {
  const elsewhere = SYNC.replace('-wal', '');
  const failed = SYNC.replace('= 0', '= -1 EIO (Input/output error)');
  for (const calls of [[], [BEGUN], [elsewhere], [failed], [BEGUN, '8  <... fdatasync resumed>) = 0']])
    assert.deepEqual(judgeOrder([WRITE, ...calls, ANSWER]).failures, EARLY, calls.join());
  assert.deepEqual(judgeOrder([WRITE, ANSWER, SYNC]).failures, EARLY);
  assert.deepEqual(judgeOrder([SYNC, WRITE, ANSWER]).failures, EARLY);
  assert.deepEqual(judgeOrder([BEGUN, WRITE, ENDED, ANSWER]).failures, EARLY, 'it may have begun too early for it');
});

test('a response about a write that never happened is wrong', () => {
  assert.deepEqual(judgeOrder([WRITE, SYNC, ANSWER, ANSWER]).failures, [
    'answer 2: nothing was written to the log before it',
  ]);
});
