import type { DatabaseSync } from 'node:sqlite';

/**
 * Adds functions for the case of texts in all scripts, which SQLite itself changes for ASCII alone. `directOnly`: only
 * statements of this program use them.
 */
export function addTextFunctions(connection: DatabaseSync): void {
  const options = { deterministic: true, directOnly: true };
  const changed = (change: (text: string) => string) => (value: unknown) =>
    typeof value === 'string' ? change(value) : null;
  connection.function(
    'text_lower',
    options,
    changed((text) => text.toLowerCase()),
  );
  connection.function(
    'text_upper',
    options,
    changed((text) => text.toUpperCase()),
  );
}
