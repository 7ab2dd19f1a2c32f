import { describe } from 'node:test';
import { prove } from '../support/ledger/prove.ts';
import { statesAndRules } from '../support/ledger/states.ts';

describe('the ledger, states', () => prove(statesAndRules));
