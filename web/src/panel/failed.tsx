import { ApiError } from '../api/api.ts';
import { LoadFailed } from '../ui/page/states.tsx';
import { NowherePage } from './nowhere-page.tsx';

/** Errors after which a retry is useless: missing or forbidden. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

/** Replaces content that could not be loaded: says that it is gone, or offers a retry. */
export function Failed({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  return isGone(error) ? <NowherePage /> : <LoadFailed onAgain={onAgain} />;
}
