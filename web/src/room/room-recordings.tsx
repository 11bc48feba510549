import { WatchingPage } from '../features/watching/watching-page.tsx';
import { keepVisit } from '../models/visit/address.ts';
import { OpenedRoomPage } from './opened-room.tsx';

/** The page with the recordings of a room, for people who attended its calls. */
export default function RoomRecordings({ alias }: { alias: string }) {
  return (
    <OpenedRoomPage alias={alias}>
      {(room, client) => <WatchingPage room={room} client={client} onMoved={keepVisit} />}
    </OpenedRoomPage>
  );
}
