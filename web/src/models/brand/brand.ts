import type { Answer } from '../../../../contract/routes.ts';
import { api } from '../../api/api.ts';
import { createStore } from '../../kit/store.ts';

/** The look of the group whose page this is; null: Lectern's own; undefined: it is being read. */
export type ShownBrand = Answer<'getBrand'>['brand'] | undefined;

const store = createStore<ShownBrand>(null);
export const brand: Pick<typeof store, 'get' | 'subscribe'> = store;

export const showBrand = (shown: Answer<'getBrand'>['brand']): void => store.set(shown);

/** No logo is shown for this long at most, so that a page does not change its logo under the eyes of a person. */
const patienceMs = 1000;

/** Reads the brand of the group of a room, by its alias or code. A page without it has Lectern's look. */
export async function readBrand(room: string): Promise<void> {
  store.set(undefined);
  const late = setTimeout(() => store.get() === undefined && store.set(null), patienceMs);
  try {
    store.set((await api().getBrand({ query: { room } })).brand);
  } catch {
    store.set(null);
  } finally {
    clearTimeout(late);
  }
}
