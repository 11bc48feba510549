import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { permissionOf } from '../../../contract/permissions/permissions.ts';
import { visible } from '../../../contract/printable.ts';
import type { Route } from '../../../contract/route.ts';
import { methodAndPath, type Operation, routes } from '../../../contract/routes.ts';

import { goodValue } from '../../testing/fuzzing/fuzz.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import {
  type CallerScene,
  makeCallerAccounts,
  makeScene,
  secretKey,
  type TestCaller,
} from '../../testing/people/callers.ts';
import { expectedOf } from '../../testing/people/expected-permission.ts';
import { type RawAnswer, sendRaw } from '../../testing/raw.ts';

let lectern: Lectern;
let scene: CallerScene;
before(async () => {
  lectern = await startInProcess({
    LECTERN_SECRET_KEY: secretKey,
    LECTERN_REGISTRATION: 'open',
    LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0',
  });
  scene = await makeScene(lectern, await makeCallerAccounts(lectern), true);
});
after(() => lectern?.remove());

interface Shape {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  maxLength?: number;
  format?: string;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
}

const operations = (Object.keys(routes) as Operation[]).filter((operation) => operation !== 'issueToken');
const shapesOf = (operation: Operation) => {
  const route: Route = routes[operation];
  return {
    body: route.body as Shape | undefined,
    answer: route.answer as Shape | undefined,
    query: route.query as Shape | undefined,
  };
};

/** The schema of a text or a nullable text. */
const textOf = (shape: Shape): Shape | undefined =>
  shape.type === 'string' ? shape : shape.anyOf?.find((one) => one.type === 'string');

/** Whether a person may write any text. */
const isFree = (shape: Shape | undefined): boolean =>
  shape !== undefined &&
  !shape.enum &&
  (shape.pattern === undefined || shape.pattern === visible) &&
  !shape.format;

/** A caller who may use the operation, if possible the owner. */
function askerOf(operation: Operation): TestCaller {
  if (permissionOf(operation).place === 'nothing') return scene.callers.nobody as TestCaller;
  const may = Object.values(scene.callers).filter((caller) => expectedOf(operation, caller, scene) === 'ok');
  return may.find(({ isOwner }) => isOwner) ?? may.at(-1) ?? assert.fail(`nobody may call ${operation}`);
}

function send(operation: Operation, body: object, query = ''): Promise<RawAnswer> {
  const { method, path } = methodAndPath(operation);
  const { token, cookie } = askerOf(operation);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(scene.ids[name] ?? ''));
  return sendRaw(lectern.url, {
    method,
    path: filled + query,
    headers: { origin: lectern.url, ...(cookie !== undefined && { cookie }) },
    ...(token !== undefined && { token }),
    ...(method !== 'GET' && { type: 'application/json', body: JSON.stringify(body) }),
  });
}

const unkeepable = ['\0', 'a\0b', '\ud800', '\udfff tail'];

test('NUL, half a surrogate pair and too many characters are refused, naming the field, in every text', async () => {
  const told: string[] = [];
  let sent = 0;
  for (const operation of operations) {
    for (const [name, shape] of Object.entries(shapesOf(operation).body?.properties ?? {})) {
      const { maxLength } = textOf(shape) ?? {};
      if (!textOf(shape)) continue;
      const tooLong = maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)];
      for (const text of [...unkeepable, ...tooLong]) {
        sent += 1;
        const { status, body } = await send(operation, { [name]: text });
        const named = (body.details ?? []) as { path: string }[];
        const isNamed = named.some(({ path }) => path === name);
        if (status !== 422 || !isNamed)
          told.push(`${operation}.${name} ${JSON.stringify(text.slice(0, 30))}: ${status}`);
      }
    }
  }
  assert.deepEqual(told, []);
  assert.ok(sent > 150, `${sent} were sent`);
});

test('they are refused in every text of a query too', async () => {
  for (const operation of operations) {
    const properties = shapesOf(operation).query?.properties ?? {};
    for (const [name, shape] of Object.entries(properties)) {
      if (!textOf(shape)) continue;
      const { status } = await send(operation, {}, `?${name}=a%00b`);
      assert.equal(status, 422, `${operation}?${name}`);
    }
  }
});

const hostile = [
  '<script>alert(1)</script>',
  `"><img src=x onerror='alert(1)'>`,
  "'; DROP TABLE users; --",
  '#{7*7} {{7*7}} %s %n',
  'שלום\u200f \u202eabc\u202c',
  '😀'.repeat(100),
  'e\u0301\u0323 ﷽ \ufeff\u2028x',
];

/** Free texts that a response returns under the name that the request used. */
const echoed = operations.flatMap((operation) => {
  // Sign-in texts are compared, not stored. Some need a call, an upload, or a poll that has not started; others write the same names.
  const left = [
    'createDocument',
    'createRecordLink',
    'createSession',
    'startRecord',
    'updateParticipant',
    'updateRoomPoll',
    'updateWaitingMessage',
  ];
  if (left.includes(operation)) return [];
  const { body, answer } = shapesOf(operation);
  return Object.entries(body?.properties ?? {})
    .filter(([name, shape]) => {
      const out = answer?.properties?.[name];
      return isFree(textOf(shape)) && out !== undefined && isFree(textOf(out));
    })
    .map(([name]) => ({ operation, name }));
});

let made = 0;
function bodyWith(operation: Operation, name: string, text: string): Record<string, unknown> {
  const { body: { properties = {}, required = [] } = {} } = shapesOf(operation);
  made += 1;
  const fresh: Record<string, unknown> = {
    ...{ email: `made-${made}@example.org`, password: 'a long password', clientUniqueId: `browser ${made}` },
    ...{ externalId: `made-${made}`, options: [{ option: 'yes' }, { option: 'no' }] },
    ...{ roomId: scene.ids.roomId, channelId: scene.ids.channelId, app_id: scene.ids.appId },
  };
  const good = required.map((field) => [
    field,
    fresh[field] ?? goodValue(field, properties[field] as never, scene.ids),
  ]);
  const longest = textOf(properties[name] ?? {})?.maxLength ?? text.length;
  const fitting = [...text].slice(0, longest).join('');
  return { options: fresh.options, ...Object.fromEntries(good), [name]: fitting };
}

test('every other text comes back unchanged', async () => {
  const told: string[] = [];
  const proven = new Set<string>();
  for (const { operation, name } of echoed) {
    for (const text of hostile) {
      const sent = bodyWith(operation, name, text);
      const { status, body, text: whole } = await send(operation, sent);
      if (status < 300 && body[name] === sent[name]) proven.add(`${operation}.${name}`);
      else
        told.push(
          `${operation}.${name} ${JSON.stringify(text.slice(0, 30))}: ${status} ${whole.slice(0, 200)}`,
        );
    }
  }
  assert.deepEqual(told, []);
  assert.ok(proven.size >= 12, [...proven].join(', '));
});
