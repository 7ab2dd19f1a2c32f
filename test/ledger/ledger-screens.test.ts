import { describe } from 'node:test';
import { prove } from '../support/ledger/prove.ts';
import { productAndScreens } from '../support/ledger/screens.ts';

describe('the ledger, screens', () => prove(productAndScreens));
