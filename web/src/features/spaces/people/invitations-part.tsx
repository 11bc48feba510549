import { Button } from '@mantine/core';
import {
  IconBan,
  IconMail,
  IconMailOpened,
  IconShieldStar,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { ListFilter } from '../../../panel/list/list-filter.tsx';
import { ListFrame } from '../../../panel/list/list-frame.tsx';
import { Row, RowColumn, RowDetail, RowDetails, RowIcon } from '../../../panel/list/row.tsx';
import { RowMenu, RowMenuItem } from '../../../panel/list/row-menu.tsx';
import { useList } from '../../../panel/list/use-list.ts';
import { SendByEmail } from '../../../panel/send-by-email.tsx';
import { useOptions } from '../../../panel/support/use-options.ts';
import { useRequest } from '../../../panel/use-request.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import { Dialog, DialogError } from '../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { CopyIcon } from '../../../ui/parts/copy.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { Status, type Tone } from '../../../ui/parts/status.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { useLast } from '../../../ui/use-last.ts';
import type { Invite, Space } from '../model/types.ts';
import { InviteDialog } from './invite-dialog.tsx';
import css from './people.module.css';

type InviteStatus = Invite['status'];
const statuses: readonly InviteStatus[] = ['unused', 'used', 'expired', 'revoked'];
const tones: Record<InviteStatus, Tone> = {
  unused: 'warning',
  used: 'good',
  expired: 'quiet',
  revoked: 'bad',
};

/** The invitations and their states. */
export function InvitationsPart({ space }: { space: Space }) {
  const text = useText('members');
  const api = useApi();
  const spaceId = space.id;
  const list = useList<Invite, InviteStatus>({
    key: ['invitations', spaceId],
    filters: statuses,
    load: ({ limit, offset, order }, { filter: status }) =>
      api.listInvites({ spaceId, query: { limit, offset, order, ...(status && { status }) } }),
  });
  const [isInviting, setInviting] = useState(false);
  const [sent, setSent] = useState<Invite>();
  const sendsMail = useOptions().value?.sendsMail ?? false;
  const { ask, asked } = useQuestion();
  const { act, trouble } = useRequest();
  const revoke = (invite: Invite, returnTo: Question['returnTo']): void =>
    ask({
      title: text.revokeTitle,
      text: text.revokeText,
      yes: text.revoke,
      act: () => void act(() => api.revokeInvite({ spaceId, inviteId: invite.id })).then(list.reload),
      returnTo,
    });
  const invite = (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
      {text.invite}
    </Button>
  );
  return (
    <>
      <DialogError>{trouble}</DialogError>
      <ListFrame
        list={list}
        label={text.invitations}
        filters={
          <ListFilter list={list} label={text.status} any={text.anyStatus} names={text} values={statuses} />
        }
        action={invite}
        empty={{ Icon: IconMailOpened, title: text.none, text: text.noneHint }}
        row={(one) => (
          <InviteRow
            key={one.id}
            invite={one}
            onSend={sendsMail ? () => setSent(one) : undefined}
            onRevoke={revoke}
          />
        )}
      />
      <InviteDialog
        isOpen={isInviting}
        spaceId={spaceId}
        onClose={() => setInviting(false)}
        onMade={list.showNew}
      />
      <SendDialog spaceId={spaceId} invite={sent} onClose={() => setSent(undefined)} />
      {asked}
    </>
  );
}

type DialogProps = { spaceId: string; invite: Invite | undefined; onClose: () => void };

function SendDialog({ spaceId, invite, onClose }: DialogProps) {
  const text = useText('sendByEmail');
  const api = useApi();
  const shown = useLast(invite);
  return (
    <Dialog isOpen={invite !== undefined} title={text.sendInvite} onClose={onClose}>
      {shown && (
        <SendByEmail
          key={shown.id}
          send={(email) => api.sendInvite({ spaceId, inviteId: shown.id, body: { email } })}
        />
      )}
    </Dialog>
  );
}

type RowProps = {
  invite: Invite;
  /** Undefined if the installation sends no email. */
  onSend: (() => void) | undefined;
  onRevoke: (invite: Invite, returnTo: Question['returnTo']) => void;
};

function InviteRow({ invite, onSend, onRevoke }: RowProps) {
  const text = useText('members');
  const send = useText('sendByEmail');
  const isModerator = invite.role === 'role_space_moderator';
  const isWaiting = invite.status === 'unused';
  const role = isModerator ? text.moderator : text.user;
  const Icon = isModerator ? IconShieldStar : IconUser;
  return (
    <Row
      lead={<RowIcon icon={Icon} />}
      name={role}
      about={
        <RowDetails>
          <RowDetail>
            {text.made} <TimeAgo at={invite.createdAt} />
          </RowDetail>
          {invite.usedBy && (
            <RowDetail>
              {text.usedBy} <Name>{invite.usedBy.username}</Name>
            </RowDetail>
          )}
        </RowDetails>
      }
      meta={
        <RowDetails>
          {isWaiting && (
            <RowDetail>
              {text.expires} <TimeAgo at={invite.expiresAt} />
            </RowDetail>
          )}
          <RowColumn>
            <Status tone={tones[invite.status]}>{text[invite.status]}</Status>
          </RowColumn>
        </RowDetails>
      }
      hasWideActions={isWaiting}
      actions={
        isWaiting ? (
          <>
            <CopyIcon kind="link" value={invite.url} label={text.copyLink} />
            <RowMenu name={role}>
              {onSend && (
                <RowMenuItem icon={IconMail} onClick={onSend}>
                  {send.send}
                </RowMenuItem>
              )}
              <RowMenuItem icon={IconBan} isDanger onClick={(returnTo) => onRevoke(invite, returnTo)}>
                {text.revoke}
              </RowMenuItem>
            </RowMenu>
          </>
        ) : (
          <span className={css.noActions} />
        )
      }
    />
  );
}
