import { type Route, schemaPath } from '../route.ts';
import { routes } from '../routes.ts';
import { nameOf } from './names.ts';
import { buildOpenApi } from './openapi.ts';

type Json = Record<string, unknown>;

const reference = /^#\/components\/schemas\//;

/** Copies a schema of the OpenAPI document with references to `$defs`, and collects the names that it refers to. */
function localCopy(value: unknown, found: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => localCopy(item, found));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key !== '$ref' || typeof inner !== 'string') return [key, localCopy(inner, found)];
      const name = inner.replace(reference, '');
      found.add(name);
      return [key, `#/$defs/${name}`];
    }),
  );
}

/** Restricts the field `version`, where the schema has one, to the version that the schema describes. */
function withVersion(schema: Json, version: number): Json {
  const properties = schema.properties as Record<string, Json>;
  if (!properties.version) return schema;
  return { ...schema, properties: { ...properties, version: { ...properties.version, const: version } } };
}

/** The schema of one response with all schemas that it refers to. */
function standalone(published: string, { root, schemas }: { root: string; schemas: Json }): Json {
  const names = new Set<string>();
  const schema = localCopy(schemas[root], names) as Json;
  const defs: Json = {};
  // The set grows while it is read: copies add the names that they refer to.
  for (const name of names) defs[name] = localCopy(schemas[name], names);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: schemaPath(published),
    title: root,
    ...withVersion(schema, Number(published.split('/')[1])),
    $defs: Object.fromEntries(Object.entries(defs).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The JSON Schemas that are published for themselves, by name and version, such as `attendance-report/1`. */
export function buildJsonSchemas(): Map<string, Json> {
  const { schemas } = buildOpenApi().components as { schemas: Json };
  const all = Object.values(routes) as Route[];
  return new Map(
    all.flatMap(({ jsonSchema, answer }) => {
      const root = answer && nameOf(answer);
      if (jsonSchema === undefined || root === undefined) return [];
      return [[jsonSchema, standalone(jsonSchema, { root, schemas })]];
    }),
  );
}
