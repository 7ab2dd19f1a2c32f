import { directionOf } from '../fields/direction.ts';
import { type Assets, assetAnswer } from './assets.ts';
import { randomToken } from './hash.ts';

/** What the page knows before it asks for anything. */
export interface PageFacts {
  readonly language: string;
  /** Whether the document states it: else the browser's goes before it. */
  readonly isStated: boolean;
  readonly title: string;
  readonly document: string;
  /** The key of the switcher of persons, in development. */
  readonly switcher: string | null;
}

/** The one page that every screen is drawn in; its path decides which. Carries no inline script, and no data. */
export function pageAnswer(request: Request, assets: Assets, facts: PageFacts): Response {
  const index = assets('/index.html');
  const nonce = randomToken().slice(0, 22);
  const html = index === null ? unbuilt : new TextDecoder().decode(index.body());
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy(nonce),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    vary: 'Cookie',
  };
  const body = request.method === 'HEAD' ? null : withFacts(html, facts, nonce);
  return new Response(body, { status: index === null ? 503 : 200, headers });
}

/** The program that keeps the page for when the server can't be reached. */
const WORKER = '/_/service-worker.js';

/**
 * A file of the client, if the path names one. The page itself is never given as a file. `keepsPage`: in development
 * nothing stands between a page and its server.
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

/** Scripts only from files of ours. Styles too, and those that a component adds with the page's nonce. */
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

function withFacts(html: string, { language, isStated, title, document, switcher }: PageFacts, nonce: string): string {
  const metas = [
    `<meta property="csp-nonce" nonce="${nonce}">`,
    meta('ninefold-document', document),
    ...(switcher === null ? [] : [meta('ninefold-switcher', switcher)]),
  ].join('');
  return html
    .replace(/<html[^>]*>/i, () => rootOf(language, isStated))
    .replace(/<title>[^<]*<\/title>/i, () => `<title>${escaped(title)}</title>`)
    .replace(/<head>/i, (head) => `${head}${metas}`);
}

const rootOf = (language: string, isStated: boolean): string => {
  const tag = escaped(language);
  const own = isStated ? ` data-document-language="${tag}"` : '';
  return `<html lang="${tag}" dir="${directionOf(language)}"${own}>`;
};

const meta = (name: string, content: string): string => `<meta name="${name}" content="${escaped(content)}">`;

/** Text as it may stand in HTML, in an attribute too. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const unbuilt = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not built</title></head>
<body><h1>The client is not built yet</h1><p>Run <code>npm run build</code> and load this page again.
The calls of the document answer already.</p></body></html>`;
