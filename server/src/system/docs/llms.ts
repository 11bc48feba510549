import { clientPath } from './client-package.ts';
import type { NavigationEntry, NavigationGroup } from './library.ts';

const page = ({ url, title, subtitle }: NavigationEntry, address: string): string =>
  `- [${title}](${address}${url}.md)${subtitle && `: ${subtitle}`}`;

/** The API reference is not Markdown; the OpenAPI document stands for it. */
const isGuide = ({ url }: NavigationEntry): boolean => url.startsWith('/docs/guides/');

/** The guides of an installation for programs that read them (https://llmstxt.org). */
export const llmsText = (navigationGroups: NavigationGroup[], address: string): string => `# Lectern

> A video meeting server that a learning platform controls over HTTP: rooms, one link for each person, signed webhooks, attendance reports, recordings, transcripts and automatic webinars.

- [OpenAPI 3.1 document](${address}/v1/openapi.json): all operations with their schemas, errors and samples
- [lectern-client](${address}${clientPath}): the typed client for TypeScript and JavaScript as an npm package

${navigationGroups
  .map(({ title, description, entries }) => {
    const list = entries.filter(isGuide).map((entry) => page(entry, address));
    return [`## ${title}`, '', description, '', ...list, ''].join('\n');
  })
  .join('\n')}`;
