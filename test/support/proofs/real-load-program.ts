// Loads a server from a process of its own.
import { answering } from '../../../bench/child.ts';
import { load } from './real-load.ts';

await answering(load);
