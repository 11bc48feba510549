/** The part of a contract schema that is needed to walk a value. */
export interface Shape {
  type?: string;
  format?: string;
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
  additionalProperties?: unknown;
  required?: string[];
  items?: Shape;
  maxItems?: number;
  maxProperties?: number;
  anyOf?: Shape[];
}

export type Fields = Record<string, unknown>;

export const isList = (value: unknown): value is unknown[] => Array.isArray(value);
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !isList(value);

/** The alternatives of a schema. */
export function shapesOf(shape: Shape): Shape[] {
  return shape.anyOf ? shape.anyOf.flatMap(shapesOf) : [shape];
}

export const itemsOf = (shapes: Shape[]): Shape[] =>
  shapes.flatMap(({ items }) => (items ? shapesOf(items) : []));

/** The schemas that name their fields; none if one of them allows any field. */
export function shapesWithFields(shapes: Shape[]): Shape[] {
  const found = shapes.filter(({ properties, patternProperties }) => properties ?? patternProperties);
  return found.some((shape) => shape.additionalProperties) ? [] : found;
}

const patterns = new Map<string, RegExp>();

function fits(form: string, name: string): boolean {
  const pattern = patterns.get(form) ?? new RegExp(form, 'u');
  patterns.set(form, pattern);
  return pattern.test(name);
}

/** The schemas of a field with this name; none if it is not declared. */
export function shapesAt(shapes: Shape[], name: string): Shape[] {
  return shapes.flatMap(({ properties = {}, patternProperties }) => {
    if (Object.hasOwn(properties, name)) return shapesOf(properties[name] ?? {});
    for (const form in patternProperties) {
      if (fits(form, name)) return shapesOf(patternProperties[form] ?? {});
    }
    return [];
  });
}

/** The declared fields of a value. Iterates over the schema's names, since a body may have 100,000 others. */
export function* declaredIn(value: Fields, shapes: Shape[]): Generator<[string, unknown, Shape[]]> {
  const isNamed = shapes.every(({ patternProperties }) => !patternProperties);
  const named = shapes.flatMap(({ properties = {} }) => Object.keys(properties));
  for (const name of isNamed ? new Set(named) : Object.keys(value)) {
    const found = Object.hasOwn(value, name) ? shapesAt(shapes, name) : [];
    if (found.length > 0) yield [name, value[name], found];
  }
}

/** Copies the value without undeclared fields, so that a handler gets no others. */
export function keepDeclared(value: unknown, shapes: Shape[]): unknown {
  if (isList(value)) {
    const items = itemsOf(shapes);
    return items.length > 0 ? value.map((item) => keepDeclared(item, items)) : value;
  }
  const closed = isFields(value) ? shapesWithFields(shapes) : [];
  if (!isFields(value) || closed.length === 0) return value;
  const kept: Fields = {};
  for (const [name, inner, found] of declaredIn(value, closed)) kept[name] = keepDeclared(inner, found);
  return kept;
}
