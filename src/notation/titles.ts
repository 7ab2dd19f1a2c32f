import { POINT_TITLES, type Point } from '../model/types/place.ts';

/** The words by which a heading says what stands under it. */
const OWN: Readonly<Record<Point, string>> = {
  1: 'purpose overview introduction product scope goal goals aim aims background vision summary context description about what why who whom user users audience',
  2: 'screen screens route routes page pages view views navigation url urls address addresses sitemap ui frontend interface',
  3: 'data entity entities field fields model models domain object objects record records attribute attributes type types schema structure structures',
  4: 'state states statuses transition transitions machine machines lifecycle lifecycles life cycle cycles workflow workflows flow flows',
  5: 'validation validations rule rules constraint constraints check checks invariant invariants',
  6: 'role roles right rights permission permissions access authorisation authorization user users who may do what',
  7: 'call calls api apis endpoint endpoints interface interfaces request requests integration integrations outside external http rest server backend',
  8: 'error errors code codes message messages failure failures refusal refusals catalogue catalog handling',
  9: 'constant constants value values limit limits parameter parameters setting settings configuration threshold thresholds',
};

/** Words that may stand beside them in any heading. */
const BESIDE = words(
  'the a an and or of its their our it is does do for to with in on by all list table definition definitions details overview description reference business status client application app system product user control contract',
);

const OWN_WORDS: ReadonlyMap<Point, ReadonlySet<string>> = new Map(
  ([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((point) => [point, words(OWN[point])]),
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** Whether two headings say the same, but for capitals and punctuation. */
export function sameTitle(one: string, other: string): boolean {
  return foldedTitle(one) === foldedTitle(other);
}

/** Whether a heading names its point in whatever words: one of its own at least, and none of another point's. */
export function namesPoint(title: string, point: Point): boolean {
  if (sameTitle(title, POINT_TITLES[point])) return true;
  const own = OWN_WORDS.get(point);
  const all = foldedTitle(title).split(' ');
  return all.some((word) => own?.has(word)) && all.every((word) => own?.has(word) || BESIDE.has(word));
}

export function foldedTitle(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
