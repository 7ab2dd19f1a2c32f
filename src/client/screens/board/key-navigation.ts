/** The position of a card: the index of its column and its index in the column. */
export interface CardPosition {
  readonly column: number;
  readonly card: number;
}

/**
 * Returns the card that a key moves the focus to; null if the key is not handled or there is no card in that direction.
 * `counts`: the number of cards of each column. Empty columns are skipped.
 */
export function nextPosition(
  { column, card }: CardPosition,
  key: string,
  counts: readonly number[],
  isRightToLeft = false,
): CardPosition | null {
  const here = counts[column] ?? 0;
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return card + 1 < here ? { column, card: card + 1 } : null;
    case 'ArrowUp':
    case 'k':
      return card > 0 ? { column, card: card - 1 } : null;
    case 'Home':
      return here > 0 ? { column, card: 0 } : null;
    case 'End':
      return here > 0 ? { column, card: here - 1 } : null;
    case 'ArrowRight':
      return nextColumn({ column, card }, isRightToLeft ? -1 : 1, counts);
    case 'ArrowLeft':
      return nextColumn({ column, card }, isRightToLeft ? 1 : -1, counts);
    default:
      return null;
  }
}

function nextColumn({ column, card }: CardPosition, step: 1 | -1, counts: readonly number[]): CardPosition | null {
  for (let next = column + step; next >= 0 && next < counts.length; next += step) {
    const count = counts[next] ?? 0;
    if (count > 0) return { column: next, card: Math.min(card, count - 1) };
  }
  return null;
}
