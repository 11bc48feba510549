import { join, resolve } from 'node:path';

const sources = resolve(import.meta.dirname, '../../src');

/** A complete run of the tests bundles the server (`scripts/lib/testing/server-bundle.mjs`), which then starts sooner. */
const { LECTERN_TEST_BUNDLE: bundle } = process.env;

/** The server's program. */
export const serverProgram = bundle ? join(bundle, 'main.mjs') : join(sources, 'main.ts');

/** The program of the operator's commands. */
export const commandProgram = bundle ? join(bundle, 'cli.mjs') : join(sources, 'cli.ts');
