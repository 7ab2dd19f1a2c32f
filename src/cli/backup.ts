import { resolve } from 'node:path';
import { StoreError } from '../store/error.ts';
import { backupSqlite } from '../store/sqlite-backup.ts';
import { defineCommand } from './command.ts';
import { databaseCopies, usesDatabase } from './database.ts';
import { dataOption, productionFolder } from './production.ts';

export const command = defineCommand({
  name: 'backup',
  usage: '<file> <folder>',
  about: 'Copies the data of a document as it stands into a new folder, while its server goes on.',
  options: [dataOption],
  more: 'Bring it back with "ninefold restore". The copy holds all records, files and passwords’ hashes: keep it safe.',
  async run(args, io) {
    const [file = '', to = ''] = args.positional;
    if (usesDatabase(io)) {
      io.stderr(databaseCopies);
      return 2;
    }
    try {
      const made = await backupSqlite(
        productionFolder(resolve(io.cwd, file), args, io),
        resolve(io.cwd, to),
        Date.now(),
      );
      io.stdout(`${to} holds the data of ${file} as of ${made.made}, with ${made.files} files.`);
      return 0;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      io.stderr(error.message);
      return 1;
    }
  },
});
