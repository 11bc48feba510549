import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { pages } from '../../../contract/pages.ts';
import { api, type Client } from '../api/api.ts';
import { OutcomePage } from '../features/outcome/outcome-page.tsx';
import { readBrand } from '../models/brand/brand.ts';
import { visitor } from '../models/visit/address.ts';
import { clientOf } from '../models/visit/credential.ts';
import { type OpenedRoom, type OpenedVisit, openVisit } from '../models/visit/open.ts';
import { signInFor } from '../models/visit/signed-in.ts';
import { QueryScope } from '../panel/loading/query-scope.tsx';
import '../panel/panel-styles.ts';
import { pathTo } from '../routing/pattern.ts';
import { Page } from '../ui/page/page.tsx';
import { RowsSkeleton } from '../ui/page/states.tsx';
import { showRoomPage } from './show-room-page.ts';

type Props = {
  alias: string;
  /** The client is undefined for a person without a credential. */
  children: (room: OpenedRoom['room'], client: Client | undefined) => ReactNode;
};

/** A page of a room outside its calls, for people who come by a link, an account, or the visit that has just ended. */
export function OpenedRoomPage({ alias, children }: Props) {
  const [opened, setOpened] = useState<OpenedVisit>();
  const open = useCallback((): void => {
    setOpened(undefined);
    void openVisit(alias, visitor).then((next) => {
      // On the page of the room the person may ask to join on this device.
      if ('refusal' in next && next.refusal === 'link_used') {
        showRoomPage(pathTo(pages.room, { alias }), { replace: true });
      } else setOpened(next);
    });
  }, [alias]);
  useEffect(open, [open]);
  useEffect(() => void readBrand(alias), [alias]);
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
  return <QueryScope>{children(opened.welcome.room, credentialOf(opened.welcome))}</QueryScope>;
}

/** A person who came to a public room by its address alone is known by the session of their visit. */
function credentialOf({ as }: OpenedRoom): Client | undefined {
  if (as.kind !== 'nobody') return clientOf(as);
  return visitor.attended === undefined ? undefined : api(visitor.attended);
}
