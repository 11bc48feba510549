import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { databaseOf } from '../../../server/testing/database.ts';
import type { LecternProcess } from '../../../server/testing/lectern.ts';

/**
 * Profiles the server's processor time and the database's statements. Profiling takes time itself, so such a run
 * keeps no result.
 */

/** Preload of the server: SIGUSR2 starts a CPU profile, and the next one stops and writes it. */
export const profilerIn = (folder: string): string =>
  `data:text/javascript,${encodeURIComponent(
    `import { Session } from 'node:inspector/promises'; import { writeFileSync } from 'node:fs';
     const session = new Session(); session.connect(); await session.post('Profiler.enable');
     let count = 0, isOn = false;
     process.on('SIGUSR2', async () => {
       isOn = !isOn;
       if (isOn) return void session.post('Profiler.start');
       const { profile } = await session.post('Profiler.stop');
       count += 1;
       writeFileSync(${JSON.stringify(`${folder}/`)} + process.pid + '-' + count + '.cpuprofile', JSON.stringify(profile));
     });`,
  )}`;

/** Enables pg_stat_statements; the server restarts for it. */
export async function countStatements(lectern: LecternProcess): Promise<void> {
  const database = await databaseOf(lectern);
  await sql`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`.execute(database.db);
  await sql`ALTER SYSTEM SET pg_stat_statements.track_planning = on`.execute(database.db);
  await database.close();
  await lectern.stop();
  await lectern.start();
  const again = await databaseOf(lectern);
  await sql`CREATE EXTENSION IF NOT EXISTS pg_stat_statements`.execute(again.db);
  await again.close();
}

export function toggleProfile(lectern: LecternProcess): void {
  process.kill(lectern.pid(), 'SIGUSR2');
}

export async function forgetStatements(lectern: LecternProcess): Promise<void> {
  const database = await databaseOf(lectern);
  await sql`SELECT pg_stat_statements_reset()`.execute(database.db);
  await database.close();
}

export async function printStatements(lectern: LecternProcess): Promise<void> {
  const database = await databaseOf(lectern);
  const { rows } = await sql<Record<string, string>>`
    SELECT calls, round(total_exec_time) AS ms, round(total_plan_time) AS plan,
           round((total_exec_time / greatest(calls, 1))::numeric, 3) AS each,
           rows, shared_blks_hit + shared_blks_read AS blocks, wal_bytes AS wal,
           left(regexp_replace(query, '\\s+', ' ', 'g'), 90) AS query
    FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT 12`.execute(database.db);
  console.log('  statements: calls, total ms, planning ms, ms each, rows, blocks, WAL bytes');
  for (const { calls, ms, plan, each, rows: many, blocks, wal, query } of rows) {
    console.log(`    ${calls}  ${ms}  ${plan}  ${each}  ${many}  ${blocks}  ${wal}  ${query}`);
  }
  await database.close();
}

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
}

interface Profile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}

const top = (totals: Map<string, number>, count: number): [string, number][] =>
  [...totals].sort(([, a], [, b]) => b - a).slice(0, count);

function tellProfile(file: string): void {
  const { nodes, samples, timeDeltas }: Profile = JSON.parse(readFileSync(file, 'utf8'));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const [functions, files] = [new Map<string, number>(), new Map<string, number>()];
  let all = 0;
  for (const [index, id] of samples.entries()) {
    const frame = byId.get(id)?.callFrame;
    if (!frame || frame.functionName === '(idle)') continue;
    const ms = (timeDeltas[index] ?? 0) / 1000;
    const place = frame.url.replace(/^.*\/(node_modules|server)\//, '');
    const name = `${frame.functionName || '(anonymous)'} ${place}:${frame.lineNumber + 1}`;
    const room = frame.url ? place.split('/').slice(0, 2).join('/') : frame.functionName;
    functions.set(name, (functions.get(name) ?? 0) + ms);
    files.set(room, (files.get(room) ?? 0) + ms);
    all += ms;
  }
  console.log(`  ${file}: ${Math.round(all)} ms busy`);
  for (const totals of [top(files, 20), top(functions, 45)]) {
    for (const [name, ms] of totals)
      console.log(`    ${((ms / all) * 100).toFixed(1).padStart(5)} %  ${name}`);
    console.log('');
  }
}

export function printProfiles(folder: string): void {
  for (const file of readdirSync(folder).toSorted()) {
    if (file.endsWith('.cpuprofile')) tellProfile(join(folder, file));
  }
}
