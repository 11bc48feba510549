import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';

/** The groups that the reader deleted and whose rooms the server is still removing. */
export function useDeletions() {
  const api = useApi();
  return useLoaded({
    key: ['space deletions'],
    load: () => api.listSpaceDeletions(),
    pace: ({ total }) => (total > 0 ? 2000 : undefined),
  });
}

export function Deletions({ value }: Pick<ReturnType<typeof useDeletions>, 'value'>) {
  const text = useText('groups');
  return value?.items.map(({ id, name, roomsLeft }) => (
    <p key={id}>{text.deleting({ name: plainName(name), rooms: roomsLeft })}</p>
  ));
}
