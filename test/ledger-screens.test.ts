import { describe } from 'node:test';
import { productAndScreens } from './support/ledger-screens.ts';
import { prove } from './support/ledger-prove.ts';

describe('the ledger, screens', () => prove(productAndScreens));
