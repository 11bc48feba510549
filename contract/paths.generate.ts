import { join } from 'node:path';
import { writeOrCheck } from './generate.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

/** Writes the parts of the operations that clients need, so that a browser loads no schema library. */

const all = Object.entries(routes) as [string, Route][];

const listOf = (operations: typeof all): string => operations.map(([name]) => `  '${name}',\n`).join('');

const text = `// Generated from contract/operations/ by \`npm run generate\`: change it there.

/** Every operation of the HTTP interface by name: its method and path. */
export const paths = {
${all.map(([name, { path }]) => `  ${name}: '${path}',\n`).join('')}} as const;

/** Operations that respond with text instead of JSON. */
export const answersText = [
${listOf(all.filter(([, { answerType }]) => answerType !== undefined))}] as const;

/** Operations that respond with a file if the query has a format other than json. */
export const answersFile = [
${listOf(all.filter(([, { files }]) => files !== undefined))}] as const;
`;

writeOrCheck(join(import.meta.dirname, 'paths.generated.ts'), text);
