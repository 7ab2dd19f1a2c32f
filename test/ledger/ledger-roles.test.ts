import { describe } from 'node:test';
import { prove } from '../support/ledger/prove.ts';
import { roles } from '../support/ledger/roles.ts';

describe('the ledger, roles', () => prove(roles));
