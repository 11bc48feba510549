import type { TSchema } from 'typebox';
import { type ErrorCode, errors } from '../errors.ts';
import { refusalExample } from '../examples/errors.ts';
import { wordsOf } from '../model.ts';
import { pathParameters } from '../parameters.ts';
import { describeAllowedCallers, describeScopes } from '../permissions/allowed-callers.ts';
import { credentialKinds } from '../permissions/permission.ts';
import { permissionOf } from '../permissions/permissions.ts';
import { publishedPattern } from '../printable.ts';
import { codesOf, connectionErrors, oauthErrorOf, takesKey } from '../refusals.ts';
import { type Route, schemaPath, statusOf, type Tag, tags } from '../route.ts';
import { methodAndPath, type Operation, operationsIn, routes } from '../routes.ts';
import { webAddressPattern } from '../shared.ts';
import { componentSchemas, exampleOf, nameOf } from './names.ts';
import { Delivery, deliveryHeaders, ErrorAnswer, OAuthError, responseHeaders } from './shapes.ts';

type Json = Record<string, unknown>;

/** A reference to a named schema, with the description that a field adds to it. */
function refer(name: string, schema: object): Json {
  const { description } = wordsOf(schema);
  const isAdded = description !== wordsOf(componentSchemas[name] ?? {}).description;
  return { $ref: `#/components/schemas/${name}`, ...(isAdded && { description }) };
}

/** Our own formats as standard ones. A plain date is more than generated clients need to know (docs/decisions/0128). */
const standardFormats: Record<string, Json> = {
  'web-address': { format: 'uri', pattern: webAddressPattern },
  day: { format: 'date-time' },
};

/** Copies a schema. Named ones below the top become references, and our own formats become standard ones. */
function write(value: unknown, isTop = false): unknown {
  if (Array.isArray(value)) return value.map((item) => write(item));
  if (typeof value !== 'object' || value === null) return value;
  const name = isTop ? undefined : nameOf(value);
  if (name) return refer(name, value);
  const { form, title, sample, initial, ...keywords } = value as Json;
  const copy: Json = {};
  for (const [key, inner] of Object.entries(keywords)) {
    // openapi-generator makes an enum of strings in Java of a boolean with one value.
    if (key === 'const' && typeof inner === 'boolean') continue;
    copy[key] = key === 'properties' ? writeFields(inner as Json, keywords.required) : write(inner);
    if (key === 'pattern') copy[key] = publishedPattern(String(inner));
    if (key === 'format') Object.assign(copy, standardFormats[String(inner)]);
  }
  return copy;
}

/**
 * States the default of an optional field in its description only: openapi-typescript makes a field with `default`
 * required, and requests as the guides show them would not compile (docs/decisions/0023).
 */
function withoutDefault({ default: initial, ...schema }: Json): Json {
  const { description = '' } = schema;
  const isStated = initial === undefined || /\bdefault\b/i.test(String(description));
  return isStated ? schema : { ...schema, description: `${description} Default ${initial}.`.trim() };
}

function writeFields(fields: Json, required: unknown = []): Json {
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => {
      const written = write(schema) as Json;
      return [name, isRequired(name) ? written : withoutDefault(written)];
    }),
  );
}

/** The headers of a response by its status, as references. */
const headersOf = (status: number): Json =>
  Object.fromEntries(
    Object.entries(responseHeaders)
      .filter(([, { only }]) => only === undefined || only === status)
      .map(([name]) => [name, { $ref: `#/components/headers/${name}` }]),
  );

const jsonContent = (schema: TSchema, example = exampleOf(schema)) => ({
  'application/json': { schema: write(schema), example },
});

function requestBody(operation: Operation, schema: TSchema): Json {
  const required = Array.isArray((schema as Json).required);
  const { example }: Route = routes[operation];
  const content = jsonContent(schema, example?.body);
  if (operation !== 'issueToken') return { required, content };
  return {
    required,
    content: { ...content, 'application/x-www-form-urlencoded': content['application/json'] },
  };
}

const nameOfRefusal = (code: ErrorCode, isOAuth: boolean) => (isOAuth ? `oauth.${code}` : code);

function errorAnswer(codes: ErrorCode[], isOAuth: boolean): Json {
  const description = codes.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n\n');
  return {
    description,
    'x-codes': isOAuth ? [...new Set(codes.map(oauthErrorOf))] : codes,
    headers: headersOf(errors[codes[0] ?? 'internal'].status),
    content: {
      'application/json': {
        // A reference alone: with siblings, openapi-generator would drop the reference and create an empty model.
        schema: write(isOAuth ? OAuthError : ErrorAnswer),
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${nameOfRefusal(code, isOAuth)}` }]),
        ),
      },
    },
  };
}

/** One example for each code that an operation returns. */
function refusalExamples(): Json {
  const examples: Json = {};
  for (const operation of Object.keys(routes) as Operation[]) {
    const isOAuth = operation === 'issueToken';
    for (const code of codesOf(operation)) {
      examples[nameOfRefusal(code, isOAuth)] = { value: refusalExample(code, isOAuth) };
    }
  }
  return Object.fromEntries(Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The refusals of one operation as references; the responses themselves are collected in `kept`, each once. */
function refusals(operation: Operation, kept: Map<string, Json>): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(operation)) {
    const { status } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const answers: Json = {};
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const isOAuth = operation === 'issueToken';
    const name = [status, ...(isOAuth ? ['oauth'] : []), ...codes].join('.');
    if (!kept.has(name)) kept.set(name, errorAnswer(codes, isOAuth));
    answers[status] = { $ref: `#/components/responses/${name}` };
  }
  return answers;
}

/**
 * Swagger UI fills in its form with the `example` of a parameter: right for a required one, but an unwanted filter
 * empties a list. The example of an optional one is in its schema.
 */
function withExample(example: unknown, parameter: { required: boolean; schema: Json }): Json {
  if (example === undefined) return parameter;
  if (parameter.required) return { ...parameter, example };
  return { ...parameter, schema: { ...parameter.schema, examples: [example] } };
}

function parametersOf(operation: Operation): Json[] {
  const { query, example }: Route = routes[operation];
  const inPath = [...methodAndPath(operation).path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathParameters[name]?.description,
    schema: write(pathParameters[name]?.schema),
    example: example?.path?.[name] ?? pathParameters[name]?.example,
  }));
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    description: schema.description,
    ...withExample((example?.query as Json | undefined)?.[name] ?? pathParameters[name]?.example, {
      required: required.includes(name),
      schema: write(schema) as Json,
    }),
  }));
  return [...inPath, ...inQuery];
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key and body within 24 hours return the values of the first response again; the order of its fields may differ.',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['lesson-algebra-7b-2026-03-17'] },
};

/** The files that an operation responds with, by content type. */
const filesOf = ({ files = {} }: Route): Json =>
  Object.fromEntries(
    Object.entries(files).map(([type, example]) => [
      type,
      { schema: { type: 'string', format: 'binary' }, example },
    ]),
  );

/** Names the JSON Schema of the response, if it is published for itself. */
const publishedSchema = ({ jsonSchema }: Route): string =>
  jsonSchema === undefined
    ? ''
    : `\n\nThe JSON response follows the versioned JSON Schema [${schemaPath(jsonSchema)}](${schemaPath(jsonSchema)}).`;

/** The response of an operation that goes on after it. */
const unfinished = (schema: TSchema): Json => ({
  description: 'Accepted; the work goes on.',
  headers: headersOf(202),
  content: jsonContent(schema),
});

function operationOf(operation: Operation, tag: string, kept: Map<string, Json>): Json {
  const route: Route = routes[operation];
  const parameters = parametersOf(operation);
  if (takesKey(operation)) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  const success = route.answer
    ? {
        description: 'Done.',
        headers: headersOf(statusOf(route)),
        content: {
          [route.answerType ?? 'application/json']: {
            schema: write(route.answer),
            example: route.example?.answer ?? exampleOf(route.answer),
          },
          ...filesOf(route),
        },
      }
    : { description: 'Done; there is no body.', headers: headersOf(statusOf(route)) };
  return {
    operationId: operation,
    summary: route.summary,
    description: `Allowed for: ${describeAllowedCallers(operation)}${describeScopes(operation)}${publishedSchema(route)}`,
    tags: [tag],
    security: permissionOf(operation).by.map((kind) => (kind === 'anybody' ? {} : { [`${kind}Token`]: [] })),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: requestBody(operation, route.body) }),
    responses: {
      [statusOf(route)]: success,
      ...(route.unfinished && { 202: unfinished(route.unfinished) }),
      ...refusals(operation, kept),
    },
  };
}

/** A tag of its own: generators write one class for each tag and would overwrite a shared one. */
const eventsTag = { name: 'Events', description: 'The requests that Lectern sends to a webhook.' };

const deliveryOperation = {
  operationId: 'receiveEvent',
  summary: "Receive an event of a group at the group's webhook",
  description:
    'Lectern sends this request to the URL of the webhook. The signature proves who sent it. Events of calls and recordings are sent to every webhook unless its `eventNames` leave them out; session_started, session_finished, report_ready, transcription_ready, transcription_failed, document_ready and document_failed only if `events` or `eventNames` of the webhook name them.',
  tags: ['Events'],
  security: [],
  parameters: deliveryHeaders.map(({ required, schema, example, ...header }) => ({
    ...header,
    ...withExample(example, { required, schema }),
  })),
  requestBody: { required: true, content: jsonContent(Delivery) },
  responses: { '2XX': { description: 'Processed. Anything else is sent again, three times in all.' } },
};

const info = {
  title: 'Lectern',
  version: '1',
  description:
    'Online meetings that a learning management system drives over HTTP. Permissions by role: [one table](/docs/guides/permissions). Instructions: [guides](/docs). JSON is read under the content type text/plain, too. ' +
    `Before an operation is found, the response may be ${connectionErrors.map((code) => `${errors[code].status} \`${code}\``).join(', ')}.`,
};

/** The OpenAPI 3.1 document of the whole contract. */
export function buildOpenApi(): Json {
  const paths: Record<string, Json> = {};
  const kept = new Map<string, Json>();
  for (const tag of Object.keys(tags) as Tag[]) {
    for (const operation of operationsIn(tag)) {
      const { method, path } = methodAndPath(operation);
      const shown = path.replace(/:(\w+)/g, '{$1}');
      paths[shown] = { ...paths[shown], [method.toLowerCase()]: operationOf(operation, tag, kept) };
    }
  }
  const schemes = Object.entries(credentialKinds).map(([kind, description]) => [
    `${kind}Token`,
    kind === 'session'
      ? { type: 'apiKey', in: 'cookie', name: 'accessToken', description }
      : { type: 'http', scheme: 'bearer', description },
  ]);
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    tags: [...Object.entries(tags).map(([name, description]) => ({ name, description })), eventsTag],
    paths,
    webhooks: { event: { post: deliveryOperation } },
    components: {
      schemas: Object.fromEntries(
        Object.entries(componentSchemas).map(([name, schema]) => [name, write(schema, true)]),
      ),
      parameters: { IdempotencyKey: idempotencyKey },
      examples: refusalExamples(),
      headers: Object.fromEntries(
        Object.entries(responseHeaders).map(([name, { only: _, ...header }]) => [name, write(header)]),
      ),
      responses: Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: Object.fromEntries(schemes),
    },
  };
}
