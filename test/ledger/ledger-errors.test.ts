import { describe } from 'node:test';
import { errorBodies } from '../support/ledger/errors.ts';
import { prove } from '../support/ledger/prove.ts';

describe('the ledger, bodies of errors', () => prove(errorBodies));
