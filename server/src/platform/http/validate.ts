import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import type { ErrorDetail } from '../../../../contract/errors.ts';
import { visible } from '../../../../contract/shared.ts';
import { parseMoment } from '../clock.ts';
import { Refusal } from '../errors.ts';
import { parseWebAddress } from '../web-address.ts';

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

/** One detail a field: where a field may take several shapes, the fault of its main one. */
function detailsOf(errors: ErrorObject[]): ErrorDetail[] {
  const byPath = new Map<string, string>();
  for (const error of errors) {
    if (error.keyword === 'anyOf') continue;
    const path = pathOf(error);
    if (!byPath.has(path)) byPath.set(path, sentence(error));
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
}

/** Deeper than anything that means something; what walks a body by calling itself comes this far down. */
const deepest = 500;

/**
 * Names every text in `value` that no database and no page could keep, NUL and lone surrogates, and nesting without
 * end. Walks with a stack of its own, since the nesting is the caller's choice.
 */
function unkeepable(value: unknown): ErrorDetail[] {
  const found: ErrorDetail[] = [];
  const stack: [string, unknown, number][] = [['', value, 0]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [path, item, depth] = next;
    if (depth > deepest) {
      found.push({ path: path.split('.', 1)[0] ?? '', message: 'must not be nested so deeply' });
      continue;
    }
    if (typeof item === 'string') {
      if (item.includes('\0') || !item.isWellFormed()) {
        found.push({ path, message: 'must not contain NUL or half of a surrogate pair' });
      }
    } else if (typeof item === 'object' && item !== null) {
      // A path longer than this names nothing that a person would look for.
      const prefix = path.length > 200 ? path : path && `${path}.`;
      for (const [name, inner] of Object.entries(item)) stack.push([`${prefix}${name}`, inner, depth + 1]);
    }
  }
  return found.slice(0, 100);
}

type Fields = Record<string, unknown>;

interface ObjectSchema {
  type?: string;
  anyOf?: ObjectSchema[];
  properties?: Record<string, ObjectSchema>;
  patternProperties?: Record<string, unknown>;
  items?: ObjectSchema;
  required?: string[];
}

function dropEmptyIn(schema: ObjectSchema | undefined, value: unknown): void {
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

const isText = ({ type, anyOf }: ObjectSchema): boolean =>
  type === 'string' || (anyOf?.some(isText) ?? false);

/** An optional text sent empty, or an optional field sent as null that may not be null, counts as not sent. */
function dropEmpty(schema: ObjectSchema, value: Fields): void {
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

function createValidator(check: ValidateFunction, prepare: (value: Fields) => void): Validator {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Refusal('validation_failed', { details: [{ path: '', message: 'must be a JSON object' }] });
    }
    const details = unkeepable(value);
    prepare(value as Fields);
    if (!check(value)) {
      const named = new Set(details.map((detail) => detail.path));
      details.push(...detailsOf(check.errors ?? []).filter((detail) => !named.has(detail.path)));
    }
    if (details.length > 0) throw new Refusal('validation_failed', { details });
    return value;
  };
}

export const bodyValidator = (schema: TSchema): Validator =>
  createValidator(bodies.compile(schema), (value) => dropEmpty(schema as ObjectSchema, value));

export const queryValidator = (schema: TSchema): Validator =>
  createValidator(queries.compile(schema), () => undefined);
