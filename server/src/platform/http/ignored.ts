import { type FieldPath, writeIgnored } from '../../../../contract/ignored-fields.ts';
import { Empty, type Route } from '../../../../contract/route.ts';
import { methodAndPath, type Operation, routes } from '../../../../contract/routes.ts';

interface Shape {
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
  additionalProperties?: unknown;
  items?: Shape;
  anyOf?: Shape[];
}

/** The record of which the body names fields: clients send it back as they read it. */
function recordOf(operation: Operation): Shape {
  const { record, answer, status }: Route = routes[operation];
  const changes = status === 201 || ['PUT', 'PATCH'].includes(methodAndPath(operation).method);
  return record ?? (changes && answer) ?? Empty;
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !isList(value);

/** The shapes that a value of this kind may have, one of several included. */
function* shapesOf(shape: Shape): Generator<Shape> {
  if (shape.anyOf) for (const inner of shape.anyOf) yield* shapesOf(inner);
  else yield shape;
}

/** What is known of a field with this name: its shapes; none where nothing knows it. */
function shapesAt(shapes: Shape[], name: string): Shape[] {
  return shapes.flatMap(({ properties = {}, patternProperties = {} }) => {
    if (Object.hasOwn(properties, name)) return [...shapesOf(properties[name] ?? {})];
    const [, fitting] = Object.entries(patternProperties).find(([form]) => new RegExp(form).test(name)) ?? [];
    return fitting ? [...shapesOf(fitting)] : [];
  });
}

/** It goes no deeper than the shapes do. */
function* unknownIn(value: unknown, shapes: Shape[], path: FieldPath): Generator<FieldPath> {
  if (isList(value)) {
    const items = shapes.flatMap(({ items }) => (items ? [...shapesOf(items)] : []));
    if (items.length === 0) return;
    for (const [index, item] of value.entries()) yield* unknownIn(item, items, [...path, String(index)]);
  } else if (isFields(value)) {
    const knowing = shapes.filter(({ properties, patternProperties }) => properties ?? patternProperties);
    if (knowing.length === 0 || knowing.some((shape) => shape.additionalProperties)) return;
    for (const [name, inner] of Object.entries(value)) {
      const found = shapesAt(knowing, name);
      if (found.length === 0) yield [...path, name];
      else yield* unknownIn(inner, found, [...path, name]);
    }
  }
}

/**
 * The value of `x-lectern-ignored` for a body of this operation: fields that nothing reads. Fields of the record that only
 * the server writes are not listed: they are no typos, and come back with a record that is sent back whole.
 */
export function ignoredIn(operation: Operation): (body: unknown) => string | undefined {
  const { body = Empty }: Route = routes[operation];
  const known = [body as Shape, recordOf(operation)];
  return (given) => writeIgnored(unknownIn(given, known, []));
}
