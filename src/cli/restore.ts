import { resolve } from 'node:path';
import { StoreError } from '../store/error.ts';
import { restoreSqlite } from '../store/sqlite-backup.ts';
import { defineCommand } from './command.ts';
import { databaseCopies, usesDatabase } from './database.ts';
import { dataOption, productionFolder } from './production.ts';

export const command = defineCommand({
  name: 'restore',
  usage: '<file> <folder>',
  about: 'Puts a backup in the place of the data of a document, whose server must not run; what was there is kept.',
  options: [dataOption],
  async run(args, io) {
    const [file = '', from = ''] = args.positional;
    if (usesDatabase(io)) {
      io.stderr(databaseCopies);
      return 2;
    }
    try {
      const to = productionFolder(resolve(io.cwd, file), args, io);
      const { kept } = await restoreSqlite(resolve(io.cwd, from), to, Date.now());
      if (kept !== null) io.stderr(`What was there before is kept in ${kept}.`);
      io.stdout(`The data of ${file} is that of ${from}.`);
      return 0;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      io.stderr(error.message);
      return 1;
    }
  },
});
