import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import type { ErrorDetail } from '../../../../../contract/errors.ts';
import { visible } from '../../../../../contract/shared.ts';
import { parseMoment } from '../../clock.ts';
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
  // The plugin's types name its function `default` under this module resolution.
  (addFormats as unknown as (target: Ajv, formats: string[]) => void)(ajv, ['email']);
  ajv.addFormat('date-time', (text: string) => parseMoment(text) !== undefined);
  ajv.addFormat('web-address', (text: string) => parseWebAddress(text) !== undefined);
  ajv.addFormat('uuid', /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/);
  return ajv;
}

const bodies = createAjv(false);
const queries = createAjv(true);

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

const formats: Record<string, string> = {
  email: 'must be an e-mail address',
  'date-time': 'must be an ISO 8601 time with an offset or Z',
  'web-address': 'must be an http or https address',
  uuid: 'must be a UUID',
};

/** Our sentence for a fault that the validator found. */
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

/** So many faults are told one by one: nobody reads more. */
const mostTold = 100;

/** One detail a field: where a field may take several shapes, the fault of its main one. */
class Faults {
  readonly #byPath = new Map<string, string>();
  #untold = 0;

  add(path: string, message: string): void {
    if (this.#byPath.has(path)) return;
    if (this.#byPath.size < mostTold) this.#byPath.set(path, message);
    else this.#untold += 1;
  }

  details(): ErrorDetail[] {
    const told = [...this.#byPath].map(([path, message]) => ({ path, message }));
    if (this.#untold > 0) told.push({ path: '', message: `${plural(this.#untold, 'fault')} more` });
    return told;
  }
}

/** Deeper than anything that means something; what walks a body by calling itself comes this far down. */
const deepest = 500;

/**
 * Names every text in `value` that no database and no page could keep, NUL and lone surrogates, and nesting without
 * end. Walks with a stack of its own, since the nesting is the caller's choice.
 */
function findUnkeepable(value: unknown, faults: Faults): void {
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
      // A path longer than this names nothing that a person would look for.
      const prefix = path.length > 200 ? path : path && `${path}.`;
      for (const [name, inner] of Object.entries(item)) stack.push([`${prefix}${name}`, inner, depth + 1]);
    }
  }
}

/**
 * Names every list and every object with names of the caller's own that is too large, and cuts it to its limit: of 40,000
 * items each would be checked, and have faults of its own. What was cut is refused, so nobody gets a part of it.
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

/** The largest limit of those shapes that have one; infinite where no shape has one. */
function largestOf(shapes: Shape[], limitOf: (shape: Shape) => number | undefined): number {
  const limits = shapes.map(limitOf).filter((limit) => limit !== undefined);
  return limits.length > 0 ? Math.max(...limits) : Number.POSITIVE_INFINITY;
}

function dropEmptyIn(schema: Shape | undefined, value: unknown): void {
  const isObject = typeof value === 'object' && value !== null;
  if (schema?.properties && isObject) dropEmpty(schema, value as Fields);
}

/** The same where the names are the caller's own: none of them is required. */
function dropNothings(values: unknown): void {
  if (typeof values !== 'object' || values === null) return;
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') Reflect.deleteProperty(values, name);
  }
}

const isText = ({ type, anyOf }: Shape): boolean => type === 'string' || (anyOf?.some(isText) ?? false);

/** An optional text sent empty, or an optional field sent as null that may not be null, counts as not sent. */
function dropEmpty(schema: Shape, value: Fields): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const inner = value[name];
    if (!schema.required?.includes(name)) {
      const mayBeNull = property.anyOf?.some((shape) => shape.type === 'null') ?? false;
      if ((inner === '' && isText(property)) || (inner === null && !mayBeNull)) delete value[name];
    }
    if (property.patternProperties) dropNothings(inner);
    const list = property.items && Array.isArray(inner) ? inner : [];
    for (const item of list) dropEmptyIn(property.items, item);
    dropEmptyIn(property, inner);
  }
}

export type Validator = (value: unknown) => unknown;

function createValidator(check: ValidateFunction, shape: Shape, prepare: (value: Fields) => void): Validator {
  const shapes = shapesOf(shape);
  return (value) => {
    if (!isFields(value)) {
      throw new Refusal('validation_failed', { details: [{ path: '', message: 'must be a JSON object' }] });
    }
    const faults = new Faults();
    findUnkeepable(value, faults);
    cutToLimits(value, shapes, { faults, path: '' });
    prepare(value);
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

/** Gives a handler only what the schema declares: a field of another name could overwrite what was authorised. */
export const bodyValidator = (schema: TSchema): Validator =>
  createValidator(bodies.compile(schema), schema as Shape, (value) => dropEmpty(schema as Shape, value));

export const queryValidator = (schema: TSchema): Validator =>
  createValidator(queries.compile(schema), schema as Shape, () => undefined);
