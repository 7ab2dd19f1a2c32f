/**
 * Returns the key by which requests from an address are counted: the IPv4 address, or the /64 network of an IPv6
 * address in any spelling. Text that is not an address is its own key.
 */
export function addressKey(address: string): string {
  const plain = address
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
    .toLowerCase();
  const mapped = /^(?:0*:)*:?(?:0*:)*ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!plain.includes(':')) return plain;
  const groups = groupsOf(plain);
  if (groups === null) return plain;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return ipv4(groups[6] ?? 0, groups[7] ?? 0);
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function groupsOf(text: string): number[] | null {
  const [head = '', tail, more] = text.split('::');
  if (more !== undefined) return null;
  const left = words(head);
  const right = words(tail ?? '');
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 0) return null;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right].map((word) =>
    Number.parseInt(word, 16),
  );
  return groups.some((group) => !(group >= 0 && group <= 0xffff)) ? null : groups;
}

const words = (text: string): string[] => (text === '' ? [] : text.split(':'));

const ipv4 = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
