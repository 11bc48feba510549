import { Type } from 'typebox';
import { sampleReportPageErrorRequest } from '../examples/calls.ts';
import { About } from '../model.ts';
import { forAnybody } from '../permissions/permission.ts';
import { route } from '../route.ts';
import { OneOf } from '../shared.ts';
import { browserNames, errorNames, mostFrames, pageErrorKinds, pageParts } from './page-error-names.ts';

const frame = '^[A-Za-z0-9._-]{1,80}\\.(js|ts|tsx):[0-9]{1,7}:[0-9]{1,7}$';

/** A report has a few hundred bytes; the server reads no more than this. */
export const largestPageError = 4_096;

export const PageError = Type.Object({
  part: About(OneOf(...pageParts), 'The part of the page that failed; page is everything else.'),
  kind: About(
    OneOf(...pageErrorKinds),
    'render: the part could not be rendered; error, rejection: not caught.',
  ),
  name: About(OneOf(...errorNames), 'The name of the error; other for a name that is not listed.'),
  frames: Type.Optional(
    Type.Array(Type.String({ pattern: frame }), {
      maxItems: mostFrames,
      description: 'Where the error was thrown, innermost first: file of our page, line, column.',
    }),
  ),
  browser: Type.Optional(About(OneOf(...browserNames), 'The browser that showed the page.')),
  browserVersion: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 9_999, description: 'The major version of the browser.' }),
  ),
});

export const pageErrorRoutes = {
  reportPageError: route({
    path: 'POST /v1/page-errors',
    permission: forAnybody,
    summary: 'Report an error of our own page; no field can hold a name, a text, a token or an address',
    source: 'not in the decisions: docs/decisions/0025-page-error-reports.md',
    body: PageError,
    example: { body: sampleReportPageErrorRequest },
    ignoresKey: true,
  }),
};
