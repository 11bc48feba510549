import { findGenerators, runGenerator } from './generated.mjs';
import { main } from './prepare/prepare.mjs';
import { say } from './progress.mjs';

await main(async () => {
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
