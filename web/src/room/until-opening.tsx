import type { Room } from '../api/api.ts';
import { useText } from '../i18n/language.ts';
import { serverClock } from '../kit/server-clock.ts';
import { Start } from '../ui/start/start.tsx';

type Props = {
  room: Pick<Room, 'id' | 'name' | 'closesAt'>;
  /** In ms. */
  opensAt: number;
  /** The person came by a link of their own. */
  hasLink: boolean;
};

/** The countdown to the opening of a room. */
export function UntilOpening({ room, opensAt, hasLink }: Props) {
  const text = useText('opening');
  return (
    <Start
      id={room.id}
      name={room.name}
      startsAt={opensAt}
      endsAt={room.closesAt === null ? undefined : Date.parse(room.closesAt)}
      now={serverClock.now}
      text={text}
      hasLink={hasLink}
    />
  );
}
