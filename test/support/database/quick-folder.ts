import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Where tests put what does not hang on a disk: in memory where the machine has such a folder and no other is named. */
export const quickFolder = process.env['TMPDIR'] === undefined && existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
