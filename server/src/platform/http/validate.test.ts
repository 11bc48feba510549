import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { buildOpenApi } from '../../../../contract/openapi.ts';
import type { Route } from '../../../../contract/route.ts';
import { methodAndPath, type Operation, routes } from '../../../../contract/routes.ts';
import { oddValues } from '../../../testing/fuzz.ts';
import { parseMoment } from '../clock.ts';
import { Refusal } from '../errors.ts';
import { parseWebAddress } from '../web-address.ts';
import { bodyValidator, queryValidator, type Validator } from './validate.ts';

interface Shape {
  type?: string;
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
  };
  const ajv = new Ajv2020({ allErrors: true, strict: false, coerceTypes, formats });
  (addFormats as unknown as (target: Ajv2020, formats: string[]) => void)(ajv, ['email']);
  return ajv;
}

/** Does the document refuse this value of the field? */
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
    return (error.details ?? []).some(({ path }) => path.split('.')[0] === name);
  }
}

const isKeepable = (value: unknown): boolean =>
  typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());
const isText = ({ type, anyOf }: Shape): boolean => type === 'string' || (anyOf?.some(isText) ?? false);

/** docs/api-decisions.md: an optional text sent empty, and an optional field sent as null, count as not sent. */
const countsAsNotSent = ({ properties = {}, required = [] }: Shape, name: string, value: unknown): boolean =>
  !required.includes(name) && (value === null || (value === '' && isText(properties[name] ?? {})));

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
    // References name places in the whole document.
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

test('the document and the validation accept and refuse the same values of every field', () => {
  const faults: string[] = [];
  let tried = 0;
  for (const operation of Object.keys(routes) as Operation[]) {
    for (const { name: part, documented, check, shape, values } of partsOf(operation)) {
      for (const name of Object.keys(shape.properties ?? {})) {
        for (const value of values.filter(isKeepable)) {
          if (part === 'body' && countsAsNotSent(shape, name, value)) continue;
          tried += 1;
          const [inDocument, here] = [
            refusesAsDocumented(documented, name, value),
            refuses(check, name, value),
          ];
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

test('what counts as not sent is refused where it is no text, and in a query', () => {
  const room = bodyValidator(routes.updateRoom.body);
  for (const name of ['isPublic', 'joinSettingsFields', 'joinSettings'])
    assert.ok(refuses(room, name, ''), name);
  assert.ok(!refuses(room, 'redirectUrl', ''));
  const rooms = queryValidator(routes.listRooms.query);
  for (const name of ['search', 'limit', 'order']) assert.ok(refuses(rooms, name, ''), name);
});

test('a URL has a scheme and a host, as it is written', () => {
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
