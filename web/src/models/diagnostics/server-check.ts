import type { Answer } from '../../../../contract/routes.ts';
import { statusOf } from '../../kit/refusals.ts';
import { failed, passed, type Result } from './checks.ts';

/** A media room for one test, and the addresses of the server. */
export type Access = Answer<'startDiagnostics'>;

export type StartTest = () => Promise<Access>;

/** Asks the server for a media room, as each test of the media server needs one. */
export async function checkServer(start: StartTest): Promise<{ result: Result; access?: Access }> {
  const startedAt = performance.now();
  try {
    const access = await start();
    return { result: passed({ ms: performance.now() - startedAt }), access };
  } catch (error) {
    return { result: failed(statusOf(error) === 429 ? 'serverLimit' : 'serverAway') };
  }
}
