import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A bank on this machine that accepts everything, and what it received. */
export async function startBank(t: {
  readonly after: (work: () => void) => void;
}): Promise<{ readonly url: string; readonly received: string[] }> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.writeHead(202).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
