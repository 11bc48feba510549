import type { ApiDocument, Described, JsonSchema } from './document.ts';
import type { ForeignIds } from './foreign.ts';

/** The part of a request that violates the document. */
export interface Aim {
  described: Described;
  /** Which of the foreign groups it names. */
  foreign?: ForeignIds;
  /** Path parameters with a foreign id. */
  foreignPath?: readonly string[];
  /** A declared body field with a foreign id. */
  foreignField?: string;
  /** Whether body and query have undeclared fields with foreign ids. */
  hasForeignFields?: boolean;
  /** A list in the body, by its path, and how many items it gets. */
  list?: { path: readonly string[]; schema: JsonSchema; length: number };
}

interface ListField {
  path: string[];
  schema: JsonSchema;
}

/** The lists of a body, including those in nested objects. */
function* listsIn(document: ApiDocument, given: JsonSchema, path: string[] = []): Generator<ListField> {
  const schema = document.resolve(given);
  if (schema.type === 'array') yield { path, schema };
  for (const shape of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])])
    yield* listsIn(document, shape, path);
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    yield* listsIn(document, inner, [...path, name]);
  }
}

const namesIn = ({ path }: Described): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));

/** Requests that every run sends, whatever its seed: each list too long, a foreign id in each parameter. */
export function aimsOf(document: ApiDocument, groups: readonly ForeignIds[]): Aim[] {
  const aims: Aim[] = [];
  for (const described of document.operations) {
    aims.push(...groups.map((foreign) => ({ described, foreign, hasForeignFields: true })));
    const names = namesIn(described);
    if (names.length > 0) aims.push({ described, foreignPath: names });
    if (names.length > 1) aims.push(...names.map((name) => ({ described, foreignPath: [name] })));
    const body = document.resolve(described.body ?? {});
    const fields = Object.keys(body.properties ?? {}).filter((name) => name in (groups[0] ?? {}));
    aims.push(...fields.map((foreignField) => ({ described, foreignField })));
    for (const { path, schema } of listsIn(document, body)) {
      const lengths = [...(schema.maxItems === undefined ? [] : [schema.maxItems + 1]), 100_000];
      aims.push(...lengths.map((length) => ({ described, list: { path, schema, length } })));
    }
  }
  return aims;
}
