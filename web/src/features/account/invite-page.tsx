import { PageHeader } from '../../ui/page-header.tsx';

export function InvitePage(_: { spaceId: string; inviteId: string }) {
  return <PageHeader title="Invite" />;
}
