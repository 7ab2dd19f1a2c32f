/** Our own pages, which are small, in one file. */

export { AboutPage } from './about.tsx';
export { InboxPage } from './inbox.tsx';
export { NinePointsPage } from './nine-points.tsx';
export { NotFoundPage } from './not-found.tsx';
