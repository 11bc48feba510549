import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { PlaybackReport } from '../../../contract/operations/playback-report.ts';
import type { AttendanceReport } from '../../../contract/operations/reports.ts';
import { type Route, statusOf } from '../../../contract/route.ts';
import { type Answer, methodAndPath, type Operation, routes } from '../../../contract/routes.ts';
import { assertCurve, assertInvariants } from '../../src/reports/calls/testing/invariants.ts';
import { assertSessionInvariants } from '../../src/reports/sessions/testing/invariants.ts';
import { noteBody, noteHeaders } from './secrets.ts';

const ajv = new Ajv({ allErrors: true, strict: false, formats: { 'web-address': true } });
(addFormats as unknown as (target: Ajv) => void)(ajv);

interface Known {
  operation: Operation;
  method: string;
  pattern: RegExp;
  definition: Route;
  /** Made at the first response: to compile all schemas takes a quarter of a second in each process. */
  check: (status: number) => ValidateFunction | undefined;
}

const table: Known[] = (Object.keys(routes) as Operation[]).map((operation) => {
  const { method, path } = methodAndPath(operation);
  const definition: Route = routes[operation];
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
  return {
    operation,
    method,
    pattern,
    definition,
    // Ajv keeps what it has compiled.
    check: (status) => {
      const schema = status === 202 && definition.unfinished ? definition.unfinished : definition.answer;
      return schema && ajv.compile(schema);
    },
  };
});

const literal = (path: string) => !path.includes('[^/]+');

function find(method: string, pathname: string): Known | undefined {
  const fitting = table.filter((item) => item.method === method && item.pattern.test(pathname));
  // `/spaces/room-by-alias/x` matches two patterns of the same length; the more literal one wins.
  return fitting.sort((a, b) => Number(literal(b.pattern.source)) - Number(literal(a.pattern.source)))[0];
}

/** Notes the secrets of an exchange, which no log of the server may contain. */
async function noteSecrets(url: string, init: RequestInit | undefined, response: Response): Promise<void> {
  noteHeaders(url, new Headers(init?.headers));
  noteBody(url, init?.body);
  noteHeaders(url, response.headers);
  noteBody(url, await response.clone().text());
}

/** Compares each report with itself, and a final one with the curve of its call, which the same caller may read. */
async function checkReport(
  url: string,
  init: RequestInit | undefined,
  report: AttendanceReport,
): Promise<void> {
  assertInvariants(report);
  if (!report.isFinal) return;
  const calls = new URL(url).pathname.replace(/report\/?$/, 'calls');
  const timeline = await fetch(new URL(`${calls}/${report.call.id}/timeline`, url), init);
  // The call may have been deleted meanwhile.
  if (timeline.ok) assertCurve(report, (await timeline.json()) as Answer<'getAnalyticsCallTimeline'>);
}

/** `fetch` that checks the status and shape of each successful response against the contract. */
export const checkedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  await noteSecrets(String(input), init, response);
  const known = find(init?.method ?? 'GET', new URL(String(input)).pathname);
  if (!known || !response.ok) return response;
  const { operation, definition } = known;
  const check = known.check(response.status);
  const isUnfinished = response.status === 202 && definition.unfinished !== undefined;
  if (response.status !== statusOf(definition) && !isUnfinished) {
    throw new Error(
      `${operation} answered ${response.status}, but its contract says ${statusOf(definition)}`,
    );
  }
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  if (!check || type in (definition.files ?? {})) return response;
  const copy = response.clone();
  const body: unknown = await (definition.answerType ? copy.text() : copy.json());
  if (!check(body)) {
    throw new Error(
      `${operation} answered with a body that its contract does not allow: ${ajv.errorsText(check.errors)}`,
    );
  }
  if (operation === 'getRoomAnalyticsReport')
    await checkReport(String(input), init, body as AttendanceReport);
  if (operation === 'getPlaybackSessionAnalyticsReport') assertSessionInvariants(body as PlaybackReport);
  return response;
};
