import { findGenerators, runGenerator } from './lib/generated.mjs';
import { main, prepare } from './lib/prepare.mjs';
import { say } from './lib/progress.mjs';

await main(async () => {
  await prepare({ engine: false, web: false });
  const check = process.argv.includes('--check');
  let failed = 0;
  for (const path of findGenerators()) {
    const { findings } = await runGenerator(path, { check });
    say(`${findings.length === 0 ? '✓' : '✗'} ${path}`);
    for (const finding of findings) say(`    ${finding}`);
    failed += findings.length === 0 ? 0 : 1;
  }
  return failed === 0 ? 0 : 1;
});
