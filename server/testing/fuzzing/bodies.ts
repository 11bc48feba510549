import type { Aim } from './aims.ts';
import type { Described, JsonSchema } from './document.ts';
import type { ForeignIds } from './foreign.ts';
import { oddValues } from './fuzz.ts';
import { type Making, makeNearValue, makeValue, picker } from './values.ts';

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Bodies that are not, or only just, a JSON object. */
const oddBodies: readonly (string | Buffer)[] = [
  ...['', ' ', 'null', '[]', '"text"', '{', '{"a":1}{"b":2}', 'true', '1e999', '{"a":1,}', '\ufeff{}'],
  ...['{"name":"\\ud800"}', '{"a\\u0000b":1}', '{"name":"x","name":"y"}', 'name=x&role=user', '<x/>'],
  '{"__proto__":{"role":"moderator"},"constructor":{"prototype":{"id":1}},"toString":null}',
  `{"name":"x","more":${nested(5000)}}`,
  nested(100_000),
  `{"name":"${'x'.repeat(1_100_000)}"}`,
  Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  Buffer.from('{"name":"\xe9"}', 'latin1'),
];

const oddTypes = [
  'application/json; charset=latin1',
  'application/json;charset=UTF-16',
  'text/plain;charset=UTF-8',
  'APPLICATION/JSON',
  'application/json; charset="utf-8"; charset=x',
  'application/merge-patch+json',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'text/xml',
  'x',
  ';',
  '',
];

/** Arguments of the server's handlers: a body that is spread unchecked would replace them. */
const handlerNames = ['params', 'query', 'body', 'access', 'place', 'least', 'db', 'origin', 'cookies'];

/** The column name of an id: `space_id` for `spaceId`. */
const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Fields with the foreign group's ids, named like path parameters, columns and handler arguments. */
export function foreignFieldsOf(ids: ForeignIds): Record<string, unknown> {
  const { spaceId, roomId, ownerId, sessionId } = ids;
  const columns = Object.entries(ids).map(([name, id]) => [columnOf(name), id]);
  const access = {
    ...ids,
    id: spaceId,
    space: { id: spaceId },
    room: { id: roomId, spaceId },
    role: 'owner',
  };
  return {
    ...Object.fromEntries(handlerNames.map((name) => [name, access])),
    caller: { kind: 'user', userId: ownerId, familyId: sessionId },
    ...{ id: spaceId, idempotencyKey: 'foreign' },
    ...Object.fromEntries(columns),
    ...ids,
  };
}

export interface BodyWish {
  isOdd: boolean;
  isSent: boolean;
  aim: Aim | undefined;
}

export function bodyOf(
  { body: schema, bodyTypes }: Described,
  making: Making,
  { isOdd, isSent, aim }: BodyWish,
): { body?: string | Buffer; type?: string } {
  const { chance, foreign } = making;
  const pick = picker(chance);
  if (!isSent) return {};
  if (!schema && !isOdd && !aim?.hasForeignFields)
    return chance() < 0.7 ? {} : { body: pick(['', '{}']), type: pick(bodyTypes) };
  const type = isOdd && chance() < 0.2 ? pick(oddTypes) : pick(bodyTypes);
  if (isOdd && chance() < 0.2) return { body: pick(oddBodies), type };
  const made = makeValue('', schema ?? { type: 'object' }, making) as Fields;
  if (isOdd) spoil(made, schema ?? {}, making);
  if (aim?.hasForeignFields) addForeign(made, schema ?? {}, foreignFieldsOf(foreign));
  if (aim?.foreignField !== undefined) made[aim.foreignField] = foreign[aim.foreignField];
  if (aim?.list) makeLong(made, aim.list, making);
  if (type === 'application/x-www-form-urlencoded') {
    const fields = Object.entries(made).map(([name, value]): [string, string] => [name, textIn(value)]);
    return { body: new URLSearchParams(fields).toString(), type };
  }
  const text = JSON.stringify(made);
  const isPolluting = isOdd && chance() < 0.1 && text.length > 2;
  return { body: isPolluting ? `{"__proto__":{"x":1},"constructor":1,${text.slice(1)}` : text, type };
}

type Fields = Record<string, unknown>;

const textIn = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Makes one or two fields odd, drops one, adds an unknown one, or inserts a foreign id. */
function spoil(made: Fields, schema: JsonSchema, making: Making): void {
  const { chance, foreign } = making;
  const pick = picker(chance);
  const fields = Object.entries(schema.properties ?? {});
  for (let times = chance() < 0.7 ? 1 : 2; times > 0; times -= 1) {
    const dice = chance();
    if (dice < 0.15) {
      const [name, value] = pick(Object.entries(foreignFieldsOf(foreign)));
      made[name] = value;
    } else if (dice < 0.25 || fields.length === 0) {
      made[pick(['unknown', 'toString', 'hasOwnProperty', ''])] = pick(oddValues);
    } else {
      const [name, inner] = pick(fields);
      if (dice < 0.4) delete made[name];
      else made[name] = makeNearValue(name, inner, making);
    }
  }
}

/** Declared fields keep their values, so that they do not get the request refused. */
function addForeign(made: Fields, { properties = {} }: JsonSchema, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) if (!(name in properties)) made[name] = value;
}

/** Limit for the items of one list: the server refuses a larger body before it reads the fields. */
const mostBytes = 900_000;

function makeLong(made: Fields, { path, schema, length }: NonNullable<Aim['list']>, making: Making): void {
  const name = path.at(-1) ?? '';
  const item = makeValue(name, schema.items ?? {}, making);
  const isShort = JSON.stringify(item).length * length < mostBytes;
  let holder = made;
  for (const step of path.slice(0, -1)) {
    holder[step] ??= {};
    holder = holder[step] as Fields;
  }
  holder[name] = Array.from({ length }, () => (isShort ? item : 0));
}
