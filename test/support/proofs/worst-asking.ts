import { Agent, request } from 'node:http';
import type { WorstRequest } from './worst-requests.ts';

export interface Asked {
  /** 0: there was no answer. */
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request to a port of this machine. */
export function askPort(port: number, asked: Omit<WorstRequest, 'what'>, cookie = ''): Promise<Asked> {
  const begun = performance.now();
  return new Promise((resolve) => {
    let bytes = 0;
    const end = (status: number) => resolve({ status, bytes, ms: performance.now() - begun });
    const { method, path, body } = asked;
    const headers = { ...(cookie === '' ? {} : { cookie }), ...asked.headers };
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      answer.on('end', () => end(answer.statusCode ?? 0));
      answer.on('error', () => end(0));
    });
    sent.on('error', () => end(0));
    sent.end(body);
  });
}
