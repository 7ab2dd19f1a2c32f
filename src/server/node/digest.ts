import { hash } from 'node:crypto';
import type { Digest } from '../../engine/core/digest.ts';

/** SHA-256 by Node, faster than the portable implementation. */
export const nodeDigest: Digest = (text) => hash('sha256', text, 'hex');
