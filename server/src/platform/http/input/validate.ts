import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { isEmail, readEmail } from '../../../../../contract/email.ts';
import type { ErrorDetail } from '../../../../../contract/errors.ts';
import { wordsOf } from '../../../../../contract/model.ts';
import { isPhone, readPhone } from '../../../../../contract/phone.ts';
import { visible } from '../../../../../contract/printable.ts';
import { isTimeZone, isWallTime, parseDay, parseMoment } from '../../clock.ts';
import { Refusal } from '../../errors.ts';
import { parseHttpAddress, parseWebAddress } from '../../web-address.ts';
import {
  declaredIn,
  type Fields,
  isFields,
  isList,
  itemsOf,
  keepDeclared,
  type Shape,
  shapesOf,
} from './declared.ts';
import { meantBy } from './misspelled.ts';

interface Format {
  check: RegExp | ((text: string) => boolean);
  /** The fault of this text. */
  fault: (text: string) => string;
}

const format = (check: Format['check'], fault: string): Format => ({ check, fault: () => fault });

const faultOfAddress = (text: string): string =>
  parseHttpAddress(text) ? 'must not have a user name or a password' : 'must be an http or https address';

/** The formats of the contract: how each is checked, and our message. */
const formats: Record<string, Format> = {
  'idn-email': format(isEmail, 'must be an email address'),
  phone: format(isPhone, 'must be a phone number'),
  'date-time': format(
    (text) => parseMoment(text) !== undefined,
    'must be an ISO 8601 time with an offset or Z, such as 2026-03-29T19:00:00Z',
  ),
  day: format(
    (text) => parseDay(text) !== undefined,
    'must be a date such as 2026-03-29, or an ISO 8601 time with an offset or Z',
  ),
  'web-address': { check: (text) => parseWebAddress(text) !== undefined, fault: faultOfAddress },
  'wall-time': format(isWallTime, 'must be a date and a time that exist, such as 2026-03-29T19:00'),
  'time-zone': format(isTimeZone, 'must be a time zone such as Europe/Berlin or UTC'),
  uuid: format(/^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/, 'must be a UUID'),
};

function createAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({ allErrors: true, coerceTypes, useDefaults: true, strict: false, verbose: true });
  for (const [name, { check }] of Object.entries(formats)) ajv.addFormat(name, check);
  return ajv;
}

const bodies = createAjv(false);
const queries = createAjv(true);

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

function sentenceOfPattern({ params, parentSchema }: ErrorObject): string {
  if (params.pattern === visible) return 'must have a visible character';
  const { form, description } = wordsOf(parentSchema ?? {});
  const says = form ?? description;
  return says ? `has the wrong form: ${says}` : 'has the wrong form';
}

/** PHP writes an empty map as a list unless it is told otherwise. */
function sentenceOfType({ params, data }: ErrorObject): string {
  const types = [params.type].flat();
  const sentence = `must be of type ${types.join(' or ')}`;
  return isList(data) && types.includes('object') ? `${sentence}; an empty one is {}, and not []` : sentence;
}

/** Our messages for the faults that Ajv finds, by its keywords. */
const sentences: Record<string, (error: ErrorObject) => string> = {
  required: () => 'is required',
  type: sentenceOfType,
  enum: ({ params }) => `must be one of ${params.allowedValues.map(String).join(', ')}`,
  const: ({ params }) => `must be ${params.allowedValue}`,
  minLength: ({ params }) => `must have at least ${plural(params.limit, 'character')}`,
  maxLength: ({ params }) => `must have at most ${plural(params.limit, 'character')}`,
  minimum: ({ params }) => `must be at least ${params.limit}`,
  maximum: ({ params }) => `must be at most ${params.limit}`,
  minItems: ({ params }) => `must have at least ${plural(params.limit, 'item')}`,
  maxItems: ({ params }) => `must have at most ${plural(params.limit, 'item')}`,
  format: ({ params, data }) => formats[params.format]?.fault(String(data)) ?? 'has the wrong form',
  pattern: sentenceOfPattern,
};

const sentence = (error: ErrorObject): string => sentences[error.keyword]?.(error) ?? 'is not acceptable';

function pathOf(error: ErrorObject): string {
  const steps = error.instancePath.split('/').slice(1);
  if (error.keyword === 'required') steps.push(String(error.params.missingProperty));
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
}

/** Faults beyond this number are only counted. */
const mostListed = 100;

/** One message per field; if a field has several possible types, that of the main one. */
class Faults {
  readonly #byPath = new Map<string, string>();
  #unlisted = 0;

  add(path: string, message: string): void {
    if (this.#byPath.has(path)) return;
    if (this.#byPath.size < mostListed) this.#byPath.set(path, message);
    else this.#unlisted += 1;
  }

  details(): ErrorDetail[] {
    const listed = [...this.#byPath].map(([path, message]) => ({ path, message }));
    if (this.#unlisted > 0) listed.push({ path: '', message: `${plural(this.#unlisted, 'fault')} more` });
    return listed;
  }
}

/** No sensible body is nested more deeply, and recursive functions can still process this depth. */
const deepest = 500;

/**
 * Reports texts that PostgreSQL cannot store (NUL, lone surrogates) and too deep nesting. Not recursive, since the
 * client controls the depth.
 */
function findUnstorable(value: unknown, faults: Faults): void {
  const stack: [string, unknown, number][] = [['', value, 0]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [path, item, depth] = next;
    if (depth > deepest) {
      faults.add(path.split('.', 1)[0] ?? '', 'must not be nested so deeply');
      continue;
    }
    if (typeof item === 'string') {
      if (item.includes('\0') || !item.isWellFormed()) {
        faults.add(path, 'must not contain NUL or half of a surrogate pair');
      }
    } else if (typeof item === 'object' && item !== null) {
      // A longer path helps nobody to find the field.
      const prefix = path.length > 200 ? path : path && `${path}.`;
      for (const [name, inner] of Object.entries(item)) stack.push([`${prefix}${name}`, inner, depth + 1]);
    }
  }
}

/**
 * Reports each list and map that is too large, and cuts it to its limit, so that the validator does not check and
 * report 40,000 items. The request is refused, so no handler gets a cut value.
 */
function cutToLimits(value: unknown, shapes: Shape[], { faults, path }: { faults: Faults; path: string }) {
  const within = (name: string) => ({ faults, path: (path && `${path}.${name}`) || name });
  if (isList(value)) {
    const most = largestOf(shapes, ({ items, maxItems }) => items && (maxItems ?? Number.POSITIVE_INFINITY));
    if (value.length > most) {
      faults.add(path, `must have at most ${plural(most, 'item')}`);
      value.length = most;
    }
    const items = itemsOf(shapes);
    if (items.length > 0)
      for (const [index, item] of value.entries()) cutToLimits(item, items, within(String(index)));
  } else if (isFields(value)) {
    const most = largestOf(shapes, ({ type, maxProperties }) =>
      type === 'object' ? (maxProperties ?? Number.POSITIVE_INFINITY) : undefined,
    );
    const extra = most < Number.POSITIVE_INFINITY ? Object.keys(value).slice(most) : [];
    if (extra.length > 0) faults.add(path, `must have at most ${plural(most, 'field')}`);
    for (const name of extra) Reflect.deleteProperty(value, name);
    for (const [name, inner, found] of declaredIn(value, shapes)) cutToLimits(inner, found, within(name));
  }
}

/** The largest limit of the schemas; infinite if none has a limit. */
function largestOf(shapes: Shape[], limitOf: (shape: Shape) => number | undefined): number {
  const limits = shapes.map(limitOf).filter((limit) => limit !== undefined);
  return limits.length > 0 ? Math.max(...limits) : Number.POSITIVE_INFINITY;
}

/** Can the number be written as its digits, without loss? */
const hasDigits = (value: number): boolean =>
  Number.isInteger(value) ? Number.isSafeInteger(value) : /^-?\d+\.\d+$/.test(String(value));

const meansTrue: unknown[] = ['true', '1', 1];
const meansFalse: unknown[] = ['false', '0', 0];

/** Texts of these formats are stored in one form, however people write them. */
const readers: Record<string, (text: string) => string | undefined> = {
  'idn-email': readEmail,
  phone: readPhone,
};

/** Reads a value by its type and format. A text without that form stays, and is refused. */
function readValue(value: unknown, shapes: Shape[]): unknown {
  const typed = asType(value, new Set(shapes.map(({ type }) => type)));
  const { format } = shapes.find((shape) => shape.format !== undefined) ?? {};
  const read = format === undefined ? undefined : readers[format];
  return typeof typed === 'string' ? (read?.(typed) ?? typed) : typed;
}

/** Reads a value as one of the types, if it has another type and means the same. */
function asType(value: unknown, types: Set<string | undefined>): unknown {
  if (typeof value === 'string' && types.has('string')) return value;
  if (types.has('number') ? typeof value === 'number' : types.has('integer') && Number.isInteger(value))
    return value;
  if (types.has('boolean')) return meansTrue.includes(value) || (meansFalse.includes(value) ? false : value);
  if (typeof value === 'number' && types.has('string') && hasDigits(value)) return String(value);
  const isNumber = types.has('number') || types.has('integer');
  const isDigits = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) && hasDigits(Number(value));
  return isNumber && isDigits ? Number(value) : value;
}

/** An empty text, or a null where null is no value. */
const isEmpty = (value: unknown, shapes: Shape[]): boolean =>
  value === '' || (value === null && shapes.every(({ type }) => type !== 'null'));

/**
 * Reads a body of a system that sends every field of its form (docs/api-decisions.md): drops empty optional fields, and
 * reads numbers, texts and booleans as the declared type. Changes the value in place (docs/decisions/0128).
 */
function readLeniently(value: unknown, shapes: Shape[]): unknown {
  if (isList(value)) {
    const items = itemsOf(shapes);
    if (items.length > 0)
      for (const [index, item] of value.entries()) value[index] = readLeniently(item, items);
    return value;
  }
  if (!isFields(value)) return readValue(value, shapes);
  for (const [name, inner, found] of declaredIn(value, shapes)) {
    const isOptional = shapes.every(({ required }) => !required?.includes(name));
    if (isOptional && isEmpty(inner, found)) Reflect.deleteProperty(value, name);
    else value[name] = readLeniently(inner, found);
  }
  return value;
}

/**
 * Refuses an unknown parameter that resembles one that is not sent: to ignore a filter widens the answer. The others are
 * ignored, since clients send parameters that nothing reads (docs/decisions/0199).
 */
function findMisspelled(query: Fields, shapes: Shape[], faults: Faults): void {
  const known = shapes.flatMap(({ properties = {} }) => Object.keys(properties));
  const absent = known.filter((name) => !Object.hasOwn(query, name));
  for (const name of Object.keys(query)) {
    const meant = known.includes(name) ? undefined : meantBy(name, absent);
    if (meant !== undefined) faults.add(name, `is no parameter; did you mean ${meant}?`);
  }
}

/** The same for a query: its values are texts, and an empty filter is a mistake that must not select everything. */
function readQueryLeniently(value: Fields, shapes: Shape[], faults: Faults): void {
  findMisspelled(value, shapes, faults);
  for (const [name, inner, found] of declaredIn(value, shapes)) value[name] = readLeniently(inner, found);
}

export type Validator = (value: unknown) => unknown;

type Prepare = (value: Fields, shapes: Shape[], faults: Faults) => void;

function createValidator(ajv: Ajv, schema: TSchema, prepare: Prepare) {
  const shapes = shapesOf(schema as Shape);
  let check: ValidateFunction | undefined;
  return (value: unknown): unknown => {
    if (!isFields(value)) {
      throw new Refusal('validation_failed', { details: [{ path: '', message: 'must be a JSON object' }] });
    }
    const faults = new Faults();
    findUnstorable(value, faults);
    cutToLimits(value, shapes, { faults, path: '' });
    prepare(value, shapes, faults);
    // Compiled at the first request of an operation: all of them would delay every start.
    check ??= ajv.compile(schema);
    if (!check(value)) {
      for (const error of check.errors ?? []) {
        if (error.keyword !== 'anyOf') faults.add(pathOf(error), sentence(error));
      }
    }
    const details = faults.details();
    if (details.length > 0) throw new Refusal('validation_failed', { details });
    return keepDeclared(value, shapes);
  };
}

/** Returns only declared fields to the handler: another one could overwrite what was authorised. */
export const bodyValidator = (schema: TSchema): Validator => createValidator(bodies, schema, readLeniently);

export const queryValidator = (schema: TSchema): Validator =>
  createValidator(queries, schema, readQueryLeniently);
