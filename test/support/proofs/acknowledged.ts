import { spawn } from 'node:child_process';
import { join } from 'node:path';

const writer = join(import.meta.dirname, '..', 'database', 'store-writer.ts');

/** What a process that writes had said when it was gone. */
export interface Written {
  /** Ids of what it was told to be stored. */
  readonly acknowledged: readonly string[];
  /** Whatever else it said: why it was refused, and what it read at last. */
  readonly said: readonly string[];
}

/** Kills a writer at a moment that nobody chose. `place`: as the writer takes it. */
export function writeAndKill(place: string, round: number): Promise<Written> {
  return heard([process.execPath, writer, place, String(round)], (kill) => {
    setTimeout(kill, 20 + ((round * 37) % 180));
  });
}

/** Lets a writer go on until it was refused some times, with files that hold no more than so many kilobytes. */
export function writeInto(folder: string, round: number, kilobytes: number): Promise<Written> {
  const limited = `ulimit -f ${kilobytes}; exec "$0" "$@"`;
  return heard(['bash', '-c', limited, process.execPath, writer, folder, String(round), 'to the end']);
}

function heard([program = '', ...given]: readonly string[], begun?: (kill: () => void) => void): Promise<Written> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (part: string) => {
      if (output === '') begun?.(() => child.kill('SIGKILL'));
      output += part;
    });
    child.on('error', reject);
    child.on('close', () => {
      // The last line may have been cut off: only what was told whole was acknowledged.
      const lines = output.split('\n').slice(0, -1);
      const isId = (line: string) => /^\d+-\d+-\d+$/.test(line);
      resolve({ acknowledged: lines.filter(isId), said: lines.filter((line) => !isId(line)) });
    });
  });
}
