import type { TSchema } from 'typebox';
import { models, wordsOf } from '../model.ts';
import type { Route } from '../route.ts';
import { routes } from '../routes.ts';
import './shapes.ts';

/** The names of bodies and responses without a name of their own, after the first operation that has them. */
const names = new Map<string, { name: string; schema: TSchema }>();

/** The name of a schema that the document refers to. */
export const nameOf = (schema: object): string | undefined => {
  const { title } = wordsOf(schema);
  return title ?? names.get(JSON.stringify(schema))?.name;
};

function give(schema: TSchema, name: string): void {
  if (nameOf(schema)) return;
  // One would replace the other in the document.
  if (models.has(name) || [...names.values()].some((other) => other.name === name))
    throw new Error(`two schemas have the name ${name}`);
  names.set(JSON.stringify(schema), { name, schema });
}

interface Shape {
  type?: string;
  properties?: { items?: { items?: TSchema } };
}

function nameOfAnswer(operation: string, { properties = {} }: Shape): string {
  const item = properties.items?.items;
  const isList = Object.keys(properties).join() === 'items,total';
  const name = isList && item ? nameOf(item) : undefined;
  return name ? `${name}List` : `${operation}Response`;
}

for (const [operation, { body, answer }] of Object.entries(routes) as [string, Route][]) {
  const name = operation.charAt(0).toUpperCase() + operation.slice(1);
  if (body) give(body, `${name}Request`);
  if (answer && (answer as Shape).type === 'object') give(answer, nameOfAnswer(name, answer as Shape));
}

/** All named schemas by their names. */
export const componentSchemas: Record<string, TSchema> = Object.fromEntries(
  [...models, ...[...names.values()].map(({ name, schema }) => [name, schema] as const)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  ),
);
