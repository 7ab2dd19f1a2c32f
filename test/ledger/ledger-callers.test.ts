import { describe } from 'node:test';
import { callers } from '../support/ledger/callers.ts';
import { prove } from '../support/ledger/prove.ts';

describe('the ledger, callers', () => prove(callers));
