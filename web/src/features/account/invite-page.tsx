import { Head } from '../../ui/head.tsx';

export function InvitePage(_: { spaceId: string; inviteId: string }) {
  return <Head title="Invite" />;
}
