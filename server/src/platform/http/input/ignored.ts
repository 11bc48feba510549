import { type FieldPath, writeIgnored } from '../../../../../contract/ignored-fields.ts';
import { Empty, type Route } from '../../../../../contract/route.ts';
import { methodAndPath, type Operation, routes } from '../../../../../contract/routes.ts';
import { isFields, isList, itemsOf, type Shape, shapesAt, shapesOf, shapesWithFields } from './declared.ts';

/** More than the header has room for; whoever sends more learns of so many. */
const most = 1_000;

/** The record of which a change may name fields: clients send it back as they read it. */
function recordOf(operation: Operation): Shape {
  const { record, answer }: Route = routes[operation];
  const changes = ['PUT', 'PATCH'].includes(methodAndPath(operation).method);
  return (changes && (record ?? answer)) || Empty;
}

/** It goes no deeper than the shapes do. */
function* unknownIn(value: unknown, shapes: Shape[], path: FieldPath): Generator<FieldPath> {
  if (isList(value)) {
    const items = itemsOf(shapes);
    if (items.length === 0) return;
    for (const [index, item] of value.entries()) yield* unknownIn(item, items, [...path, String(index)]);
  } else if (isFields(value)) {
    const closed = shapesWithFields(shapes);
    if (closed.length === 0) return;
    for (const name of Object.keys(value)) {
      const found = shapesAt(closed, name);
      if (found.length === 0) yield [...path, name];
      else yield* unknownIn(value[name], found, [...path, name]);
    }
  }
}

/**
 * The value of `x-lectern-ignored` for a body of this operation: fields that nothing reads. Where a record is changed, its
 * fields that only the server writes are not listed: they are no typos, and come back with a record sent back whole.
 */
export function createIgnoredFinder(operation: Operation): (body: unknown) => string | undefined {
  const { body = Empty }: Route = routes[operation];
  const known = [...shapesOf(body as Shape), ...shapesOf(recordOf(operation))];
  return (given) => writeIgnored(unknownIn(given, known, []).take(most));
}
