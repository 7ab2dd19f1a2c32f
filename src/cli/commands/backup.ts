import { resolve } from 'node:path';
import type { BackupManifest } from '../../store/backup/archive.ts';
import { backupSqlite } from '../../store/backup/sqlite-backup.ts';
import { StoreError } from '../../store/core/store-error.ts';
import { bucketFromEnvironment } from '../environment/bucket-options.ts';
import { databaseHelp, inDatabase, usesDatabase } from '../environment/database-options.ts';
import { dataOption, productionFolder } from '../environment/production-options.ts';
import { type Args, defineCommand, type Io } from '../program/command.ts';

export const command = defineCommand({
  name: 'backup',
  usesData: true,
  usage: '<file> <folder>',
  about: 'Back up the data of a document into a new folder. The server can keep running.',
  options: [dataOption],
  more: [
    'Restore it with "ninefold restore". The backup contains all records, files and password hashes: keep it safe.',
    databaseHelp,
    'Files in the bucket of FILES_URL are included.',
  ].join('\n'),
  async run(args, io) {
    const [file = '', to = ''] = args.positional;
    try {
      const manifest = await backupData(resolve(io.cwd, file), resolve(io.cwd, to), args, io);
      io.stdout(
        `${to} holds the data of ${file} as of ${manifest.made}; attachments: ${Object.keys(manifest.files).length}.`,
      );
      return 0;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      io.stderr(error.message);
      return 1;
    }
  },
});

async function backupData(path: string, to: string, args: Args, io: Io): Promise<BackupManifest> {
  const bucket = bucketFromEnvironment(io);
  if (!usesDatabase(io)) return backupSqlite(productionFolder(path, args, io), to, Date.now(), bucket);
  const { backupPostgres } = await import('../../store/backup/postgres-backup.ts');
  return inDatabase(io, (at) => backupPostgres(at, to, Date.now(), bucket));
}
