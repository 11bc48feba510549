import type { Answer } from '../../../../contract/routes.ts';
import { useApi } from '../../panel/context.ts';
import { type Loaded, useLoaded } from '../../panel/loading/use-loaded.ts';

export type Identity = Answer<'getIdentity'>;

/** The ways by which the person signs in. */
export function useIdentity(): Loaded<Identity> {
  const api = useApi();
  return useLoaded({ key: ['identity'], load: () => api.getIdentity() });
}
