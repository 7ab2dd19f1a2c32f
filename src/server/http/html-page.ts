import { directionOf } from '../../fields/text/direction.ts';
import { matchRoute } from '../../model/lookups/routes.ts';
import type { Model, ScreenKind } from '../../model/types/model.ts';
import { type Assets, assetAnswer } from '../core/assets.ts';
import { randomToken } from '../core/document-hash.ts';
import type { ResponseLanguage } from '../runtime/request-language.ts';

/** What the page contains when it is delivered. */
export interface PageFacts {
  readonly language: string;
  /** Whether the document states the language. If not, the browser's language takes precedence. */
  readonly isStated: boolean;
  /** The language in which `/_/app` is answered if the browser preloads it before the program runs. */
  readonly speech: ResponseLanguage;
  readonly title: string;
  readonly document: string;
  /** Whether the request has a session cookie. If so, the page shows the frame while the program loads. */
  readonly isSignedIn: boolean;
  /** The kind of screen that the path probably opens; null if it is another kind or not known. */
  readonly screenKind: 'list' | 'record' | 'form' | null;
  /** The key for switching the person, in development; else null. */
  readonly switcher: string | null;
}

/**
 * Answers with the HTML page for all screens; the client renders the one of the path. Contains no inline script and no
 * data.
 */
export function pageAnswer(request: Request, assets: Assets, facts: PageFacts): Response {
  const index = assets('/index.html');
  const nonce = randomToken().slice(0, 22);
  const html = index === null ? unbuilt : new TextDecoder().decode(index.body());
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy(nonce),
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    vary: 'Cookie, Accept-Language',
  };
  const body = request.method === 'HEAD' ? null : withFacts(html, facts, nonce);
  return new Response(body, { status: index === null ? 503 : 200, headers });
}

/** The service worker, which lets the page open offline. */
const WORKER = '/_/service-worker.js';

/**
 * Answers with a file of the client; null if the path names none. The page itself is not served as a file. `keepsPage`:
 * whether the service worker is served; in development it is not.
 */
export function fileAnswer(request: Request, assets: Assets, path: string, keepsPage: boolean): Response | null {
  const asset = path === '/index.html' || (path === WORKER && !keepsPage) ? null : assets(path);
  if (asset === null) return null;
  const answer = assetAnswer(request, asset);
  if (path === WORKER) {
    answer.headers.set('service-worker-allowed', '/');
    answer.headers.set('content-security-policy', "default-src 'none'; connect-src 'self'");
  }
  return answer;
}

/**
 * Returns the Content-Security-Policy: scripts and styles from this server only, and styles that components add with
 * the page's nonce.
 */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function withFacts(html: string, facts: PageFacts, nonce: string): string {
  const { language, isStated, speech, title, document, isSignedIn, screenKind, switcher } = facts;
  const metas = [
    `<meta property="csp-nonce" nonce="${nonce}">`,
    meta('ninefold-document', document),
    ...(switcher === null ? [] : [meta('ninefold-switcher', switcher)]),
    `<link rel="preload" as="fetch" href="/_/app" crossorigin data-language="${escaped(`${speech.tag} ${speech.builtIn}`)}">`,
  ].join('');
  return html
    .replace(/<html[^>]*>/i, () => rootOf(language, isStated))
    .replace(/<title>[^<]*<\/title>/i, () => `<title>${escaped(title)}</title>`)
    .replace(/<head>/i, (head) => `${head}${metas}`)
    .replace(OPENING_TAGS, (tag, of) => (of === screenKind ? tag : ''))
    .replace(/(<div id="root">)(<\/div>)/i, (_, open, close) => `${open}${isSignedIn ? frame : ''}${close}`);
}

/** Matches links that preload the code of a kind of screen. */
const OPENING_TAGS = /<link [^>]*data-opens="(\w+)"[^>]*>/g;

/**
 * Returns the kind of screen that a path opens, regardless of roles. For `/` it is the kind of the start screens, if
 * they all have the same.
 */
export function screenKindAt({ screens }: Pick<Model, 'screens'>, path: string): PageFacts['screenKind'] {
  const stated = path === '/' ? screens.filter(({ startFor }) => startFor.length > 0) : [];
  const first = stated.length > 0 ? stated : [matchRoute(screens, path)?.screen].filter((each) => each !== undefined);
  const [kind, ...others] = new Set(first.map((screen) => OPENING[screen.kind]));
  return others.length > 0 ? null : (kind ?? null);
}

const OPENING: Readonly<Partial<Record<ScreenKind, PageFacts['screenKind']>>> = {
  table: 'list',
  list: 'list',
  record: 'record',
  form: 'form',
};

const skeletonRow = `<div class="skeleton-row">${'<span class="skeleton-bar"></span>'.repeat(3)}</div>`;

/**
 * The empty frame that the client replaces; it has the same classes. It contains no text, because the first text on a
 * page makes the browser load fonts while it is still busy with the program.
 */
const frame = [
  '<div class="frame" aria-busy="true"><aside class="frame-side"><div class="frame-nav"><div class="frame-product">',
  '<svg class="frame-mark" aria-hidden="true" viewBox="0 0 24 24">',
  '<path d="M9 12h6" stroke="currentColor" stroke-width="2"/></svg><span class="skeleton-bar"></span>',
  '</div></div></aside><div class="frame-page"><header class="frame-bar">',
  '<div class="frame-menu"><span class="icon-button" data-size="normal">',
  '<svg width="18" height="18" viewBox="0 0 24 24" stroke="currentColor" stroke-width="2" stroke-linecap="round">',
  '<path d="M4 5h16M4 12h16M4 19h16"/></svg></span></div></header>',
  `<main class="frame-content"><div class="skeleton" aria-hidden="true">${skeletonRow.repeat(6)}</div></main></div></div>`,
].join('');

const rootOf = (language: string, isStated: boolean): string => {
  const tag = escaped(language);
  const own = isStated ? ` data-document-language="${tag}"` : '';
  return `<html lang="${tag}" dir="${directionOf(language)}"${own}>`;
};

const meta = (name: string, content: string): string => `<meta name="${name}" content="${escaped(content)}">`;

/** Escapes text for HTML content and attributes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const unbuilt = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not built</title></head>
<body><h1>The client is not built yet</h1><p>Run <code>npm run build</code> and reload this page.
The calls of the document work already.</p></body></html>`;
