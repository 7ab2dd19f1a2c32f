import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Reads a version of a file from Git, such as `HEAD~1:docs/orders.md`. The path is relative to the current folder, else
 * to the repository. Returns null if the name is not of this form and is therefore a file, or a problem as a sentence.
 */
export function readGitRevision(name: string, cwd: string): Uint8Array | { readonly problem: string } | null {
  const match = /^([^-:][^:]+|[^-:]):(.+)$/s.exec(name);
  if (match === null || existsSync(resolve(cwd, name)) || /^[A-Za-z]:[\\/]/.test(name)) return null;
  const [, revision = '', path = ''] = match;
  const relative = readBlob(`${revision}:./${path.replace(/^\.\//, '')}`, cwd);
  return (
    relative ??
    readBlob(name, cwd) ?? {
      problem: `git has no ${path} in ${revision}. Check the revision and the path; it is relative to the current folder.`,
    }
  );
}

function readBlob(object: string, cwd: string): Uint8Array | null {
  try {
    return execFileSync('git', ['cat-file', 'blob', object], {
      cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 100_000_000,
    });
  } catch {
    return null;
  }
}
