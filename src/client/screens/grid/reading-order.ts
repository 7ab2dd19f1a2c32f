/**
 * Sorts the rendered row elements by row index. Moving an element would blur it, so the row with the focus stays and the
 * other rows are moved around it.
 */
export function putInOrder(body: Pick<HTMLElement, 'children'> | null, focused = document.activeElement): void {
  const rows = [...(body?.children ?? [])];
  const sorted = rows.toSorted((one, other) => placeOf(one) - placeOf(other));
  const fixed = rows.find((row) => row.contains(focused)) ?? rows[rows.length >> 1];
  if (fixed === undefined) return;
  const at = sorted.indexOf(fixed);
  for (let index = at - 1; index >= 0; index -= 1) {
    const [row, next] = [sorted[index], sorted[index + 1]];
    if (row !== undefined && next !== undefined && row.nextSibling !== next) next.before(row);
  }
  for (let index = at + 1; index < sorted.length; index += 1) {
    const [row, last] = [sorted[index], sorted[index - 1]];
    if (row !== undefined && last !== undefined && row.previousSibling !== last) last.after(row);
  }
}

const placeOf = ({ ariaRowIndex }: Element): number => Number(ariaRowIndex);
