import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect } from 'react';
import type { Replica } from '../kit/replica.ts';
import { useStore } from './use-store.ts';

/** The value of a replica that is read repeatedly while the tab of the browser is visible. */
export function useWatched<T>(replica: Replica<T>): T {
  const isSeen = useDocumentVisibility() === 'visible';
  useEffect(() => (isSeen ? replica.watch() : undefined), [replica, isSeen]);
  return useStore(replica.value);
}
