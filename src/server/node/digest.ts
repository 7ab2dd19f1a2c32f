import { hash } from 'node:crypto';

/** `hashOfToken` of the server, by this platform's own SHA-256. */
export const nodeHashOfToken = (token: string): string => hash('sha256', token, 'hex');
