import { Button } from '@mantine/core';
import { IconCloudOff, IconLinkOff, IconMail, IconMailOff } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import type { Answer } from '../../../../contract/routes.ts';
import { api } from '../../api/api.ts';
import { useText } from '../../i18n/language.ts';
import { isFinal } from '../../kit/refusals.ts';
import { Page } from '../../ui/page/page.tsx';
import { StatePage } from '../../ui/page/state-page.tsx';
import { PageSkeleton } from '../../ui/page/states.tsx';
import { useRun } from '../../ui/use-run.ts';

type Emails = Answer<'getReminderEmails'>;
type Found = { emails: Emails; isResumed?: boolean } | { failure: 'unknown' | 'away' };

async function found(request: Promise<Emails>, isResumed = false): Promise<Found> {
  try {
    return { emails: await request, isResumed };
  } catch (error) {
    return { failure: isFinal(error) ? 'unknown' : 'away' };
  }
}

/** Unsubscribes the reader of an email. It asks first, because mail filters open links. */
export default function StopPage({ reminderToken }: { reminderToken: string }) {
  const text = useText('reminderEmails');
  const [shown, setShown] = useState<Found>();
  const { run, isBusy } = useRun<Found>();
  const load = useCallback(async () => {
    setShown(await found(api().getReminderEmails({ reminderToken })));
  }, [reminderToken]);
  useEffect(() => {
    void load();
  }, [load]);

  async function change(request: () => Promise<Emails>, isResumed: boolean): Promise<void> {
    const next = await run(() => found(request(), isResumed));
    if (next) setShown(next);
  }
  const stop = () => change(() => api().stopReminderEmails({ reminderToken }), false);
  const resume = () => change(() => api().resumeReminderEmails({ reminderToken }), true);

  if (!shown) {
    return (
      <Page homeHref="/">
        <div aria-busy aria-label={text.loading} role="status">
          <PageSkeleton />
        </div>
      </Page>
    );
  }
  if ('failure' in shown) return <FailedPage failure={shown.failure} onAgain={load} />;
  return <EmailsPage {...shown} isBusy={isBusy} onStop={stop} onResume={resume} />;
}

type EmailsProps = {
  emails: Emails;
  isResumed?: boolean;
  isBusy: boolean;
  onStop: () => void;
  onResume: () => void;
};

function EmailsPage({ emails, isResumed = false, isBusy, onStop, onResume }: EmailsProps) {
  const text = useText('reminderEmails');
  const { name, email, isStopped } = emails;
  const isDeleted = name === null || email === null;
  if (isStopped) {
    return (
      <StatePage
        icon={IconMailOff}
        title={text.stoppedTitle}
        homeHref="/"
        actions={
          !isDeleted && (
            <Button size="md" variant="default" loading={isBusy} onClick={onResume}>
              {text.undo}
            </Button>
          )
        }
      >
        <p>{isDeleted ? text.nothingText : text.stoppedText({ webinar: name, email })}</p>
      </StatePage>
    );
  }
  return (
    <StatePage
      icon={IconMail}
      title={text.pageTitle}
      homeHref="/"
      actions={
        <Button size="md" loading={isBusy} onClick={onStop}>
          {text.unsubscribe}
        </Button>
      }
    >
      <p>{text.pageText({ webinar: name ?? '', email: email ?? '' })}</p>
      <p role="status">{isResumed && text.resumedText}</p>
    </StatePage>
  );
}

type FailedProps = { failure: 'unknown' | 'away'; onAgain: () => void };

function FailedPage({ failure, onAgain }: FailedProps) {
  const text = useText('reminderEmails');
  if (failure === 'unknown') {
    return (
      <StatePage icon={IconLinkOff} title={text.unknownTitle} homeHref="/">
        <p>{text.unknownText}</p>
      </StatePage>
    );
  }
  return (
    <StatePage
      icon={IconCloudOff}
      title={text.awayTitle}
      tone="warning"
      homeHref="/"
      actions={
        <Button size="md" onClick={onAgain}>
          {text.tryAgain}
        </Button>
      }
    >
      <p>{text.awayText}</p>
    </StatePage>
  );
}
