import { join } from 'node:path';
import { packageFolder } from '../program/package-folder.ts';

/** Returns the folder of the built client, in a checkout or an installed package. */
export const clientFolder = (): string => join(packageFolder(), 'dist', 'client');
