import { describe } from 'node:test';
import { contracts } from '../support/ledger/contracts.ts';
import { prove } from '../support/ledger/prove.ts';

describe('the ledger, contracts', () => prove(contracts));
