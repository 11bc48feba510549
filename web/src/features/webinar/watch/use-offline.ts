import type { Watching } from '../../../models/webinar/watching.ts';
import { useLasting } from '../../../ui/use-lasting.ts';
import { usePartOf } from '../../../ui/use-store.ts';

/** True once reports to the server have had no response for two seconds. */
export function useOffline({ reports }: Watching): boolean {
  return useLasting(
    usePartOf(reports.state, ({ isOffline }) => isOffline),
    2_000,
  );
}
