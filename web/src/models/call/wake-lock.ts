import { createScope } from '../../kit/scope.ts';
import type { Tab } from './activity-reports.ts';

type Lock = Pick<WakeLockSentinel, 'released' | 'release'>;
type WakeLocks = { request: (type: 'screen') => Promise<Lock> };

/**
 * Keeps the screen on while the page is visible. The browser releases the lock whenever the page is hidden, and may
 * refuse it (a low battery, a frame without the permission): then the screen goes dark as the system decides.
 * @returns a function that ends it
 */
export function keepScreenOn(locks: WakeLocks | undefined, tab: Tab): () => void {
  const scope = createScope();
  let lock: Lock | undefined;
  let isAsking = false;
  const ask = async (): Promise<void> => {
    const isHeld = lock !== undefined && !lock.released;
    if (!locks || isAsking || isHeld || tab.visibilityState === 'hidden') return;
    isAsking = true;
    lock = await locks.request('screen').catch(() => undefined);
    isAsking = false;
    if (scope.ended) void lock?.release();
  };
  scope.listen(tab, 'visibilitychange', () => void ask());
  scope.add(() => void lock?.release());
  void ask();
  return () => scope.end();
}
