import type { JsonSchema } from './document.ts';
import type { ForeignIds } from './foreign.ts';
import { oddValues } from './fuzz.ts';

export type Chance = () => number;

export const picker =
  (chance: Chance) =>
  <T>(from: readonly T[]): T =>
    from[Math.floor(chance() * from.length)] as T;

/** The inputs for making values from schemas. */
export interface Making {
  chance: Chance;
  resolve: (schema: JsonSchema) => JsonSchema;
  /** Values that exist on the server, by field name. */
  known: Record<string, string[]>;
  /** Ids of another group, by field name. */
  foreign: ForeignIds;
  /** How many objects and lists enclose the value. */
  depth?: number;
}

const hex = (chance: Chance, digits: number): string =>
  Array.from({ length: digits }, () => Math.floor(chance() * 16).toString(16)).join('');

const uuid = (chance: Chance): string => [8, 4, 4, 4, 12].map((digits) => hex(chance, digits)).join('-');

const moments = [
  '2026-11-21T12:00:00Z',
  '2026-11-21T12:00:00.123456789+14:00',
  '2000-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
];

const byFormat: Record<string, (chance: Chance) => string> = {
  email: (chance) => `person-${hex(chance, 10)}@example.org`,
  'date-time': (chance) => picker(chance)(moments),
  uri: (chance) => picker(chance)(['https://example.org/', 'http://127.0.0.1:9/hook?a=b#c']),
  'time-zone': (chance) => picker(chance)(['Europe/Berlin', 'Asia/Kolkata', 'UTC']),
  uuid,
};

/** Texts for the patterns of the contract: at least one of them matches. */
const texts = (chance: Chance): string[] => [
  hex(chance, 24),
  String(1 + Math.floor(chance() * 1_000_000)),
  uuid(chance),
  '+7 (900) 123-45-67',
  '0 19 * * 1',
  hex(chance, 10),
  'text',
  '',
];

const letters = ['a', 'é', '😀', ' b', '<b>', '"', '؟', '=1+1'];

function textOf({ minLength = 0, maxLength = 300 }: JsonSchema, chance: Chance): string {
  const pick = picker(chance);
  const wished = pick([minLength, Math.min(maxLength, minLength + 1), 12, maxLength]);
  const length = Math.min(Math.max(wished, minLength), maxLength);
  const text = Array.from(pick(letters).repeat(length)).slice(0, length).join('');
  return text.trim() === '' ? 'x'.repeat(length) : text;
}

/** Whether the text matches the pattern of the schema or of one of its alternatives. */
function fits(schema: JsonSchema, text: string, resolve: Making['resolve']): boolean {
  const { pattern, anyOf, type, enum: values } = resolve(schema);
  if (anyOf) return anyOf.some((shape) => fits(shape, text, resolve));
  if (values) return values.includes(text);
  return type === 'string' && (pattern === undefined || new RegExp(pattern, 'u').test(text));
}

function objectOf(schema: JsonSchema, making: Making): Record<string, unknown> {
  const { chance, depth = 0 } = making;
  const inside = { ...making, depth: depth + 1 };
  const made: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const isWanted = schema.required?.includes(name) || chance() < 0.4;
    if (isWanted && depth < 6) made[name] = makeValue(name, inner, inside);
  }
  for (const inner of Object.values(schema.patternProperties ?? {})) {
    if (chance() < 0.3) made[uuid(chance)] = makeValue('', inner, inside);
  }
  return made;
}

/** A value that the schema allows; mostly an existing one if the field has any. */
export function makeValue(name: string, given: JsonSchema, making: Making): unknown {
  const { chance, resolve, known } = making;
  const pick = picker(chance);
  const schema = resolve(given);
  const candidates = (known[name] ?? []).filter((text) => fits(schema, text, resolve));
  if (candidates.length > 0 && chance() < 0.85) return pick(candidates);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum);
  if (schema.anyOf) return makeValue(name, pick(schema.anyOf), making);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => makeValue(name, part, making)));
  switch (schema.type) {
    case 'null':
      return null;
    case 'boolean':
      return chance() < 0.5;
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 1_000_000 } = schema;
      return pick([minimum, maximum, minimum + 1, Math.min(maximum, minimum + 10)]);
    }
    case 'array': {
      const { minItems = 0, maxItems = 5, items = {} } = schema;
      const length = Math.max(minItems, pick([0, 1, 2, 3, chance() < 0.1 ? maxItems : 1]));
      return Array.from({ length: Math.min(length, maxItems) }, () =>
        makeValue(name, items, { ...making, depth: (making.depth ?? 0) + 1 }),
      );
    }
    case 'string': {
      const { pattern, format } = schema;
      if (format !== undefined) return (byFormat[format] ?? uuid)(chance);
      if (pattern === undefined) return textOf(schema, chance);
      return texts(chance).find((text) => new RegExp(pattern, 'u').test(text)) ?? '';
    }
    default:
      return objectOf(schema, making);
  }
}

/** A value outside of what the schema allows, or at its limits. */
export function makeNearValue(name: string, given: JsonSchema, making: Making): unknown {
  const { chance, resolve, foreign } = making;
  const pick = picker(chance);
  const schema = resolve(given);
  if (foreign[name] !== undefined && chance() < 0.3) return foreign[name];
  const { maxLength, minLength, maximum, minimum, maxItems = 100 } = schema;
  if (schema.anyOf && chance() < 0.5) return makeNearValue(name, pick(schema.anyOf), making);
  const edges: unknown[] = [];
  if (maxLength !== undefined)
    edges.push('x'.repeat(maxLength + 1), '😀'.repeat(maxLength), ' '.repeat(maxLength));
  if (minLength !== undefined) edges.push('x'.repeat(Math.max(0, minLength - 1)), ' ');
  if (maximum !== undefined)
    edges.push(maximum + 1, maximum, String(maximum), maximum + 0.5, Number.MAX_VALUE);
  if (minimum !== undefined) edges.push(minimum - 1, minimum, -minimum - 1, `${minimum}e0`);
  if (schema.items) {
    const item = makeValue(name, schema.items, making);
    edges.push(
      Array.from({ length: chance() < 0.2 ? 100_000 : maxItems + 1 }, () => item),
      [item, item],
      [null],
      { 0: item, length: 1 },
    );
  }
  if (schema.type === 'object') {
    const inner = objectOf(schema, making);
    const [field] = Object.keys(schema.properties ?? {});
    edges.push([inner], { ...inner, [field ?? 'x']: pick(oddValues) });
  }
  const value = makeValue(name, schema, making);
  edges.push([value], { value }, typeof value === 'string' ? `${value}\0` : String(value), `${value} `);
  return chance() < 0.5 ? pick(edges) : pick(oddValues);
}
