import { isObject, type Json, member } from '../../fields/text/json.ts';
import { tableRow, titleOf } from './entities-text.ts';
import { exportedContract } from './exported-contract.ts';
import { foreignContract } from './foreign-contract.ts';

/** A document made from OpenAPI, and what of it could not be stated. */
export interface ImportedDocument {
  readonly text: string;
  readonly notes: readonly string[];
}

/** Points 3, 7 and 8 as lines. */
export interface ContractText {
  readonly entities: readonly string[];
  readonly keys: readonly string[];
  readonly columns: readonly string[];
  /** The rows of the table of calls. */
  readonly rows: readonly string[];
  /** The parts of calls and shapes. */
  readonly parts: readonly string[];
  readonly errors: readonly string[];
}

/**
 * Writes a document with points 3, 7 and 8 from an OpenAPI 3 document; all else is not shown. What is not certain is not
 * guessed but noted. Null if it is no OpenAPI 3.
 */
export function documentFromOpenApi(source: Json): ImportedDocument | null {
  if (!isObject(source) || !/^3\./.test(String(member(source, 'openapi')))) return null;
  const notes: string[] = [];
  const contract = exportedContract(source, notes) ?? foreignContract(source, notes);
  const notShown = (point: number, title: string) => [`## ${point}. ${title}`, '', 'not shown.', ''];
  const keys = contract.keys.length === 0 ? [] : [...contract.keys, ''];
  const separator = contract.columns.map(() => '---');
  const lines = [
    `# Specification: ${titleOf(source)}`,
    '',
    ...notShown(1, 'What the product does and for whom'),
    ...notShown(2, 'Screens and routes'),
    '## 3. Entities and their fields',
    '',
    ...contract.entities,
    ...notShown(4, 'States and transitions'),
    ...notShown(5, 'Validation rules'),
    ...notShown(6, 'Roles and permissions'),
    '## 7. The calls it makes',
    '',
    ...keys,
    ...(contract.rows.length === 0
      ? keys.length === 0
        ? ['not shown.', '']
        : []
      : [tableRow(contract.columns), tableRow(separator), ...contract.rows, '']),
    ...contract.parts,
    '## 8. The error catalogue',
    '',
    ...(contract.errors.length === 0 ? ['not shown.'] : contract.errors),
    '',
    ...notShown(9, 'Business constants and limits'),
  ];
  return { text: `${lines.join('\n').trimEnd()}\n`, notes };
}
