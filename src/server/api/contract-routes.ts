import { openApiOf } from '../../export/openapi/document.ts';
import { documentationPage } from '../../export/pages/documentation-page.ts';
import type { Api } from '../../model/types/model.ts';
import { randomToken } from '../core/document-hash.ts';
import type { Route } from '../core/path-template.ts';
import { JSON_TYPE, textAnswer } from '../http/answer.ts';
import type { Handler } from '../runtime/request-context.ts';
import type { Version } from '../runtime/runtime.ts';

/** Returns the routes at which the document states that its contract is served. They contain no data. */
export function contractRoutes({ openApi, documentation }: Api): Route<Handler>[] {
  return [
    ...(openApi === null ? [] : [{ method: 'GET', pattern: openApi, value: answerOpenApi }]),
    ...(documentation === null ? [] : [{ method: 'GET', pattern: documentation, value: answerDocumentation }]),
  ];
}

const answerOpenApi: Handler = (context) =>
  Promise.resolve(
    textAnswer(context, openApiText(context.version), { mediaType: JSON_TYPE, mark: context.version.hash }),
  );

const texts = new WeakMap<Version, string>();

function openApiText(version: Version): string {
  const cached = texts.get(version) ?? JSON.stringify(openApiOf(version.compiled));
  texts.set(version, cached);
  return cached;
}

const answerDocumentation: Handler = ({ version, request }) => {
  const nonce = randomToken().slice(0, 22);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
  };
  const { language } = version.model.product;
  const page = documentationPage(JSON.parse(openApiText(version)), {
    nonce,
    language: language.value ?? 'en',
    openApi: version.model.api.openApi,
  });
  return Promise.resolve(new Response(request.method === 'HEAD' ? null : page, { headers }));
};
