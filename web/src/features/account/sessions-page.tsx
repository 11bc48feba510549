import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import type { Answer } from '../../../../contract/routes.ts';
import { useText } from '../../i18n/language.ts';
import type { Texts } from '../../i18n/texts.ts';
import { parseUserAgent } from '../../models/account/device.ts';
import { useApi } from '../../panel/context.ts';
import { Loading } from '../../panel/loading/loading.tsx';
import { useLoaded } from '../../panel/loading/use-loaded.ts';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { useSubmit } from '../../panel/use-submit.ts';
import { useQuestion } from '../../ui/form/question.tsx';
import { SavedNote } from '../../ui/form/saved.tsx';
import { Card, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { PageHead } from '../../ui/page/head.tsx';
import { TimeAgo } from '../../ui/parts/time-ago.tsx';
import css from './sessions.module.css';

type Session = Answer<'listSessions'>['items'][number];

const step = 50;

/** The account's sessions, with a button that ends each. */
export function SessionsPage() {
  const text = useText('account');
  const api = useApi();
  const [limit, setLimit] = useState(step);
  const list = useLoaded({
    key: ['sessions', limit],
    load: () => api.listSessions({ query: { limit } }),
  });
  const { ask, asked } = useQuestion();
  const endOthers = useSubmit(async () => {
    await api.endOtherSessions();
    list.reload();
  });
  const end = useSubmit(async (sessionId: string) => {
    await api.endSession({ sessionId });
    list.reload();
  });
  const sessions = list.value?.items ?? [];
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  const heading = (): HTMLElement | null => document.querySelector('h1');

  return (
    <>
      <PageHead
        title={text.sessionsTitle}
        about={text.sessionsAbout}
        actions={
          hasOthers && (
            <Button
              variant="default"
              loading={endOthers.isBusy}
              onClick={() =>
                ask({
                  title: text.endOthersTitle,
                  text: text.endOthersText,
                  yes: text.endOthers,
                  act: () => void endOthers.run(),
                  returnTo: heading,
                })
              }
            >
              {text.endOthers}
            </Button>
          )
        }
      />
      <ProblemLine of={endOthers} />
      <ProblemLine of={end} />
      <SavedNote>{endOthers.isDone && !hasOthers && text.othersEnded}</SavedNote>
      <Card>
        <Loading of={list} isPart>
          {() => (
            <Stack as="ul" ruled aria-label={text.sessionsList}>
              {sessions.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  onEnd={(device) =>
                    ask({
                      title: text.endTitle,
                      text: text.endText(device),
                      yes: text.endSession,
                      act: () => void end.run(session.id),
                      returnTo: heading,
                    })
                  }
                />
              ))}
            </Stack>
          )}
        </Loading>
      </Card>
      {list.value && list.value.total > sessions.length && (
        <Button mt={12} variant="default" loading={list.isLoading} onClick={() => setLimit(limit + step)}>
          {text.more}
        </Button>
      )}
      {asked}
    </>
  );
}

type SessionRowProps = { session: Session; onEnd: (device: string) => void };

function SessionRow({ session, onEnd }: SessionRowProps) {
  const text = useText('account');
  const { isPhone } = parseUserAgent(session.userAgent);
  const name = nameOf(session, text);
  const Icon = session.kind === 'api' ? IconTerminal2 : isPhone ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <Row as="li" align="center" gap="md" p="md lg" className={css.row}>
      <Grid as="span" center dim square={40} radius="md" ground="ground-soft" aria-hidden>
        <Icon size={20} stroke={1.6} />
      </Grid>
      <Stack grow>
        <Row as="p" wrap align="center" size="lg" weight={550} gap="xs sm">
          <span title={session.userAgent ?? undefined}>{name}</span>
          {session.isCurrent && (
            <Text as="span" size="xs" weight={550} tone="accent" p="0 sm" radius="md" ground="accent-soft">
              {text.thisBrowser}
            </Text>
          )}
        </Row>
        <Row as="p" wrap mt="xs" size="sm" dim tabular gap="0 md">
          <span>
            {text.lastUsed} <TimeAgo at={session.lastUsedAt} />
          </span>
          <span>
            {text.signedInAt} <TimeAgo at={session.createdAt} />
          </span>
          {session.ip && <span>{text.from(session.ip)}</span>}
        </Row>
      </Stack>
      {!session.isCurrent && (
        <Button
          variant="default"
          className={css.end}
          aria-label={text.endSessionOf(name)}
          onClick={() => onEnd(name)}
        >
          {text.endSession}
        </Button>
      )}
    </Row>
  );
}

function nameOf({ kind, userAgent }: Session, text: Texts['account']): string {
  if (kind === 'api') return text.program;
  const { browser, system } = parseUserAgent(userAgent);
  if (browser && system) return text.deviceOn({ browser, system });
  return browser ?? system ?? text.unknownBrowser;
}
