import type { TSchema } from 'typebox';
import { models, wordsOf } from '../model.ts';
import type { Route } from '../route.ts';
import { routes } from '../routes.ts';
import './shapes.ts';

/** The names of bodies and responses without a name of their own, after the first operation that has them. */
const names = new Map<string, { name: string; schema: TSchema; example: unknown }>();

/** The name of a schema that the document refers to. */
export const nameOf = (schema: object): string | undefined => {
  const { title } = wordsOf(schema);
  return title ?? names.get(JSON.stringify(schema))?.name;
};

/** The example of a schema: of its name, or of the first operation that has it. */
export const exampleOf = (schema: object): unknown =>
  models.get(wordsOf(schema).title ?? '')?.example ?? names.get(JSON.stringify(schema))?.example;

function give(schema: TSchema, { name, example }: { name: string; example: unknown }): void {
  if (nameOf(schema)) return;
  // One would replace the other in the document.
  if (models.has(name) || [...names.values()].some((other) => other.name === name))
    throw new Error(`two schemas have the name ${name}`);
  names.set(JSON.stringify(schema), { name, schema, example });
}

interface Shape {
  type?: string;
  properties?: { items?: { items?: TSchema } };
}

/** The named item of a list. */
function itemOf({ properties = {} }: Shape): TSchema | undefined {
  const item = properties.items?.items;
  const isList = Object.keys(properties).join() === 'items,total';
  return isList && item && nameOf(item) ? item : undefined;
}

for (const [operation, { body, answer, example }] of Object.entries(routes) as [string, Route][]) {
  const name = operation.charAt(0).toUpperCase() + operation.slice(1);
  if (body) give(body, { name: `${name}Request`, example: example?.body });
  if (!answer || (answer as Shape).type !== 'object') continue;
  const item = itemOf(answer as Shape);
  const shown = item && exampleOf(item);
  give(answer, {
    name: item ? `${nameOf(item)}List` : `${name}Response`,
    example: example?.answer ?? (shown && { items: [shown], total: 1 }),
  });
}

/** All named schemas by their names. */
export const componentSchemas: Record<string, TSchema> = Object.fromEntries(
  [
    ...[...models].map(([name, { schema }]) => [name, schema] as const),
    ...[...names.values()].map(({ name, schema }) => [name, schema] as const),
  ].sort(([a], [b]) => (a < b ? -1 : 1)),
);
