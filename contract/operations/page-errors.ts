import { Type } from 'typebox';
import { About } from '../model.ts';
import { forAnybody } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import { OneOf } from '../shared.ts';
import { browserNames, errorNames, mostFrames, pageErrorKinds, pageParts } from './page-error-names.ts';

const frame = '^[A-Za-z0-9._-]{1,80}\\.(js|ts|tsx):[0-9]{1,7}:[0-9]{1,7}$';

/** A report has a few hundred bytes; the server reads no more than this. */
export const largestPageError = 4_096;

export const PageError = Type.Object({
  part: About(OneOf(...pageParts), 'The part of the page that failed; page is everything else.', 'stage'),
  kind: About(
    OneOf(...pageErrorKinds),
    'render: the part could not be rendered; error, rejection: not caught.',
    'render',
  ),
  name: About(
    OneOf(...errorNames),
    'The name of the error; other for a name that is not listed.',
    'TypeError',
  ),
  frames: Type.Optional(
    Type.Array(Type.String({ pattern: frame }), {
      maxItems: mostFrames,
      description: 'Where the error was thrown, innermost first: file of our page, line, column.',
      sample: ['room-D4kQx91z.js:118:2042', 'index-B7mTc20a.js:9:51377'],
    }),
  ),
  browser: Type.Optional(About(OneOf(...browserNames), 'The browser that showed the page.', 'firefox')),
  browserVersion: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 9_999,
      description: 'The major version of the browser.',
      sample: 148,
    }),
  ),
});

export const pageErrorRoutes = section(
  'Page',
  'not in the decisions: docs/decisions/0025-page-error-reports.md',
  {
    reportPageError: route({
      path: 'POST /v1/page-errors',
      permission: forAnybody,
      summary: 'Report an error of our own page; no field can hold a name, a text, a token or an address',
      body: PageError,
      ignoresKey: true,
    }),
  },
);
