import type { TSchema } from 'typebox';
import { models, sampleOf, wordsOf } from '../model.ts';
import type { Route } from '../route.ts';
import { routes } from '../routes.ts';
import './shapes.ts';

/** The names of bodies and responses without a name of their own, after the first operation that has them. */
const names = new Map<string, { name: string; schema: TSchema; example: unknown }>();

/** Equal schemas have equal keys, whatever values they show. */
const keyOf = (schema: object): string =>
  JSON.stringify(schema, (keyword, value) => (keyword === 'sample' ? undefined : value));

/** The name of a schema that the document refers to. */
export const nameOf = (schema: object): string | undefined =>
  wordsOf(schema).title ?? names.get(keyOf(schema))?.name;

/** The example of a schema: of the first operation that has it, else its own. */
export const exampleOf = (schema: TSchema): unknown => names.get(keyOf(schema))?.example ?? sampleOf(schema);

function give(schema: TSchema, { name, example }: { name: string; example: unknown }): void {
  if (nameOf(schema)) return;
  // One would replace the other in the document.
  if (models.has(name) || [...names.values()].some((other) => other.name === name))
    throw new Error(`two schemas have the name ${name}`);
  names.set(keyOf(schema), { name, schema, example });
}

interface Shape {
  type?: string;
  properties?: { items?: { items?: TSchema } };
}

/** The name of the items of a list. */
function itemNameOf({ properties = {} }: Shape): string | undefined {
  const item = properties.items?.items;
  return item && Object.keys(properties).join() === 'items,total' ? nameOf(item) : undefined;
}

for (const [operation, { body, answer, example }] of Object.entries(routes) as [string, Route][]) {
  const name = operation.charAt(0).toUpperCase() + operation.slice(1);
  if (body) give(body, { name: `${name}Request`, example: example?.body });
  if (!answer || (answer as Shape).type !== 'object') continue;
  const item = itemNameOf(answer as Shape);
  give(answer, { name: item ? `${item}List` : `${name}Response`, example: example?.answer });
}

/** All named schemas by their names. */
export const componentSchemas: Record<string, TSchema> = Object.fromEntries(
  [
    ...[...models].map(([name, { schema }]) => [name, schema] as const),
    ...[...names.values()].map(({ name, schema }) => [name, schema] as const),
  ].sort(([a], [b]) => (a < b ? -1 : 1)),
);
