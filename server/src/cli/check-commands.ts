import { seconds } from '../platform/clock.ts';
import { DeadlineMissed, withDeadline } from '../platform/concurrency/deadline.ts';
import { addressChecks, ownUrlOf } from './check/address.ts';
import { ask } from './check/ask.ts';
import { checkDatabase } from './check/database.ts';
import { type Check, type CheckContext, type CheckResult, type Finding, fault } from './check/finding.ts';
import { machineChecks } from './check/machine.ts';
import { mediaChecks } from './check/media.ts';
import { serviceChecks } from './check/services.ts';
import type { Command, CommandInput, CommandOutput } from './command.ts';
import type { Installation } from './database.ts';
import { sentenceFor } from './failure.ts';

const [settings, server, ...machine] = machineChecks;
/** In the order of their lines; the database comes after the server. */
const checks = [settings, server, ...addressChecks, ...mediaChecks, ...serviceChecks, ...machine].filter(
  (check) => check !== undefined,
);

const usualMs = seconds(20);

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

function contextOf(installation: Installation, databaseAhead: CheckContext['databaseAhead']): CheckContext {
  const { config } = installation;
  const readiness = (origin: URL) => ask(new URL('/readyz', origin)).catch(asError);
  return {
    ...{ installation, config, databaseAhead },
    own: readiness(ownUrlOf(config)),
    address: readiness(config.LECTERN_URL),
  };
}

async function findingsOf(
  { name, run, withinMs = usualMs }: Check,
  context: CheckContext,
): Promise<Finding[]> {
  const results: CheckResult[] = await withDeadline(run(context), withinMs, `the check "${name}"`).then(
    (found) => [found].flat(),
    (error: unknown) => [fault(error instanceof DeadlineMissed ? error.message : sentenceFor(error))],
  );
  return results.map((result) => ({ check: name, ...result }));
}

/** The longest name is `certificate`. */
const lineOf = ({ state, check, message }: Finding): string =>
  `${state.padEnd(8)} ${check.padEnd(12)} ${message.replace(/\p{Cc}+/gu, ' ')}`;

async function checkInstallation(
  installation: Installation,
  { onProgress }: CommandInput,
): Promise<CommandOutput> {
  // First and alone: it is closed before the checks that take longer.
  const database = await checkDatabase(installation);
  const context = contextOf(installation, database.aheadSeconds);
  const found = await Promise.all(
    checks.map((check) => findingsOf(check, context).finally(() => onProgress(`checked: ${check.name}`))),
  );
  const [first = [], second = [], ...others] = found;
  const ofDatabase = database.results.map((result) => ({ check: 'database', ...result }));
  const findings = [...first, ...second, ...ofDatabase, ...others.flat()];
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  return {
    answer: findings.map(lineOf),
    json: findings,
    note: `Faults: ${count('fault')}, warnings: ${count('warning')}.`,
    isFailed: count('fault') > 0,
  };
}

export const checkCommands: Record<string, Command> = {
  check: {
    summary:
      'try what the settings name (DNS, address, certificate, media, mail, provider, storage, speech, disk, clock, database), and say what to do; exits with 1 if there is a fault',
    run: checkInstallation,
  },
};
