import { root } from '../lib/paths.mjs';
import { main } from '../lib/prepare/prepare.mjs';
import { print } from '../lib/progress.mjs';
import { structureResults } from '../lib/structure.mjs';
import { readProject } from './project.mjs';
import { listMissingTexts } from './texts.mjs';

function report({ name, findings }) {
  print(`${findings.length === 0 ? '✓' : '✗'} ${name}`);
  for (const finding of findings) print(`    ${finding}`);
  return findings.length === 0 ? 0 : 1;
}

/** `npm run check`: the structure checks and the generated files alone, in seconds. */
await main(async () => {
  let failed = 0;
  for await (const result of structureResults()) failed += report(result);
  for (const line of listMissingTexts(readProject(root))) print(`  English is shown: ${line}`);
  return failed === 0 ? 0 : 1;
});
