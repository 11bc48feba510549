import type { Config } from '../config.ts';
import type { Parts } from '../wiring/parts.ts';

/**
 * Uses the mail server and the sign-in provider once after a start, so that a wrong setting is in the log at once and
 * not at the first email or sign-in. A start does not wait for it: both may be away for a while.
 */
export async function tryServices(
  { LECTERN_ROLES: roles }: Pick<Config, 'LECTERN_ROLES'>,
  { auth, mailer, health }: Pick<Parts, 'auth' | 'mailer' | 'health'>,
): Promise<void> {
  const servesPeople = roles.includes('api');
  const sendsMail = servesPeople || roles.includes('jobs');
  await Promise.allSettled([
    servesPeople && auth.provider?.check(),
    sendsMail && mailer?.check().finally(() => health.readiness.dependencies()),
  ]);
}
