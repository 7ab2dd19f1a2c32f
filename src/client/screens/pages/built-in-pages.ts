/** The built-in pages, which are small, as one module. */

export { AboutPage } from './about.tsx';
export { InboxPage } from './inbox.tsx';
export { NinePointsPage } from './nine-points.tsx';
export { NotFoundPage } from './not-found.tsx';
