/** Chance that a failure can be repeated with: the same seed gives the same numbers (mulberry32). */
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

/** What fields are sent by mistake, by malice, and by templates. */
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

/** Bodies with some of the fields odd and the others as they should be. */
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

/** A path parameter as no id of ours is, or as one that is nobody's. */
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

/** Headers that clients get wrong. */
export function oddHeaders(chance: () => number): Record<string, string> {
  const pick = picker(chance);
  const headers: Record<string, string> = {};
  if (chance() < 0.3)
    headers['idempotency-key'] = pick(['key', 'k'.repeat(255), 'k'.repeat(256), 'two words', 'kéy']);
  if (chance() < 0.1)
    headers.authorization = pick(['', 'Bearer', 'Bearer a b', 'Basic OjpA', 'Bearer \u00ff', 'x']);
  if (chance() < 0.2)
    headers.referer = pick(['no address', 'https://lms/?utm_source=%00', 'data:,', 'http://[']);
  if (chance() < 0.2) headers['user-agent'] = pick(['', 'x'.repeat(3000), '\u00ff\u00fe']);
  if (chance() < 0.2) headers['x-forwarded-for'] = pick(['1.2.3.4', 'nowhere', ', ,', '::1']);
  if (chance() < 0.1) headers.accept = pick(['text/html', '*/*;q=nan', 'image/png']);
  return headers;
}

interface Shape {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minimum?: number;
  properties?: Record<string, Shape>;
}

/** A value that the shape takes; an id is one that is there. */
export function goodValue(name: string, shape: Shape, ids: Record<string, string>): unknown {
  if (ids[name] !== undefined) return ids[name];
  if (shape.enum) return shape.enum[0];
  if (shape.format === 'email') return 'ann@example.org';
  if (shape.format === 'web-address') return 'https://example.org/';
  if (shape.type === 'integer') return shape.minimum ?? 1;
  if (shape.type === 'boolean') return true;
  return shape.type === 'string' || shape.pattern ? '12345678' : {};
}

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Bodies that are no JSON object, or are one only just. */
const oddTexts: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  '',
  ' ',
  'null',
  '[]',
  '"text"',
  '{',
  '{"a":1}{"b":2}',
  '{"name":"\\ud800"}',
  '{"__proto__":{"role":"moderator"},"constructor":null}',
  `{"name":"x","more":${nested(100_000)}}`,
  nested(100_000),
  `{"name":"${'x'.repeat(1_100_000)}"}`,
  'name=x&role=user',
  new Uint8Array([0xff, 0xfe, 0x7b, 0x00]),
];

/** A body for an operation: mostly right with odd fields, sometimes nothing of the kind; under a right or wrong label. */
export function oddBodyFor(
  schema: object | undefined,
  { ids, chance }: { ids: Record<string, string>; chance: () => number },
): { body?: string | Uint8Array<ArrayBuffer>; type?: string } {
  const pick = picker(chance);
  const labels = [
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/json; charset=latin1',
    'text/xml',
    'x',
    '',
  ];
  const type = chance() < 0.85 ? 'application/json' : pick(labels);
  if (chance() < 0.15) return { body: pick(oddTexts), type };
  if (chance() < 0.05) return {};
  const body: Record<string, unknown> = {};
  for (const [name, shape] of Object.entries((schema as Shape | undefined)?.properties ?? {})) {
    const dice = chance();
    if (dice < 0.75) body[name] = goodValue(name, shape, ids);
    else if (dice < 0.9) body[name] = pick(oddValues);
  }
  return { body: JSON.stringify(body), type };
}
