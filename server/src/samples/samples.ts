/**
 * Sample calls: finished calls that nobody made, for tests of an integration (docs/decisions/0202). Owns no table: it
 * writes by the functions of `participants`, `calls` and `records`, whose rows have `is_sample`.
 * Look first: `make.ts`; `recording/` has the files of the recording, which `recorder/testing/sample-recording.ts` makes.
 */

export { type SampleParts, sampleEndpoints } from './routes.ts';
