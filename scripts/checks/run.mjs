import { findGenerators, runGenerator } from '../lib/generated.mjs';
import { main } from '../lib/prepare/prepare.mjs';
import { print } from '../lib/progress.mjs';
import { runStructureChecks } from '../lib/structure.mjs';

function report({ name, findings }) {
  print(`${findings.length === 0 ? '✓' : '✗'} ${name}`);
  for (const finding of findings) print(`    ${finding}`);
  return findings.length === 0 ? 0 : 1;
}

/** `npm run check`: the structure checks and the generated files alone, in seconds. */
await main(async () => {
  let failed = 0;
  for (const result of runStructureChecks()) failed += report(result);
  for (const path of findGenerators()) failed += report(await runGenerator(path, { check: true }));
  return failed === 0 ? 0 : 1;
});
