import { describe } from 'node:test';
import { statesAndRules } from './support/ledger-states.ts';
import { prove } from './support/ledger-prove.ts';

describe('the ledger, states', () => prove(statesAndRules));
