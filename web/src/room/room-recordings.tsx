import { useCallback, useEffect, useState } from 'react';
import { api, type Client } from '../api/api.ts';
import { OutcomePage } from '../features/outcome/outcome-page.tsx';
import { WatchingPage } from '../features/watching/watching-page.tsx';
import { keepVisit, visitor } from '../models/visit/address.ts';
import { clientOf } from '../models/visit/credential.ts';
import { type OpenedRoom, type OpenedVisit, openVisit } from '../models/visit/open.ts';
import { signInFor } from '../models/visit/signed-in.ts';
import { QueryScope } from '../panel/loading/query-scope.tsx';
import '../panel/panel-styles.ts';
import { Page } from '../ui/page/page.tsx';
import { RowsSkeleton } from '../ui/page/states.tsx';

/** The page with the recordings of a room, for people who attended its calls. */
export default function RoomRecordings({ alias }: { alias: string }) {
  const [opened, setOpened] = useState<OpenedVisit>();
  const open = useCallback((): void => {
    setOpened(undefined);
    void openVisit(alias, visitor).then(setOpened);
  }, [alias]);
  useEffect(open, [open]);
  if (!opened) {
    return (
      <Page>
        <RowsSkeleton />
      </Page>
    );
  }
  if ('refusal' in opened) {
    const { refusal, maySignIn } = opened;
    return (
      <OutcomePage outcome={refusal} onAgain={open} signInHref={maySignIn ? signInFor(alias) : undefined} />
    );
  }
  return (
    <QueryScope>
      <WatchingPage room={opened.welcome.room} client={credentialOf(opened.welcome)} onMoved={keepVisit} />
    </QueryScope>
  );
}

/** A person who came to a public room by its address alone is known by the session of their visit. */
function credentialOf({ as }: OpenedRoom): Client | undefined {
  if (as.kind !== 'nobody') return clientOf(as);
  return visitor.attended === undefined ? undefined : api(visitor.attended);
}
