import { Type } from 'typebox';
import { route } from '../route.ts';
import { OneOf } from '../shared.ts';
import { browserNames, errorNames, mostFrames, pageErrorKinds, pageParts } from './page-error-names.ts';

const frame = '^[A-Za-z0-9._-]{1,80}\\.(js|ts|tsx):[0-9]{1,7}:[0-9]{1,7}$';

/** A report has a few hundred bytes; the server reads no more than this. */
export const largestPageError = 4_096;

export const PageError = Type.Object({
  part: OneOf(...pageParts),
  kind: OneOf(...pageErrorKinds),
  name: OneOf(...errorNames),
  frames: Type.Optional(
    Type.Array(Type.String({ pattern: frame }), {
      maxItems: mostFrames,
      description: 'Where the error was thrown, innermost first: file of our page, line, column.',
    }),
  ),
  browser: Type.Optional(OneOf(...browserNames)),
  browserVersion: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 9_999, description: 'The major version of the browser.' }),
  ),
});

export const pageErrorRoutes = {
  reportPageError: route({
    summary: 'Report an error of our own page; no field can hold a name, a text, a token or an address',
    source: 'not in the decisions: docs/decisions/0025-page-error-reports.md',
    body: PageError,
    status: 204,
    errors: [],
  }),
};
