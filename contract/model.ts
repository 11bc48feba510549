import {
  type Static,
  type TObject,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  Type,
} from 'typebox';

/** Keywords of our schemas that no validator reads. `form` says how a value is written, beside what it means. */
interface Words {
  title?: string;
  description?: string;
  form?: string;
}
export const wordsOf = (schema: object): Words => schema;

/**
 * The schemas by the names under which the OpenAPI document refers to them: without one, generators invent
 * `InlineObject12` (docs/decisions/0023).
 */
export const models = new Map<string, { schema: TSchema; example?: unknown }>();

/** Names a new schema. */
export function named<T extends TSchema>(title: string, schema: T): T {
  // One would replace the other in the document.
  if (models.has(title)) throw new Error(`two schemas have the name ${title}`);
  models.set(title, { schema: Object.assign(schema, { title }) });
  return schema;
}

/** An object with a name. */
export const Model = <P extends TProperties>(
  title: string,
  properties: P,
  options: TObjectOptions = {},
): TObject<P> => named(title, Type.Object(properties, options));

/** The options of a schema whose values need a description of how they are written. */
export const written = (form: string) => ({ description: form, form });

/** A copy of a schema for one field, with what the field means. */
export function About<T extends TSchema>(schema: T, meaning: string): T {
  const { form } = wordsOf(schema);
  const description = form === undefined ? meaning : `${meaning} ${form}`;
  // TypeBox keeps the kind of a schema in hidden properties, which a spread would lose.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as T;
  return Object.assign(copy, { description });
}

/** A value of which no part can be changed: what `as const` gives, too. */
export type Fixed<T> = T extends object ? { readonly [K in keyof T]: Fixed<T[K]> } : T;

/** Shows a value of a named schema in the OpenAPI document, also as the only item of a list. */
export function giveExample<T extends TSchema>(schema: T, example: Fixed<Static<T>>): void {
  const model = models.get(wordsOf(schema).title ?? '');
  if (!model) throw new Error('only a named schema has an example');
  model.example = example;
}
