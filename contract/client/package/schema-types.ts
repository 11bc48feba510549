/** The part of JSON Schema that our contract uses. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: readonly string[];
  description?: string;
}

const simple: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

const alternatives = (types: string[]): string => [...new Set(types)].join(' | ');

function objectType({ properties = {}, patternProperties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const comment = schema.description ? `/** ${schema.description.replaceAll('*/', '* /')} */ ` : '';
    return `${comment}${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeScriptOf(schema)};`;
  });
  const values = Object.values(patternProperties).map(typeScriptOf);
  if (values.length === 0) return `{ ${fields.join('\n')} }`;
  const record = `Record<string, ${alternatives(values)}>`;
  return fields.length === 0 ? record : `{ ${fields.join('\n')} } & ${record}`;
}

/** Writes a schema as a TypeScript type that needs no schema library. */
export function typeScriptOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return alternatives(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.anyOf) return alternatives(schema.anyOf.map(typeScriptOf));
  if (schema.type === 'array') return `Array<${schema.items ? typeScriptOf(schema.items) : 'unknown'}>`;
  if (schema.type === 'object') return objectType(schema);
  const type = simple[schema.type ?? ''];
  if (type === undefined) throw new Error(`no type for ${JSON.stringify(schema)}`);
  return type;
}
