import type { Api } from '../../model/types/call.ts';
import { codeOf } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import type { KeyValue } from '../reader/columns.ts';
import { type Reader, words } from '../reader/reader.ts';
import { statedValue } from './call-options.ts';
import { CONTRACT_KEYS } from './contract-keys.ts';

/** Reads where the contract is served. */
export function contractPathsIn(reader: Reader, keys: readonly KeyValue[]): Pick<Api, 'openApi' | 'documentation'> {
  return { openApi: pathOf(reader, keys, 'OpenAPI'), documentation: pathOf(reader, keys, 'Documentation') };
}

function pathOf(reader: Reader, keys: readonly KeyValue[], key: string): string | null {
  const value = statedValue(reader, keys, key, CONTRACT_KEYS, { point: 7 });
  if (value === null) return null;
  const path = words(codeOf(value) ?? value);
  if (/^\/[\w./-]*$/.test(path) && path !== '/' && !path.startsWith('/_/')) return path;
  reader.report(messages.valueUnknown(key, path, 'a path without parameters, such as `/docs`'), value, { point: 7 });
  return null;
}
