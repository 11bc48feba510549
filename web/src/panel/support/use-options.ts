import type { Answer } from '../../../../contract/routes.ts';
import { useApi } from '../context.ts';
import { type Loaded, useLoaded } from '../loading/use-loaded.ts';

export type SignInOptions = Answer<'getSignInOptions'>;

/** How people get an account in this installation. */
export function useOptions(): Loaded<SignInOptions> {
  const api = useApi();
  return useLoaded({ key: ['sign-in options'], load: () => api.getSignInOptions() });
}
