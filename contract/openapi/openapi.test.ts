import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { wordsOf } from '../model.ts';
import { ChatIdIn } from '../operations/chat/objects.ts';
import { type Operation, paths } from '../paths.ts';
import { codesByKind } from '../refusals.ts';
import { type Route, statusOf } from '../route.ts';
import { methodAndPath, routes } from '../routes.ts';
import { ChatId, ExternalId, Id, Phone, Timestamp, TimestampIn, WallTime } from '../shared.ts';
import { buildOpenApi } from './openapi.ts';

interface Json {
  [key: string]: Json;
}

const kept = JSON.parse(readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8')) as Json;
const operations = Object.keys(paths) as Operation[];
const shownPath = (operation: Operation) => methodAndPath(operation).path.replace(/:(\w+)/g, '{$1}');
const methodOf = (operation: Operation) => methodAndPath(operation).method.toLowerCase();
const find = (...steps: string[]): Json | undefined =>
  steps.reduce<Json | undefined>((at, step) => at?.[step], kept);

function* references(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string') yield inner;
    else yield* references(inner);
  }
}

function* schemasBelow(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* schemasBelow(inner);
}

test('generated clients compile each pattern, also without the flag u, and no boolean or set of one value', () => {
  for (const schema of schemasBelow(kept)) {
    const { pattern } = schema;
    if (typeof pattern === 'string') for (const flags of ['', 'u']) new RegExp(pattern, flags);
    assert.notEqual(typeof schema.const, 'boolean', 'openapi-generator makes an enum of strings in Java');
    assert.equal(
      schema.uniqueItems,
      undefined,
      'openapi-generator makes a Set in Java that does not compile',
    );
  }
});

test('the committed document is what the contract generates', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(buildOpenApi())), kept, 'run `npm run generate`');
});

test('the document has exactly the operations of the contract, with their paths and responses', () => {
  for (const operation of operations) {
    const found = find('paths', shownPath(operation), methodOf(operation));
    assert.equal(found?.operationId, operation);
    const answer = found?.responses?.[String(statusOf(routes[operation]))];
    assert.ok(answer, `${operation} has no success`);
    assert.equal(Boolean(answer.content), statusOf(routes[operation]) !== 204, operation);
    assert.equal(Boolean(found?.requestBody), 'body' in routes[operation], operation);
  }
  const count = Object.values(kept.paths ?? {}).flatMap((path) => Object.keys(path)).length;
  assert.equal(count, operations.length);
});

test('all parameters of path templates are declared', () => {
  for (const [path, methods] of Object.entries(kept.paths ?? {})) {
    assert.doesNotMatch(path, /:/);
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    for (const [method, found] of Object.entries(methods)) {
      const parameters = Object.values(found.parameters ?? {}) as unknown as { name: string; in: string }[];
      const declared = parameters.filter((item) => item.in === 'path').map((item) => item.name);
      assert.deepEqual(declared.sort(), names, `${method} ${path}`);
    }
  }
});

test('every reference resolves, and every named component is used', () => {
  const all = new Set(references(kept));
  for (const reference of all) {
    const steps = reference.split('/').slice(1);
    assert.ok(find(...steps), reference);
  }
  for (const kind of ['schemas', 'responses', 'parameters', 'examples']) {
    for (const name of Object.keys(find('components', kind) ?? {})) {
      assert.ok(all.has(`#/components/${kind}/${name}`), `${kind}/${name} is not used`);
    }
  }
});

test('every operation lists its refusals and the credentials that it accepts', () => {
  const schemes = Object.keys(find('components', 'securitySchemes') ?? {});
  for (const operation of operations) {
    const found = find('paths', shownPath(operation), methodOf(operation));
    const { errors = [] }: Route = routes[operation];
    for (const code of errors) {
      const said = Object.values(found?.responses ?? {}).some((answer) => String(answer.$ref).includes(code));
      assert.ok(said, `${operation} does not declare ${code}`);
    }
    const security = Object.values(found?.security ?? {}) as Json[];
    assert.ok(security.length > 0, operation);
    for (const name of security.flatMap((item) => Object.keys(item))) assert.ok(schemes.includes(name), name);
  }
});

const codesAt = (operation: Operation, status: number): string[] => {
  const answer = find('paths', shownPath(operation), methodOf(operation), 'responses', String(status));
  const name = String(answer?.$ref).split('/').at(-1) ?? '';
  return Object.values(find('components', 'responses', name, 'x-codes') ?? {}).map(String);
};

test('an operation that reads a body declares the errors of a body, even without fields', () => {
  for (const operation of operations) {
    if (methodOf(operation) === 'get' || operation === 'issueToken') continue;
    const declared = [400, 413, 415, 422].map((status) => codesAt(operation, status));
    const expected = ['body_unreadable', 'body_too_large', 'unsupported_media_type', 'validation_failed'];
    for (const [at, code] of expected.entries()) {
      assert.ok(declared[at]?.includes(code), `${operation} does not declare ${code}`);
    }
  }
});

test('an operation declares the refusals of its credential and its path', () => {
  for (const operation of ['createSession', 'refreshSession', 'deleteSession', 'register'] as const) {
    assert.ok(codesAt(operation, 403).includes('forbidden'), operation);
  }
  for (const operation of operations.filter((name) => methodAndPath(name).path.includes(':'))) {
    assert.ok(codesAt(operation, 404).includes('not_found'), operation);
  }
  // Their bodies name a channel and a person that may not exist.
  for (const operation of ['leaveChannel', 'createDirect'] as const) {
    assert.ok(codesAt(operation, 404).includes('not_found'), operation);
  }
  assert.ok(codesAt('updateSpace', 403).includes('foreign_origin'));
  assert.ok(!codesAt('getSpace', 403).includes('foreign_origin'));
});

test('a list is described by its items and its total, not by another response with items', () => {
  for (const list of ['RoomRecordList', 'SpaceRecordList']) {
    assert.deepEqual(
      Object.keys(find('components', 'schemas', list, 'properties') ?? {}),
      ['items', 'total'],
      list,
    );
  }
});

test("no definition lists errors that follow from the operation's kind", () => {
  for (const operation of operations) {
    const { errors: named = [] }: Route = routes[operation];
    const following = codesByKind(operation);
    assert.deepEqual(
      named.filter((code) => following.includes(code)),
      [],
      operation,
    );
  }
});

test('the events that we send have an operation and a tag of their own', () => {
  const event = find('webhooks', 'event', 'post');
  const tags = Object.values(kept.paths ?? {}).flatMap((path) =>
    Object.values(path).flatMap((found) => Object.values(found.tags ?? {}).map(String)),
  );
  assert.ok(event?.operationId && !operations.some((name) => name === String(event.operationId)));
  for (const tag of Object.values(event?.tags ?? {})) assert.ok(!tags.includes(String(tag)), String(tag));
});

test('the body and response of each object type have a name, so that generators invent none', () => {
  const named = Object.keys(find('components', 'schemas') ?? {});
  for (const operation of operations) {
    const { body, answer }: Route = routes[operation];
    const found = find('paths', shownPath(operation), methodOf(operation));
    const shown = [
      [body, found?.requestBody],
      [answer, found?.responses?.[String(statusOf(routes[operation]))]],
    ] as const;
    for (const [schema, part] of shown) {
      if ((schema as { type?: string } | undefined)?.type !== 'object') continue;
      const name = String(part?.content?.['application/json']?.schema?.$ref).split('/').at(-1) ?? '';
      assert.ok(named.includes(name), `${operation}: ${name}`);
    }
  }
  for (const response of Object.values(find('components', 'responses') ?? {})) {
    // openapi-generator treats a reference with siblings as a model without fields.
    assert.deepEqual(Object.keys(response.content?.['application/json']?.schema ?? {}), ['$ref']);
  }
});

test('every operation and every parameter has a description', () => {
  const missing: string[] = [];
  for (const operation of operations) {
    const found = find('paths', shownPath(operation), methodOf(operation));
    if (!found?.summary || !found.description) missing.push(operation);
    for (const parameter of Object.values(found?.parameters ?? {})) {
      if (!parameter.$ref && !parameter.description) missing.push(`${operation}: ${parameter.name}`);
    }
  }
  assert.deepEqual(missing, []);
});

/** Every field of an inline schema, with its path and description. */
function* fieldsOf(schema: Json | undefined, at: string): Generator<{ path: string; said: string }> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, inner] of Object.entries(schema)) {
    if (key !== 'properties') {
      yield* fieldsOf(inner, at);
      continue;
    }
    for (const [field, property] of Object.entries(inner)) {
      const shown = property.$ref ? find(...String(property.$ref).split('/').slice(1)) : property;
      yield { path: `${at}.${field}`, said: String(property.description ?? shown?.description ?? '') };
      yield* fieldsOf(property, `${at}.${field}`);
    }
  }
}
const fields = Object.entries(find('components', 'schemas') ?? {}).flatMap(([name, schema]) => [
  ...fieldsOf(schema, name),
]);

/** Fields of an inline schema, or of one below it, that are optional and have a default. */
function* optionalDefaults(schema: Json | undefined, at: string): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  const required = Object.values(schema.required ?? {}).map(String);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if ('default' in property && !required.includes(name)) yield `${at}.${name}`;
  }
  for (const [key, inner] of Object.entries(schema)) yield* optionalDefaults(inner, `${at}.${key}`);
}

test('no optional field has a default, for which openapi-typescript makes it required', () => {
  const schemas = Object.entries(find('components', 'schemas') ?? {});
  assert.deepEqual(
    schemas.flatMap(([name, schema]) => [...optionalDefaults(schema, name)]),
    [],
  );
  const { isPermanent, isNameAsked } =
    find('components', 'schemas', 'GenerateAccessRequest', 'properties') ?? {};
  for (const field of [isPermanent, isNameAsked])
    assert.match(String(field?.description), /Default false[.:]/);
});

/** Such a text describes how a value is written, not what it means. */
const forms = [ChatId, ChatIdIn, ExternalId, Id, Phone, Timestamp, TimestampIn, WallTime].map(
  (schema) => wordsOf(schema).form,
);

test('every field of every schema has a description that says what it means', () => {
  const missing = fields.filter(({ said }) => said === '' || forms.includes(said)).map(({ path }) => path);
  assert.deepEqual(missing, [], `${missing.length} of ${fields.length} fields have no description`);
});

test('no response has alternatives between arrays, for which the native Java generator writes invalid code', () => {
  for (const operation of operations) {
    const found = find('paths', shownPath(operation), methodOf(operation));
    const answer = found?.responses?.[String(statusOf(routes[operation]))];
    const choices = Object.values(answer?.content?.['application/json']?.schema?.anyOf ?? {});
    assert.ok(!choices.some(({ type }) => String(type) === 'array'), operation);
  }
});
