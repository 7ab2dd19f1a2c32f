/** The records with a word that begins so in one of these columns; the beginning is given twice for each. */
export function recordsWith(columns: readonly string[]): string {
  return columns
    .map(
      (column) =>
        `SELECT record FROM words WHERE word >= '${column} ' || CAST(? AS TEXT) AND word < '${column} ' || CAST(? AS TEXT) || '\u{10FFFF}'`,
    )
    .join(' UNION ALL ');
}
