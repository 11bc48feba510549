import { Button } from '@mantine/core';
import { IconClockOff, IconCloudOff, IconLinkOff, IconMailOff, IconUsersGroup } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { useAccount, useAccountState, useApi } from '../../panel/context.ts';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { requestProblemOf } from '../../panel/request-problem.ts';
import { useOptions } from '../../panel/support/use-options.ts';
import { useSubmit } from '../../panel/use-submit.ts';
import { navigate } from '../../routing/navigation.ts';
import { withNext } from '../../routing/next.ts';
import { pathTo } from '../../routing/pattern.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { StatePage } from '../../ui/page/state-page.tsx';
import { PageSkeleton } from '../../ui/page/states.tsx';
import { LinkButton } from '../../ui/parts/link-button.tsx';
import { minuteTime } from '../../ui/times.ts';
import { AuthFrame } from './auth-frame.tsx';
import { rememberInviteToAccept, takeInviteToAccept } from './invite-intent.ts';
import { ProviderButton } from './provider-button.tsx';
import { type Invite, type InvitePlace, useInvite } from './use-invite.ts';

/** An invitation to a group: its purpose, and the ways to accept it. */
export function InvitePage({ spaceId, inviteId }: InvitePlace) {
  const api = useApi();
  const state = useAccountState();
  const invite = useInvite({ spaceId, inviteId });
  const accept = useSubmit(async () => {
    await api.activateInvite({ spaceId, inviteId });
    navigate(pathTo(pages.group, { spaceId }), { replace: true });
  });

  const isIn = state.phase === 'in';
  const isReady = isIn && Boolean(invite.value);
  const run = useRef(accept.run);
  run.current = accept.run;
  useEffect(() => {
    if (isReady && takeInviteToAccept(inviteId)) void run.current();
  }, [isReady, inviteId]);

  const refusal = invite.error !== undefined ? requestProblemOf(invite.error).code : accept.problem?.code;
  if (refusal && refusal in looks) {
    return <Refused code={refusal as Refusal} spaceId={spaceId} isIn={isIn} onAgain={invite.reload} />;
  }
  if (invite.error !== undefined) {
    const isThere = requestProblemOf(invite.error).code !== 'not_found';
    return (
      <Refused
        code={isThere ? 'away' : 'invite_unknown'}
        spaceId={spaceId}
        isIn={isIn}
        onAgain={invite.reload}
      />
    );
  }
  if (!invite.value || state.phase === 'asking') {
    return (
      <Page homeHref="/">
        <PageSkeleton />
      </Page>
    );
  }
  return (
    <Invitation invite={invite.value}>
      {isIn ? (
        <>
          <ProblemLine of={accept} />
          <Accept name={state.me.username} isBusy={accept.isBusy} onAccept={() => void accept.run()} />
        </>
      ) : (
        <Strangers inviteId={inviteId} />
      )}
    </Invitation>
  );
}

function Invitation({ invite, children }: { invite: Invite; children: ReactNode }) {
  const text = useText('account');
  const language = useLanguage();
  return (
    <AuthFrame title={text.inviteTitle(plainName(invite.spaceName))}>
      <Stack gap="xs" size="lg" p="lg" mt="xl" radius="md" ground="ground-soft">
        <Text>{invite.role === 'role_space_moderator' ? text.inviteAsModerator : text.inviteAsUser}</Text>
        <Text size="md" dim>
          {text.inviteUntil}{' '}
          <time dateTime={invite.expiresAt}>{minuteTime(new Date(invite.expiresAt), language)}</time>
        </Text>
      </Stack>
      <Stack gap="md" mt="xl">
        {children}
      </Stack>
    </AuthFrame>
  );
}

type AcceptProps = { name: string; isBusy: boolean; onAccept: () => void };

function Accept({ name, isBusy, onAccept }: AcceptProps) {
  const text = useText('account');
  const account = useAccount();
  const leave = useSubmit(() => account.signOut());
  return (
    <>
      <Button size="md" fullWidth loading={isBusy} onClick={onAccept}>
        {text.acceptAs(plainName(name))}
      </Button>
      <Button size="md" fullWidth variant="default" loading={leave.isBusy} onClick={() => void leave.run()}>
        {text.otherAccount}
      </Button>
      <ProblemLine of={leave} />
    </>
  );
}

function Strangers({ inviteId }: { inviteId: string }) {
  const text = useText('account');
  const options = useOptions().value;
  const here = window.location.pathname;
  // The click also accepts the invitation, right after the sign-in.
  const remember = (): void => rememberInviteToAccept(inviteId);
  return (
    <>
      <ProviderButton provider={options?.provider} next={here} others="below" onBegin={remember} />
      <LinkButton size="md" fullWidth to={withNext(pages.signIn, here)} onClick={remember}>
        {text.signInToJoin}
      </LinkButton>
      <LinkButton
        size="md"
        fullWidth
        variant="default"
        to={withNext(pages.register, here)}
        onClick={remember}
      >
        {text.registerToJoin}
      </LinkButton>
    </>
  );
}

const looks = {
  invite_used: IconLinkOff,
  invite_expired: IconClockOff,
  invite_revoked: IconLinkOff,
  invite_unknown: IconMailOff,
  role_held: IconUsersGroup,
  away: IconCloudOff,
} satisfies Record<string, ComponentType<{ size: number; stroke: number }>>;

type Refusal = keyof typeof looks;
type RefusedProps = { code: Refusal; spaceId: string; isIn: boolean; onAgain: () => void };

function Refused({ code, spaceId, isIn, onAgain }: RefusedProps) {
  const text = useText('account');
  const Icon = looks[code];
  return (
    <StatePage
      icon={Icon}
      tone={code === 'role_held' ? 'calm' : 'warning'}
      title={text[`${code}Title`]}
      homeHref="/"
      actions={
        code === 'away' ? (
          <Button size="md" onClick={onAgain}>
            {text.tryAgain}
          </Button>
        ) : (
          <LinkButton size="md" to={whereTo(code, isIn, spaceId)}>
            {code === 'role_held' ? text.openGroup : isIn ? text.toGroups : text.toStart}
          </LinkButton>
        )
      }
    >
      <p>{text[`${code}Text`]}</p>
    </StatePage>
  );
}

function whereTo(code: Refusal, isIn: boolean, spaceId: string): string {
  if (code === 'role_held') return pathTo(pages.group, { spaceId });
  return isIn ? pages.groups : pages.home;
}
