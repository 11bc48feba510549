import type { Library } from './library.ts';
import { renderGuide } from './render.ts';

/** A search result: a section of a guide, or an operation of the API. */
export interface Section {
  page: string;
  title: string;
  url: string;
  text: string;
}

const characters: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const textOf = (html: string): string =>
  html
    .replace(/<a class="anchor".*?<\/a>/g, '')
    .replace(/<\/?(?:a|code|em|strong)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (one) => characters[one] ?? one)
    .replace(/\s+/g, ' ')
    .trim();

function sectionsOfGuides(library: Library): Section[] {
  return [...library.guides.values()].flatMap((guide) => {
    const { html } = renderGuide(library, guide);
    const parts = html.matchAll(/<h([1-4]) id="([^"]+)">(.*?)<\/h\1>([\s\S]*?)(?=<h[1-4] id=|$)/g);
    return [...parts].map(([, level, id, heading = '', text = '']) => ({
      page: guide.title,
      title: textOf(heading),
      url: level === '1' ? guide.url : `${guide.url}#${id}`,
      text: textOf(text),
    }));
  });
}

export interface OpenApi {
  paths: Record<string, Record<string, { operationId?: string; summary?: string; description?: string }>>;
}

/** An operation of the API, as a reader finds it. */
export interface ListedOperation {
  id: string;
  /** The method and the path. */
  request: string;
  summary: string;
  description: string;
}

/** Reads all operations from the OpenAPI document. */
export function operationsIn(openapi: Buffer): ListedOperation[] {
  const { paths }: OpenApi = JSON.parse(openapi.toString('utf8'));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId: id, summary = '', description = '' }]) =>
      id === undefined ? [] : { id, request: `${method.toUpperCase()} ${path}`, summary, description },
    ),
  );
}

const sectionsOfApi = (openapi: Buffer): Section[] =>
  operationsIn(openapi).map(({ id, request, summary, description }) => ({
    page: 'API reference',
    title: summary,
    url: `/docs/api#${id}`,
    text: `${request} ${id} ${description}`,
  }));

/** Returns all sections of the guides and all operations. */
export const makeSearchIndex = (library: Library, openapi: Buffer): Section[] => [
  ...sectionsOfGuides(library),
  ...sectionsOfApi(openapi),
];
