import type { Account } from '../../models/account/account.ts';
import { openTusTransfer } from '../../models/upload/tus-transfer.ts';
import { UploadQueue } from '../../models/upload/upload-queue.ts';
import { useAccount, useOwnUser } from '../context.ts';

let current: { userId: string; queue: UploadQueue } | undefined;

function startQueue(account: Account, userId: string): UploadQueue {
  const queue = new UploadQueue(openTusTransfer(account.client));
  const own = { userId, queue };
  current = own;
  const warn = (event: BeforeUnloadEvent): void => {
    if (queue.isBusy) event.preventDefault();
  };
  const retry = (): void => queue.resumeLost();
  window.addEventListener('beforeunload', warn);
  window.addEventListener('online', retry);
  const forget = account.state.subscribe(() => {
    const state = account.state.get();
    if (state.phase === 'in' && state.me.id === userId) return;
    queue.stop();
    forget();
    window.removeEventListener('beforeunload', warn);
    window.removeEventListener('online', retry);
    if (current === own) current = undefined;
  });
  return queue;
}

/** The uploads of the signed-in person. They continue on other pages of the panel. */
export function useUploadQueue(): UploadQueue {
  const account = useAccount();
  const { id } = useOwnUser();
  return current?.userId === id ? current.queue : startQueue(account, id);
}
