import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { verifyWebhook } from '../client/verify-webhook.ts';
import { isEmail } from '../email.ts';
import { models, sampleOf } from '../model.ts';
import { pathParameters } from '../parameters.ts';
import { isPhone } from '../phone.ts';
import { buildOpenApi } from './openapi.ts';

type Json = Record<string, unknown>;

interface Content {
  schema: Json;
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}

interface Parameter {
  name: string;
  required: boolean;
  example?: unknown;
  schema: Json & { type?: string; enum?: unknown[]; examples?: unknown[] };
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** A copy of the document for Ajv in which objects allow no further fields: an example may not have any. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (!isObject(value)) return value;
  const copy: Json = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, close(inner)]));
  if (typeof copy.$ref === 'string') copy.$ref = copy.$ref.replace(/^#/, 'lectern#');
  const isOpen = 'patternProperties' in copy || 'additionalProperties' in copy;
  if (copy.type === 'object' && !isOpen) copy.additionalProperties = false;
  return copy;
}

const document = buildOpenApi();
const {
  schemas,
  examples: refusals,
  responses,
} = document.components as {
  schemas: Json;
  examples: Json;
  responses: Record<string, { 'x-codes': string[] }>;
};
const ajv = new Ajv({
  allErrors: true,
  strict: false,
  formats: { 'time-zone': true, 'wall-time': true, 'idn-email': isEmail, phone: isPhone },
});
(addFormats as unknown as (target: Ajv) => void)(ajv);
ajv.addSchema({ $id: 'lectern', components: { schemas: close(schemas) } });

function assertValid(schema: Json, example: unknown, where: string): void {
  const { default: _, ...bare } = schema;
  assert.ok(ajv.validate(close(bare) as Json, example), `${where}: ${ajv.errorsText()}`);
}

/** Every object under a key of the document, with its path. */
function* under(wanted: string, value: unknown = document, path = ''): Generator<[string, Json]> {
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'example') continue;
    if (key === wanted && isObject(inner)) yield [path, inner];
    yield* under(wanted, inner, `${path}/${key}`);
  }
}

const contents = [...under('content')].flatMap(([path, content]) =>
  Object.entries(content as Record<string, Content>).map(([type, one]) => ({
    where: `${path} ${type}`,
    ...one,
  })),
);
const isRefusal = (where: string) => where.startsWith('/components/responses/');
const bodies = contents.filter(({ where }) => !isRefusal(where));

test('every body of a request and of a success has an example that its schema allows', () => {
  assert.ok(bodies.length > 150);
  for (const { where, schema, example } of bodies) {
    assert.notEqual(example, undefined, `${where} has no example`);
    assertValid(schema, example, where);
  }
});

test('every refusal has one example for each of its codes, and each code has one example', () => {
  const used = new Set<string>();
  for (const { where, schema, examples = {} } of contents.filter((one) => isRefusal(one.where))) {
    const word = String(schema.$ref).endsWith('/OAuthError') ? 'error' : 'code';
    const shown = Object.entries(examples).map(([name, { $ref }]) => {
      used.add($ref.split('/').at(-1) ?? '');
      const { value } = refusals[$ref.split('/').at(-1) ?? ''] as { value: Json };
      assertValid(schema, value, `${where} ${name}`);
      return value[word];
    });
    const name = where.split(/[/ ]/)[3] ?? '';
    assert.deepEqual([...new Set(shown)].sort(), [...(responses[name]?.['x-codes'] ?? [])].sort(), where);
  }
  assert.deepEqual(Object.keys(refusals).sort(), [...used].sort());
});

const declared = [...under('parameters')].flatMap(([path, list]) =>
  (Object.values(list) as (Parameter | { $ref: string })[])
    .filter((one): one is Parameter => !('$ref' in one))
    .map((one) => ({ where: `${path} ${one.name}`, ...one })),
);

test('a free text parameter has an example; optional ones do not fill in the form of /docs', () => {
  assert.ok(declared.length > 100);
  for (const { where, required, schema, example } of declared) {
    const given = required ? example : schema.examples?.[0];
    if (schema.type === 'string' && !schema.enum)
      assert.notEqual(given, undefined, `${where} has no example`);
    if (given !== undefined) assertValid(schema, given, where);
    // Swagger UI sends `example` with a request, although the reader may not want the filter.
    if (!required) assert.equal(example, undefined, where);
  }
});

test('every parameter of a path is used', () => {
  const names = new Set(declared.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(pathParameters).filter((name) => !names.has(name)),
    [],
  );
});

/** All values of a field in the examples. */
function valuesOf(field: string): Set<unknown> {
  const found = new Set<unknown>();
  const collect = (value: unknown): void => {
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === field && !isObject(inner) && inner !== null) found.add(inner);
      collect(inner);
    }
  };
  for (const { example } of bodies) collect(example);
  return found;
}

const exampleOf = (model: string) => sampleOf(models.get(model)?.schema ?? {}) as Json;
const idOf = (model: string) => exampleOf(model).id;

test('ids in the examples refer to the records that the examples show', () => {
  for (const [field, model] of [
    ['spaceId', 'Space'],
    ['roomId', 'Room'],
    ['callId', 'Call'],
    ['recordId', 'RoomRecord'],
    ['channelId', 'Channel'],
  ] as const) {
    assert.deepEqual([...valuesOf(field)].map(String), [idOf(model)], field);
    assert.equal(pathParameters[field]?.example, idOf(model), field);
  }
  assert.ok([...valuesOf('participantId')].includes(idOf('Participant')));
});

test('the example delivery is signed with the secret of the webhook, in its body and headers', async () => {
  const { secret, signingSecret } = exampleOf('WebhookWithSecret') as unknown as {
    secret: string;
    signingSecret: string;
  };
  assert.equal(signingSecret, `whsec_${Buffer.from(secret).toString('base64')}`);
  const headers = Object.fromEntries(
    declared
      .filter(({ where }) => where.startsWith('/webhooks/'))
      .map(({ name, example, schema }) => [name, example ?? schema.examples?.[0]]),
  );
  const now = new Date(Number(headers['webhook-timestamp']) * 1000);
  const raw = JSON.stringify(exampleOf('Delivery'));
  const { event } = await verifyWebhook(raw, secret, { headers, now } as never);
  assert.equal(event.recordId, idOf('RoomRecord'));
});
