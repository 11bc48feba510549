import { ModeratedPage } from '../features/attendance/moderated/moderated-page.tsx';
import { OutcomePage } from '../features/outcome/outcome-page.tsx';
import { keepVisit } from '../models/visit/address.ts';
import { OpenedRoomPage } from './opened-room.tsx';

/** The page with the attendance of a room's calls, for their moderators by a link. */
export default function RoomCalls({ alias }: { alias: string }) {
  return (
    <OpenedRoomPage alias={alias}>
      {(room, client) =>
        client ? (
          <ModeratedPage room={room} client={client} onMoved={keepVisit} />
        ) : (
          <OutcomePage outcome="nowhere" onAgain={() => window.location.assign('/')} />
        )
      }
    </OpenedRoomPage>
  );
}
