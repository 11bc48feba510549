import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import type { Route } from '../../../../../contract/route.ts';
import { routes } from '../../../../../contract/routes.ts';
import { Refusal } from '../../errors.ts';
import { bodyValidator } from './validate.ts';

/** A search that backtracks takes seconds for it; an honest one takes a few milliseconds. */
const length = 100_000;
const longestMs = 1_000;

const repeat = (part: string): string => part.repeat(Math.ceil(length / part.length));
const texts = [
  ' ',
  'a',
  '0',
  '-',
  '.',
  '/',
  'a.',
  'a@',
  '0 ',
  '\u200b',
  'https://a/',
  '%20',
  '(',
  ';x',
].flatMap((part) => [repeat(part), `a${repeat(part)}b`, `+1${repeat(part)}!`]);

/** Each schema of a text within another schema, once. */
function textSchemasIn(schema: unknown, found: Map<string, TSchema>): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { type } = schema as { type?: unknown };
  if (type === 'string') found.set(JSON.stringify({ ...schema, description: undefined }), schema as TSchema);
  else for (const part of Object.values(schema)) textSchemasIn(part, found);
}

test('no text of a body takes long to be read, whatever it has', () => {
  const schemas = new Map<string, TSchema>();
  for (const route of Object.values(routes) as Route[]) {
    textSchemasIn(route.body, schemas);
    textSchemasIn(route.query, schemas);
  }
  assert.ok(schemas.size > 30, `${schemas.size} kinds of texts`);
  for (const [shown, schema] of schemas) {
    const check = bodyValidator(Type.Object({ text: schema }));
    for (const text of texts) {
      const begun = performance.now();
      try {
        check({ text });
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error));
      }
      const took = performance.now() - begun;
      assert.ok(took < longestMs, `${Math.round(took)} ms for ${text.slice(0, 6)}…: ${shown.slice(0, 200)}`);
    }
  }
});
