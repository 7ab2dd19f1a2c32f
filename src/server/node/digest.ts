import { hash } from 'node:crypto';
import type { Digest } from '../../engine/core/digest.ts';

/** `digest` by this platform's own SHA-256. */
export const nodeDigest: Digest = (text) => hash('sha256', text, 'hex');
