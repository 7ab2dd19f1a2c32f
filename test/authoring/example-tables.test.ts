import { testTable } from '../support/tables/run.ts';

testTable('expense-claims');
testTable('helpdesk', ['2', '3']);
testTable('lending', ['2', '3']);
testTable('invoices', ['2']);
testTable('tasks');
