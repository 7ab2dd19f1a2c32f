import { describe } from 'node:test';
import { listCalls } from '../support/ledger/list-calls.ts';
import { prove } from '../support/ledger/prove.ts';

describe('the ledger, lists', () => prove(listCalls));
