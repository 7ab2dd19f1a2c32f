/** Path of the deleted records of an entity. */
export const trashPath = (entity: string): string => `/-/deleted/${encodeURIComponent(entity)}`;

/** Returns the entity whose deleted records are at this path; null for any other path. */
export function trashEntityAt(path: string): string | null {
  const found = /^\/-\/deleted\/([^/]+)$/.exec(path)?.[1];
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found);
  } catch {
    return null;
  }
}
