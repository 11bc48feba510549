import { chatRoutes } from '../../../contract/operations/chat/routes.ts';
import { methodAndPath, type Operation, routes } from '../../../contract/routes.ts';

/** A JSON Schema, as far as the document uses it. */
export interface JsonSchema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  required?: string[];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: JsonSchema;
}

/** An operation as the document describes it, under one of its paths. */
export interface Described {
  operation: Operation;
  method: string;
  /** With the names of its parameters in braces. */
  path: string;
  query: Parameter[];
  body: JsonSchema | undefined;
  bodyTypes: string[];
  /** The JSON pointer of its responses. */
  pointer: string;
}

export type Json = { [key: string]: Json };

const escaped = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

/** The OpenAPI document of a running server, as a client reads it. */
export class ApiDocument {
  readonly json: Json;
  readonly operations: Described[];

  constructor(json: Json) {
    this.json = json;
    this.operations = (Object.keys(routes) as Operation[]).map((operation) => this.#describe(operation));
  }

  static async of(url: string): Promise<ApiDocument> {
    return new ApiDocument((await (await fetch(`${url}/v1/openapi.json`)).json()) as Json);
  }

  /** @returns undefined if there is nothing at the pointer */
  at(pointer: string): Json | undefined {
    const steps = pointer.replace(/^#?\//, '').split('/');
    return steps.reduce<Json | undefined>(
      (from, step) => from?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      this.json,
    );
  }

  /** Follows `$ref`. @returns the pointer of the referenced value, or `pointer` itself */
  follow(pointer: string): string {
    const reference = this.at(pointer)?.$ref;
    return typeof reference === 'string' ? this.follow(reference) : pointer;
  }

  resolve(schema: JsonSchema): JsonSchema {
    return schema.$ref === undefined ? schema : this.resolve(this.at(schema.$ref) as JsonSchema);
  }

  /** The operation that another method of the same path reaches. */
  find({ path }: Described, method: string): Described | undefined {
    const own = method === 'HEAD' ? 'GET' : method;
    return this.operations.find((other) => other.path === path && other.method === own);
  }

  #describe(operation: Operation): Described {
    const { method, path } = methodAndPath(operation);
    const shown = path.replace(/:(\w+)/g, '{$1}');
    const pointer = `#/paths/${escaped(shown)}/${method.toLowerCase()}`;
    const found = this.at(pointer);
    if (!found) throw new Error(`the document does not describe ${operation}`);
    const content = this.at(`${pointer}/requestBody/content`);
    const parameters = Object.values(found.parameters ?? {}) as unknown as Parameter[];
    return {
      operation,
      method,
      path: shown,
      query: parameters.filter((parameter) => parameter.in === 'query'),
      body: content?.['application/json']?.schema as JsonSchema | undefined,
      bodyTypes: Object.keys(content ?? { 'application/json': '', 'text/plain': '' }),
      pointer: `${pointer}/responses`,
    };
  }
}

/** The paths of the operation: two for those of the chat. */
export const publishedPathsOf = ({ operation, path }: Described): string[] =>
  operation in chatRoutes ? [path, path.replace(/^\/v1/, '/chat')] : [path];
