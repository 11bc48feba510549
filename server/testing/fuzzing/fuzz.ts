/** A random generator (mulberry32): the same seed gives the same numbers. */
export function createChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const deep = (levels: number): unknown => {
  let value: unknown = 'core';
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { in: value };
  return value;
};

/** Values that clients send by mistake, in attacks or from templates. */
export const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  9_007_199_254_740_992,
  '',
  ' ',
  'x',
  'x'.repeat(201),
  'x'.repeat(5000),
  '\0',
  'a\0b',
  '\ud800',
  '\udfff tail',
  '😀'.repeat(100),
  'e\u0301\u200f\u202e',
  "' OR 1=1 --",
  '%00%ff',
  '../../etc/passwd',
  'javascript:alert(1)',
  'https://user:pw@example.org',
  'true',
  '123',
  '2026-02-30T00:00:00Z',
  '000000000000000000000000',
  [],
  [[]],
  ['x'],
  {},
  { $ne: null },
  { toString: 1, constructor: { prototype: 1 } },
  deep(200),
];

/** Bodies in which some fields are odd and the others are valid. */
export function* oddBodies(
  good: Record<string, unknown>,
  options: { seed: number; count: number },
): Generator<Record<string, unknown>> {
  const chance = createChance(options.seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T;
  for (const name of Object.keys(good)) {
    for (const value of oddValues) yield { ...good, [name]: value };
  }
  for (let made = 0; made < options.count; made += 1) {
    const body: Record<string, unknown> = { ...good };
    for (const name of Object.keys(good)) {
      const dice = chance();
      if (dice < 0.4) body[name] = pick(oddValues);
      else if (dice < 0.5) delete body[name];
    }
    yield body;
  }
}

const picker =
  (chance: () => number) =>
  <T>(from: readonly T[]): T =>
    from[Math.floor(chance() * from.length)] as T;

/** A path parameter that is not an id, or an id of nothing. */
export function oddPathPart(chance: () => number): string {
  const someId = Array.from({ length: 24 }, () => Math.floor(chance() * 16).toString(16)).join('');
  const odd = [
    '%00',
    '%2e%2e',
    'x',
    'A'.repeat(24),
    'a'.repeat(400),
    '%F0%9F%98%80',
    '%ff',
    '%zz',
    "'--",
    ':id',
  ];
  return chance() < 0.4 ? someId : picker(chance)(odd);
}

interface Shape {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minimum?: number;
  properties?: Record<string, Shape>;
}

/** A value that the schema allows; an id exists on the server. */
export function goodValue(name: string, shape: Shape, ids: Record<string, string>): unknown {
  if (ids[name] !== undefined) return ids[name];
  if (shape.enum) return shape.enum[0];
  if (shape.format === 'idn-email') return 'ann@example.org';
  if (shape.format === 'web-address') return 'https://example.org/';
  if (shape.type === 'integer') return shape.minimum ?? 1;
  if (shape.type === 'boolean') return true;
  return shape.type === 'string' || shape.pattern ? '12345678' : {};
}
