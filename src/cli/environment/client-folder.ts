import { join } from 'node:path';
import { packageFolder } from '../program/package-folder.ts';

/** The built client of this package, in a checkout and when installed alike. */
export const clientFolder = (): string => join(packageFolder(), 'dist', 'client');
