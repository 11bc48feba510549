import { type FieldPath, writeIgnored } from '../../../../../contract/ignored-fields.ts';
import { Empty, type Route } from '../../../../../contract/route.ts';
import { methodAndPath, type Operation, routes } from '../../../../../contract/routes.ts';
import { isFields, isList, itemsOf, type Shape, shapesAt, shapesOf, shapesWithFields } from './declared.ts';

/** At most so many fields are listed, to bound the header. */
const most = 1_000;

/** The schema of the record that a change may send back as read. */
function recordOf(operation: Operation): Shape {
  const { record, answer }: Route = routes[operation];
  const changes = ['PUT', 'PATCH'].includes(methodAndPath(operation).method);
  return (changes && (record ?? answer)) || Empty;
}

/** The recursion is as deep as the schema at most. */
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
 * Finds the value of `x-lectern-ignored`: parameters of the query and fields of the body that nothing reads. A change may
 * contain the record's read-only fields: clients send the whole record back, and these are no typos (docs/decisions/0022).
 */
export function createIgnoredFinder(operation: Operation) {
  const { body = Empty, query = Empty }: Route = routes[operation];
  const known = [...shapesOf(body as Shape), ...shapesOf(recordOf(operation))];
  const parameters = shapesOf(query as Shape);
  return (given: { query: unknown; body: unknown }): string | undefined =>
    writeIgnored({
      parameters: namesIn(given.query).filter((name) => shapesAt(parameters, name).length === 0),
      fields: unknownIn(given.body, known, []).take(most),
    });
}

const namesIn = (query: unknown): string[] => (isFields(query) ? Object.keys(query) : []);
