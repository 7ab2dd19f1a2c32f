import { describe } from 'node:test';
import { entities } from '../support/ledger/entities.ts';
import { prove } from '../support/ledger/prove.ts';

describe('the ledger, entities', () => prove(entities));
