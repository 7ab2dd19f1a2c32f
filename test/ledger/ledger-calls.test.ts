import { describe } from 'node:test';
import { callsErrorsAndLimits } from '../support/ledger/calls.ts';
import { prove } from '../support/ledger/prove.ts';

describe('the ledger, calls', () => prove(callsErrorsAndLimits));
