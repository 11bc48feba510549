import { join } from 'node:path';
import { writeOrCheck } from './generate.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

/** Writes how long the texts of a request may be, so that forms check it without a schema library. */

interface Shape {
  maxLength?: number;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
}

const limitsOf = (body: Shape): string[] =>
  Object.entries(body.properties ?? {}).flatMap(([name, field]) => {
    const { maxLength } = [field, ...(field.anyOf ?? [])].find((shape) => shape.maxLength) ?? {};
    return maxLength === undefined ? [] : [`${name}: ${maxLength}`];
  });

const lines = Object.entries(routes).flatMap(([name, { body = {} }]: [string, Route]) => {
  const limits = limitsOf(body);
  return limits.length > 0 ? [`export const ${name} = { ${limits.join(', ')} } as const;\n`] : [];
});

const text = `// Generated from contract/operations/ by \`npm run generate\`: change it there.

// The longest texts in the body of each operation, in code points.
${lines.join('')}`;

writeOrCheck(join(import.meta.dirname, 'limits.generated.ts'), text);
