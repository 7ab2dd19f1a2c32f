import { describe } from 'node:test';
import { roles } from './support/ledger-roles.ts';
import { prove } from './support/ledger-prove.ts';

describe('the ledger, roles', () => prove(roles));
