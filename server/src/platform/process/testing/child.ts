import { appendFileSync, writeFileSync } from 'node:fs';

/**
 * A child to supervise. The first argument is the file that marks it as ready; the others select behaviour:
 * `never-ready`, `deaf` (to SIGTERM), `fail` (at once), `short-lived` (exits when ready), `tell-environment`.
 */
const [readyFile = '', ...habits] = process.argv.slice(2);

if (habits.includes('fail')) {
  console.log('the disk is on fire');
  process.exit(3);
}
process.on('SIGTERM', () => {
  if (!habits.includes('deaf')) process.exit(0);
});
if (habits.includes('tell-environment')) console.log(`environment ${JSON.stringify(process.env)}`);
console.log(`started ${process.pid}`);
if (!habits.includes('never-ready')) {
  writeFileSync(readyFile, String(process.pid));
  appendFileSync(`${readyFile}.starts`, `${Date.now()}\n`);
}
if (habits.includes('short-lived')) process.exit(4);
setInterval(() => {}, 60_000);
