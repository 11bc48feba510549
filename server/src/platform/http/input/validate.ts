import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import type { ErrorDetail } from '../../../../../contract/errors.ts';
import { visible } from '../../../../../contract/shared.ts';
import { isTimeZone, parseMoment } from '../../clock.ts';
import { Refusal } from '../../errors.ts';
import { parseWebAddress } from '../../web-address.ts';
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

function createAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({ allErrors: true, coerceTypes, useDefaults: true, strict: false, verbose: true });
  // Under this module resolution the plugin's types have its function as `default`.
  (addFormats as unknown as (target: Ajv, formats: string[]) => void)(ajv, ['email']);
  ajv.addFormat('date-time', (text: string) => parseMoment(text) !== undefined);
  ajv.addFormat('web-address', (text: string) => parseWebAddress(text) !== undefined);
  ajv.addFormat('time-zone', isTimeZone);
  ajv.addFormat('uuid', /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/);
  return ajv;
}

const bodies = createAjv(false);
const queries = createAjv(true);

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

const formats: Record<string, string> = {
  email: 'must be an email address',
  'date-time': 'must be an ISO 8601 time with an offset or Z',
  'web-address': 'must be an http or https address',
  'time-zone': 'must be a time zone such as Europe/Berlin or UTC',
  uuid: 'must be a UUID',
};

/** Our message for a fault that Ajv found. */
function sentence(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  const limit = Number(params.limit);
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be of type ${Array.isArray(params.type) ? params.type.join(' or ') : String(params.type)}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}`;
    case 'const':
      return `must be ${String(params.allowedValue)}`;
    case 'minLength':
      return `must have at least ${plural(limit, 'character')}`;
    case 'maxLength':
      return `must have at most ${plural(limit, 'character')}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'maxItems':
      return `must have at most ${plural(limit, 'item')}`;
    case 'format':
      return formats[String(params.format)] ?? 'has the wrong form';
    case 'pattern': {
      if (params.pattern === visible) return 'must have more than spaces';
      const says = (error.parentSchema as { description?: string } | undefined)?.description;
      return says ? `has the wrong form: ${says}` : 'has the wrong form';
    }
    default:
      return 'is not acceptable';
  }
}

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
function cutToLimits(
  value: unknown,
  shapes: Shape[],
  { faults, path }: { faults: Faults; path: string },
): void {
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

function dropEmptyIn(schema: Shape | undefined, value: unknown): void {
  const isObject = typeof value === 'object' && value !== null;
  if (schema?.properties && isObject) dropEmpty(schema, value as Fields);
}

/** The same for a map, whose fields are all optional. */
function dropEmptyInMap(values: unknown): void {
  if (typeof values !== 'object' || values === null) return;
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') Reflect.deleteProperty(values, name);
  }
}

const isText = ({ type, anyOf }: Shape): boolean => type === 'string' || (anyOf?.some(isText) ?? false);

/** Drops what counts as not sent: an empty optional text, and an optional null that is not nullable. */
function dropEmpty(schema: Shape, value: Fields): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const inner = value[name];
    if (!schema.required?.includes(name)) {
      const mayBeNull = property.anyOf?.some((shape) => shape.type === 'null') ?? false;
      if ((inner === '' && isText(property)) || (inner === null && !mayBeNull)) delete value[name];
    }
    if (property.patternProperties) dropEmptyInMap(inner);
    const list = property.items && Array.isArray(inner) ? inner : [];
    for (const item of list) dropEmptyIn(property.items, item);
    dropEmptyIn(property, inner);
  }
}

export type Validator = (value: unknown) => unknown;

function createValidator(ajv: Ajv, schema: TSchema, prepare: (value: Fields) => void): Validator {
  const shapes = shapesOf(schema as Shape);
  let check: ValidateFunction | undefined;
  return (value) => {
    if (!isFields(value)) {
      throw new Refusal('validation_failed', { details: [{ path: '', message: 'must be a JSON object' }] });
    }
    const faults = new Faults();
    findUnstorable(value, faults);
    cutToLimits(value, shapes, { faults, path: '' });
    prepare(value);
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
export const bodyValidator = (schema: TSchema): Validator =>
  createValidator(bodies, schema, (value) => dropEmpty(schema as Shape, value));

export const queryValidator = (schema: TSchema): Validator =>
  createValidator(queries, schema, () => undefined);
