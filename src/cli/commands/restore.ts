import { resolve } from 'node:path';
import { restoreSqlite } from '../../store/backup/sqlite-backup.ts';
import { StoreError } from '../../store/core/store-error.ts';
import { databaseHelp, inDatabase, usesDatabase } from '../environment/database-options.ts';
import { dataOption, productionFolder } from '../environment/production-options.ts';
import { type Args, defineCommand, type Io } from '../program/command.ts';

export const command = defineCommand({
  name: 'restore',
  usesData: true,
  usage: '<file> <folder>',
  about: 'Replace the data of a document by a backup. Stop the server first; the previous data is kept.',
  options: [dataOption],
  more: [
    databaseHelp,
    'A database schema must be empty. Backups of folders can be restored to databases and the other way round.',
  ].join('\n'),
  async run(args, io) {
    const [file = '', from = ''] = args.positional;
    try {
      const previous = await restoreData(resolve(io.cwd, file), resolve(io.cwd, from), args, io);
      if (previous !== null) io.stderr(`The previous data is in ${previous}.`);
      io.stdout(`Restored the data of ${file} from ${from}.`);
      return 0;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      io.stderr(error.message);
      return 1;
    }
  },
});

/** Restores a backup. Returns the folder of the previous data; null if there was none. */
async function restoreData(path: string, from: string, args: Args, io: Io): Promise<string | null> {
  if (!usesDatabase(io)) return (await restoreSqlite(from, productionFolder(path, args, io), Date.now())).kept;
  const { restorePostgres } = await import('../../store/backup/postgres-restore.ts');
  await inDatabase(io, (at) => restorePostgres(at, from));
  return null;
}
