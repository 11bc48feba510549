import type { Answer } from '../../../../../contract/routes.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { setQuery } from '../../../routing/navigation.ts';
import { usePageAddress } from '../../../routing/use-page-address.ts';

export type SpokenPlace = Answer<'searchSpace'>['items'][number];

const pageSize = 25;
const longest = 200;

/** The page of the results is in the address, so that Back returns to it; other words begin at the first. */
export function useSpokenPage() {
  const { search } = usePageAddress();
  const page = Number(search.get('saidPage') ?? '1');
  return {
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000 ? page : 1,
    turnTo: (next: number) => setQuery({ saidPage: next > 1 ? String(next) : undefined }, { replace: false }),
  };
}

type Asked = { spaceId: string; roomId: string | undefined; words: string; page: number };

/** The places where the words were said, in the recordings of a group or of one room. */
export function useSpokenPlaces({ spaceId, roomId, words, page }: Asked) {
  const api = useApi();
  const text = words.trim().slice(0, longest);
  const loaded = useLoaded({
    key: ['spoken', spaceId, roomId, text, page],
    load: () =>
      api.searchSpace({
        spaceId,
        query: { text, limit: pageSize, offset: (page - 1) * pageSize, ...(roomId && { roomId }) },
      }),
  });
  const total = loaded.value?.total ?? 0;
  return { ...loaded, total, hasPrevious: page > 1, hasNext: page * pageSize < total };
}
