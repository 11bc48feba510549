import { ApiError } from '../api/api.ts';
import { LoadFailed } from '../ui/page/states.tsx';
import { NowherePage } from './nowhere-page.tsx';

/** Not there, or not for the reader: trying again would not help. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

/** What a page was to show could not be loaded: gone for good, or to be tried again. */
export function Failed({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  return isGone(error) ? <NowherePage /> : <LoadFailed onAgain={onAgain} />;
}
