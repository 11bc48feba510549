import { useApi } from '../../../../panel/context.ts';
import { useLoaded } from '../../../../panel/loading/use-loaded.ts';

/** Most groups have fewer rooms; a delivery of another room shows its id. */
const most = 100;

/** The names of the newest rooms of a group by their ids; empty while they load. */
export function useRoomNames(spaceId: string): ReadonlyMap<string, string> {
  const api = useApi();
  const { value } = useLoaded({
    key: ['room names', spaceId],
    load: async () => {
      const { items } = await api.listRooms({ spaceId, query: { limit: most, order: 'desc' } });
      return new Map(items.map(({ id, name }) => [id, name]));
    },
  });
  return value ?? none;
}

const none: ReadonlyMap<string, string> = new Map();
