import { useEffect } from 'react';
import { pages } from '../../contract/pages.ts';
import { AccountDeletedPage } from './features/account/deletion/account-deleted-page.tsx';
import { ForgotPage } from './features/account/forgot-page.tsx';
import { InvitePage } from './features/account/invite-page.tsx';
import { ProfilePage } from './features/account/profile-page.tsx';
import { ProviderReturnPage } from './features/account/provider-return-page.tsx';
import { RegisterPage } from './features/account/register-page.tsx';
import { SessionsPage } from './features/account/sessions-page.tsx';
import { SignInAgain } from './features/account/sign-in-again.tsx';
import { SignInPage } from './features/account/sign-in-page.tsx';
import { AccountContext } from './panel/context.ts';
import { Gate } from './panel/gate.tsx';
import { QueryScope } from './panel/loading/query-scope.tsx';
import { NowherePage } from './panel/nowhere-page.tsx';
import { ownAccount } from './panel/own-account.ts';
import type {
  GroupPartProps,
  HistoryOfRoomProps,
  RoomHistory,
  RoomHistoryProps,
} from './panel/room-history.ts';
import './panel/panel-styles.ts';
import { navigate } from './routing/navigation.ts';
import { matchPath } from './routing/pattern.ts';
import { usePageAddress } from './routing/use-page-address.ts';
import { lazily } from './ui/lazily.ts';
import { PageSkeleton, RowsSkeleton } from './ui/page/states.tsx';

const spaces = lazily(() => import('./features/spaces/spaces-pages.tsx'));
const content = lazily(() => import('./features/content/content-pages.tsx'));
const attendance = lazily(() => import('./features/attendance/attendance-pages.tsx'));
const playbacks = lazily(() => import('./features/playbacks/playbacks-pages.tsx'));
const deletion = lazily(() => import('./features/account/deletion/delete-page.tsx'));
const integration = lazily(() => import('./features/integration/integration-pages.tsx'));

/** The pages of an account: signing in, and everything for a signed-in person. */
export default function Panel() {
  useEffect(() => {
    void ownAccount.start();
  }, []);
  return (
    <AccountContext value={ownAccount}>
      <QueryScope>
        <Pages />
      </QueryScope>
    </AccountContext>
  );
}

function Pages() {
  const { path } = usePageAddress();
  const invite = matchPath(pages.invite, path);
  if (invite) return <InvitePage key={invite.inviteId} {...invite} />;
  if (path === pages.signIn) return <SignInPage />;
  if (path === pages.providerReturn) return <ProviderReturnPage />;
  if (path === pages.register) return <RegisterPage />;
  if (path === pages.forgotPassword) return <ForgotPage />;
  if (path === pages.accountDeleted) return <AccountDeletedPage />;
  return (
    <Gate whenEnded={(email) => <SignInAgain email={email} />}>
      <OwnPages path={path} />
    </Gate>
  );
}

/** The pages of a signed-in person. */
function OwnPages({ path }: { path: string }) {
  if (path === pages.home) return <ToGroups />;
  if (path === pages.profile) return <ProfilePage />;
  if (path === pages.deleteAccount) return <DeleteAccount />;
  if (path === pages.sessions) return <SessionsPage />;
  if (path === pages.integration || path.startsWith(`${pages.integration}/`)) return <Integration />;
  if (matchPath(pages.groupRecording, path)) return <Content />;
  if (matchPath(pages.groupRoomCall, path)) return <CallReport />;
  if (isOfPlayback(path)) return <PlaybacksPages />;
  if (path === pages.groups || path.startsWith(`${pages.groups}/`)) return <Spaces />;
  return <NowherePage />;
}

const isOfPlayback = (path: string): boolean =>
  [pages.groupPlayback, pages.groupPlaybackPart, pages.groupPlaybackSession].some((pattern) =>
    matchPath(pattern, path),
  );

function ToGroups() {
  useEffect(() => navigate(pages.groups, { replace: true }), []);
  return <PageSkeleton />;
}

function Spaces() {
  const part = spaces.usePart();
  return part ? <part.default history={history} /> : <PageSkeleton />;
}

/** The recordings on the page of a group or a room. */
function Recordings(props: RoomHistoryProps) {
  const part = content.usePart();
  return part ? <part.Recordings {...props} /> : <RowsSkeleton />;
}

function Calls(props: HistoryOfRoomProps) {
  const part = attendance.usePart();
  return part ? <part.Calls {...props} /> : <RowsSkeleton />;
}

function Attendance(props: RoomHistoryProps) {
  const part = attendance.usePart();
  return part ? <part.AttendanceGrid {...props} /> : <RowsSkeleton />;
}

function Playbacks(props: GroupPartProps) {
  const part = playbacks.usePart();
  return part ? <part.Playbacks {...props} /> : <RowsSkeleton />;
}

function GroupIntegration(props: GroupPartProps) {
  const part = integration.usePart();
  return part ? <part.GroupIntegration {...props} /> : <RowsSkeleton />;
}

/** Lists of other features, for the pages of groups and rooms: features do not import each other. */
const history: RoomHistory = {
  ...{ Recordings, Calls, Attendance, Playbacks },
  Integration: GroupIntegration,
};

function CallReport() {
  const part = attendance.usePart();
  return part ? <part.default /> : <PageSkeleton />;
}

function Content() {
  const part = content.usePart();
  return part ? <part.default /> : <PageSkeleton />;
}

function PlaybacksPages() {
  const part = playbacks.usePart();
  return part ? <part.default /> : <PageSkeleton />;
}

function Integration() {
  const part = integration.usePart();
  return part ? <part.default /> : <PageSkeleton />;
}

function DeleteAccount() {
  const part = deletion.usePart();
  return part ? <part.default /> : <PageSkeleton />;
}
