import {
  type Static,
  type TObject,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  Type,
} from 'typebox';

/**
 * Keywords of our schemas that no validator reads. `form` says how a value is written, beside what it means; `sample` is
 * a value that the OpenAPI document shows; `initial` is the value in a new object (docs/decisions/0157).
 */
interface Words {
  title?: string;
  description?: string;
  form?: string;
  sample?: unknown;
  initial?: unknown;
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

/** A value of which no part can be changed, such as one with `as const`. */
export type Fixed<T> = T extends object ? { readonly [K in keyof T]: Fixed<T[K]> } : T;

/** TypeBox keeps the kind of a schema in hidden properties, which a spread would lose. */
const copyWith = <T extends TSchema>(schema: T, words: Words): T =>
  Object.assign(Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as T, words);

/** A copy of a schema for one field, with what the field means. */
export function About<T extends TSchema>(schema: T, meaning: string, sample?: Fixed<Static<T>>): T {
  const { form } = wordsOf(schema);
  const description = form === undefined ? meaning : `${meaning} ${form}`;
  return copyWith(schema, { description, ...(sample !== undefined && { sample }) });
}

/** A copy of a schema for one field, with a value of it. */
export const Sample = <T extends TSchema>(schema: T, sample: Fixed<Static<T>>): T =>
  copyWith(schema, { sample });

/** A copy of a schema for one field, with its value in a new object. */
export const Initial = <T extends TSchema>(schema: T, initial: Fixed<Static<T>>): T =>
  copyWith(schema, { initial });

/** The values of fields in a new object. */
export const initialOf = <F extends Record<string, TSchema>>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, wordsOf(field).initial])) as {
    [K in keyof F]: Static<F[K]>;
  };

/** Shows another value of a named schema than that of its parts. */
export function giveExample<T extends TSchema>(schema: T, example: Fixed<Static<T>>): void {
  const model = models.get(wordsOf(schema).title ?? '');
  if (!model) throw new Error('only a named schema has an example');
  model.example = example;
}

interface Shape {
  properties?: Readonly<Record<string, TSchema>>;
  required?: readonly string[];
  items?: TSchema;
  anyOf?: readonly TSchema[];
  const?: unknown;
}

/** The values of fields that have one; undefined if a required field has none, or if no field has one. */
function valuesOf({ properties = {}, required = [] }: Shape): object | undefined {
  const values = Object.fromEntries(
    Object.entries(properties)
      .map(([name, field]) => [name, shownBy(field)] as const)
      .filter(([, value]) => value !== undefined),
  );
  const isShown = Object.keys(properties).length === 0 || Object.keys(values).length > 0;
  return isShown && required.every((name) => name in values) ? values : undefined;
}

function shownBy(schema: TSchema): unknown {
  const { title = '', sample = models.get(title)?.example } = wordsOf(schema);
  if (sample !== undefined) return sample;
  const { properties, items, anyOf = [], const: only } = schema as Shape;
  if (properties) return valuesOf(schema as Shape);
  const item = items && shownBy(items);
  if (item !== undefined) return [item];
  return only ?? anyOf.map(shownBy).find((value) => value !== undefined);
}

/** The value that the OpenAPI document shows for a schema: its own, else the values of its parts. */
export const sampleOf = <T extends TSchema>(schema: T): Static<T> => shownBy(schema) as Static<T>;
