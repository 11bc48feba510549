import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type TSchema, Type } from 'typebox';
import { isEmail } from '../../../../../contract/email.ts';
import { readIgnored } from '../../../../../contract/ignored-fields.ts';
import { buildOpenApi } from '../../../../../contract/openapi/openapi.ts';
import { isPhone } from '../../../../../contract/phone.ts';
import type { Route } from '../../../../../contract/route.ts';
import { methodAndPath, type Operation, routes } from '../../../../../contract/routes.ts';
import { oddValues } from '../../../../testing/fuzzing/fuzz.ts';
import { isTimeZone, isWallTime, parseMoment } from '../../clock.ts';
import { Refusal } from '../../errors.ts';
import { parseWebAddress } from '../../web-address.ts';
import { createIgnoredFinder } from './ignored.ts';
import { bodyValidator, queryValidator, type Validator } from './validate.ts';

interface Shape {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Shape;
  patternProperties?: Record<string, Shape>;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
}
interface Described {
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
}

const document = buildOpenApi() as { paths: Record<string, Record<string, Described>>; components: object };

function reader(coerceTypes: boolean): Ajv2020 {
  const formats = {
    uuid: /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
    'date-time': (text: string) => parseMoment(text) !== undefined,
    uri: (text: string) => parseWebAddress(text) !== undefined,
    'time-zone': isTimeZone,
    'wall-time': isWallTime,
    'idn-email': isEmail,
    phone: isPhone,
  };
  return new Ajv2020({ allErrors: true, strict: false, coerceTypes, formats });
}

/** Does the OpenAPI document refuse this value of the field? */
function refusesAsDocumented(check: ValidateFunction, name: string, value: unknown): boolean {
  check({ [name]: structuredClone(value) });
  return (check.errors ?? []).some(({ instancePath }) => instancePath.split('/')[1] === name);
}

function refuses(check: Validator, name: string, value: unknown): boolean {
  try {
    check({ [name]: structuredClone(value) });
    return false;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.details.some(({ path }) => path.split('.')[0] === name);
  }
}

const isKeepable = (value: unknown): boolean =>
  typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());
/** docs/api-decisions.md: an empty optional field and an optional null count as not sent. */
const countsAsNotSent = ({ required = [] }: Shape, name: string, value: unknown): boolean =>
  !required.includes(name) && (value === null || value === '');

/** The values of other types with the same digits or word, which a body may mean. */
function readingsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const [first = [], ...others] = value.map((item) => [item, ...readingsOf(item)]);
    return first.map((item, index) => [item, ...others.map((readings) => readings[index] ?? readings[0])]);
  }
  const meant: unknown[] = [];
  if (['true', '1', 1].includes(value as string | number)) meant.push(true);
  if (['false', '0', 0].includes(value as string | number)) meant.push(false);
  if (typeof value === 'number' && Math.abs(value) < 2 ** 53) meant.push(String(value));
  if (typeof value === 'string' && /^\d+$/.test(value)) meant.push(Number(value));
  return meant;
}

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

interface Part {
  name: string;
  documented: ValidateFunction;
  check: Validator;
  shape: Shape;
  values: readonly unknown[];
}

const lists = ['', 'x', [], [''], [1], [null], ['x', 'x'], {}, [{}]];

function partsOf(operation: Operation): Part[] {
  const { method, path } = methodAndPath(operation);
  const { body, query }: Route = routes[operation];
  const { parameters = [], requestBody } =
    document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {};
  const { components } = document;
  const parts: Part[] = [];
  if (body && requestBody && operation !== 'issueToken') {
    const schema = requestBody.content['application/json']?.schema ?? {};
    // References resolve within the whole document.
    const documented = reader(false).compile({ ...schema, components });
    const values = [...oddValues, ...lists];
    parts.push({ name: 'body', documented, check: bodyValidator(body), shape: body as Shape, values });
  }
  if (query) {
    const inQuery = parameters.filter((item) => item.in === 'query');
    const properties = Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]));
    const documented = reader(true).compile({ type: 'object', properties, components });
    const texts = oddValues.filter((value) => typeof value !== 'object').map(String);
    const values = [...texts, ['x', 'y'], ['1', '2']];
    parts.push({ name: 'query', documented, check: queryValidator(query), shape: query as Shape, values });
  }
  return parts;
}

test('the OpenAPI document and the validation accept and refuse the same values of every field', () => {
  const faults: string[] = [];
  let tried = 0;
  for (const operation of Object.keys(routes) as Operation[]) {
    for (const { name: part, documented, check, shape, values } of partsOf(operation)) {
      for (const name of Object.keys(shape.properties ?? {})) {
        for (const value of values.filter(isKeepable)) {
          if (part === 'body' && countsAsNotSent(shape, name, value)) continue;
          tried += 1;
          // The texts of a query are already coerced by the reader of the document, except "1" and "0".
          const meant = part === 'body' ? readingsOf(value) : readingsOf(value).filter(isBoolean).map(String);
          const readings = [value, ...meant];
          const inDocument = readings.every((reading) => refusesAsDocumented(documented, name, reading));
          const here = refuses(check, name, value);
          if (inDocument !== here) {
            const shown = JSON.stringify(value).slice(0, 60);
            faults.push(
              `${operation} ${part} ${name} ${shown}: refused ${here}, by the document ${inDocument}`,
            );
          }
        }
      }
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(tried > 5_000, `${tried} values`);
});

test('a body of a form is read as its fields are declared, at any depth', () => {
  const link = bodyValidator(routes.generateAccess.body);
  const sent = {
    ...{ username: 4711, role: 'user', externalUserId: 4711.5, ttl: '3600', isPermanent: '1' },
    ...{ isNameAsked: 'false', email: '', expiresAt: '', phone: 4915112345678, fields: '' },
  };
  assert.deepEqual(link(sent), {
    ...{ username: '4711', role: 'user', externalUserId: '4711.5', ttl: 3600, isPermanent: true },
    ...{ isNameAsked: false, phone: '4915112345678' },
  });
  const id = '0C7A4E0E-98A6-4B7B-9D4E-3D2A9B8B5B0A';
  assert.deepEqual(link({ username: 'Ann', role: 'user', fields: { [id]: 12, email: '' } }), {
    ...{ username: 'Ann', role: 'user', isPermanent: false, isNameAsked: false, fields: { [id]: '12' } },
  });
  const room = bodyValidator(routes.updateRoom.body);
  const field = { slug: 'email', type: 'email', title: 'admin.classrooms.email', enabled: 1, required: '0' };
  const whole = room({
    isPublic: '',
    joinSettings: { fields: [{ ...field, description: '' }], customFields: '' },
  });
  assert.deepEqual(whole, { joinSettings: { fields: [{ ...field, enabled: true, required: false }] } });
});

test('email addresses and phone numbers reach a handler in their stored form', () => {
  const link = bodyValidator(routes.generateAccess.body);
  const written = { email: ' Anna@Почта.РФ', phone: '+49 (0)30 / 123-456 ext 7' };
  const stored = { email: 'Anna@xn--80a1acny.xn--p1ai', phone: '+4930123456 ext. 7' };
  const flags = { isPermanent: false, isNameAsked: false };
  const person = { username: 'Ann', role: 'user' };
  assert.deepEqual(link({ ...person, ...written, fields: { ...written } }), {
    ...{ ...person, ...flags, ...stored, fields: stored },
  });
  assert.ok(refuses(link, 'fields', { email: 'anna@localhost' }) && refuses(link, 'phone', 'call me'));
  assert.ok(!refuses(link, 'fields', { email: ' ', phone: ' ' }));
});

test('a value that only resembles the declared type is refused', () => {
  const link = bodyValidator(routes.generateAccess.body);
  for (const username of ['', '\u3164\u200b\u{e0020}', null, true, 2 ** 53, 1e21, [4711], { is: 4711 }])
    assert.ok(refuses(link, 'username', username), String(username));
  for (const ttl of [' ', '1e3', '0x10', ' 60', '60.5', '9007199254740993', true, ['60']])
    assert.ok(refuses(link, 'ttl', ttl), String(ttl));
  for (const isPermanent of ['yes', 'TRUE', ' 1', 2, '2', []])
    assert.ok(refuses(link, 'isPermanent', isPermanent), String(isPermanent));
});

test('in a query, "1" and "0" are booleans, and an empty filter is refused', () => {
  const members = queryValidator(routes.deleteRecord.query);
  assert.deepEqual(members({ force: '1' }), { force: true });
  assert.deepEqual(members({ force: '0' }), { force: false });
  const rooms = queryValidator(routes.listRooms.query);
  for (const name of ['search', 'limit', 'order']) assert.ok(refuses(rooms, name, ''), name);
});

function messageOf(check: Validator, value: unknown): string {
  try {
    check(value);
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error.message;
  }
  throw new Error('the value was accepted');
}

test('the message of a refusal names the first bad field, and how many more there are', () => {
  const link = bodyValidator(routes.generateAccess.body);
  const role = 'role: must be one of user, moderator';
  assert.equal(messageOf(link, { username: 'Ann', role: 'teacher' }), role);
  assert.equal(messageOf(link, { username: 'Ann', role: 'teacher', ttl: 0 }), `${role} (and 1 more)`);
  assert.equal(messageOf(link, 'x'), 'the body: must be a JSON object');
  const name = 'x'.repeat(100_000);
  const long = messageOf(bodyValidator(routes.createRoom.body), { name: 'Algebra', [name]: '\0' });
  assert.equal(long, `${name.slice(0, 200)}…: must not contain NUL or half of a surrogate pair`);
});

test('a misspelled parameter of a query is refused unless the one that it resembles is there; others are ignored', () => {
  const calls = queryValidator(routes.analyticsCalls.query);
  const sent = () => ({ date: '2026-03-17', roomid: 'x', limitt: '1', foo: '1', constructor: '1' });
  assert.equal(messageOf(calls, sent()), 'roomid: is no parameter; did you mean roomId? (and 1 more)');
  assert.deepEqual(
    detailsOf(calls, { ...sent(), roomId: foreign.slice(0, 24) }).map(({ path }) => path),
    ['limitt', 'roomId'],
  );
  assert.deepEqual(calls({ date: '2026-03-17', limit: '5', limitt: '1', foo: '1' }), {
    ...{ date: '2026-03-17', limit: 5 },
    ...{ offset: 0 },
  });
});

test('a URL with a user name is refused for this reason', () => {
  const webhook = bodyValidator(routes.createWebhook.body);
  const url = 'https://u:p@example.org/';
  assert.equal(messageOf(webhook, { url }), 'url: must not have a user name or a password');
  assert.equal(messageOf(webhook, { url: 'ftp://x' }), 'url: must be an http or https address');
});

test('a URL must have a scheme and a host as written', () => {
  const space = bodyValidator(routes.createSpace.body);
  const bad = [
    'http:///x',
    'https:////x',
    'http:x',
    'HTTP:\\\\x',
    'http://',
    'http://@x/',
    'http://a:b@x/',
    ' http://x',
    'ht\ntp://x',
    'ftp://x',
    'http://?x',
  ];
  for (const url of bad) assert.ok(refuses(space, 'logo', url), url);
  const good = [
    'http://x',
    'HTTPS://X/',
    'https://пример.рф/курс?a=б#в',
    'http://[::1]:8080/?@',
    'https://x/a@b',
  ];
  for (const url of good) assert.ok(!refuses(space, 'logo', url), url);
});

/** Names that handlers add to a body: those of authorised resources. */
const authorised = [
  ...['spaceId', 'roomId', 'caller', 'userId', 'id', 'secret', 'ownerId', 'participantId', 'access', 'ip'],
  ...['__proto__', 'constructor', 'toString'],
];
const foreign = '00000000-0000-4000-8000-000000000000';

/** A value with every declared object of the schema, each with undeclared fields added. */
function withForeign(shape: Shape): unknown {
  if (shape.anyOf)
    return withForeign(shape.anyOf.find(({ type }) => type === 'object') ?? shape.anyOf[0] ?? {});
  if (shape.items) return [withForeign(shape.items)];
  if (shape.type !== 'object')
    return shape.type === 'boolean' ? true : (shape.enum?.[0] ?? shape.const ?? 'x');
  const declared = Object.entries(shape.properties ?? {}).map(([name, inner]) => [name, withForeign(inner)]);
  const undeclared = authorised.map((name) => [name, foreign]);
  // Declared fields win over undeclared ones of the same name.
  return Object.fromEntries([...undeclared, ...declared]);
}

/** Names of fields that the schema does not declare, at any depth. */
function undeclaredIn(value: unknown, shape: Shape): string[] {
  if (shape.anyOf) {
    const lists = shape.anyOf.map((inner) => undeclaredIn(value, inner));
    return lists.reduce((fewest, list) => (list.length < fewest.length ? list : fewest));
  }
  if (Array.isArray(value)) return value.flatMap((item) => undeclaredIn(item, shape.items ?? {}));
  if (typeof value !== 'object' || value === null || shape.patternProperties) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    Object.hasOwn(shape.properties ?? {}, name)
      ? undeclaredIn(inner, shape.properties?.[name] ?? {})
      : [name],
  );
}

test('a handler gets no undeclared field of a body or a query, at any depth', () => {
  let tried = 0;
  for (const operation of Object.keys(routes) as Operation[]) {
    const { body = Type.Object({}), query }: Route = routes[operation];
    for (const [schema, validator] of [
      [body, bodyValidator],
      [query, queryValidator],
    ] as const) {
      if (!schema) continue;
      const sent = withForeign(schema as Shape) as Record<string, unknown>;
      assert.ok(undeclaredIn(sent, schema as Shape).length > 5, operation);
      // Values need not be valid here: this is about names.
      const loose = withoutLimits(schema as Shape) as TSchema;
      const got = validator(loose)(sent) as object;
      assert.equal(Object.getPrototypeOf(got), Object.prototype);
      assert.deepEqual(undeclaredIn(got, schema as Shape), [], operation);
      const declared = Object.keys((schema as Shape).properties ?? {});
      assert.deepEqual(Object.keys(got).sort(), declared.sort(), operation);
      tried += 1;
    }
  }
  assert.ok(tried > 100, `tried ${tried} schemas`);
});

/** The same schema for any values. */
function withoutLimits({ anyOf, properties, patternProperties, items }: Shape): Shape {
  return {
    ...(anyOf && { anyOf: anyOf.map(withoutLimits) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, withoutLimits(inner)]),
      ),
    }),
    ...(patternProperties && { patternProperties }),
    ...(items && { items: withoutLimits(items) }),
  };
}

function detailsOf(check: Validator, value: unknown) {
  try {
    check(value);
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error.details;
  }
  return [];
}

test('a list far beyond its limit is one fault, beside other faults', () => {
  const check = bodyValidator(routes.createRoom.body);
  const items = Array.from({ length: 40_000 }, () => ({}));
  const details = detailsOf(check, { name: true, joinSettings: { fields: items } });
  assert.ok(details.length < 30, `${details.length} details`);
  const messages = new Map(details.map(({ path, message }) => [path, message]));
  assert.match(String(messages.get('joinSettings.fields')), /at most \d+ items?/);
  assert.ok(messages.has('name'));
});

test('an object with far too many fields is one fault, and only as many as allowed are checked', () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `${foreign.slice(0, -5)}${10_000 + index}`);
  for (const operation of ['generateAccess', 'createParticipant'] as const) {
    const check = bodyValidator(routes[operation].body);
    const fieldsOf = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
    const body = { roomId: '0'.repeat(24), username: 'Ann', role: 'user', clientUniqueId: foreign };
    const tooMany = { path: 'fields', message: 'must have at most 60 fields' };
    assert.deepEqual(detailsOf(check, { ...body, fields: fieldsOf('x') }), [tooMany], operation);
    const details = detailsOf(check, { ...body, fields: fieldsOf(true) });
    assert.deepEqual(details[0], tooMany);
    assert.equal(details.length, 61);
  }
});

test('of many faults a hundred are listed, with the number of the others', () => {
  const body = { name: 'x', more: Array.from({ length: 150 }, () => '\0') };
  const details = detailsOf(bodyValidator(routes.createRoom.body), body);
  assert.equal(details.length, 101);
  assert.deepEqual(details.at(-1), { path: '', message: '50 faults more' });
});

const ignoredIn = (operation: Operation, body: unknown): string[] =>
  readIgnored(createIgnoredFinder(operation)({ query: {}, body }) ?? null);

test('the header of ignored fields lists at most a thousand', () => {
  const body = Object.fromEntries(Array.from({ length: 95_000 }, (_, index) => [`f${index}`, 1]));
  const listed = ignoredIn('createRoom', body);
  assert.equal(listed[0], 'f0');
  assert.equal(listed.length - 1 + Number(listed.at(-1)), 1000);
});

test('a creation lists read-only fields as ignored, a change does not', () => {
  const body = { name: 'x', alias: 'y', id: foreign, spaceId: foreign };
  assert.deepEqual(ignoredIn('createRoom', body), ['alias', 'id', 'spaceId']);
  assert.deepEqual(ignoredIn('updateRoom', body), []);
});
