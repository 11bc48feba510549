import { Button, Skeleton, Switch } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Answer } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { Loading } from '../../../panel/loading/loading.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { ProblemLine } from '../../../panel/problem-line.tsx';
import { requestProblemOf } from '../../../panel/request-problem.ts';
import { useSubmit } from '../../../panel/use-submit.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { CopyField } from '../../../ui/parts/copy.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { DocsLink } from '../docs-link.tsx';
import css from '../integration.module.css';
import { OverlapForm } from '../overlap-form.tsx';
import { SecretDialog, type ShownSecret } from '../secret-dialog.tsx';
import { SentToPrograms } from './sent-to-programs.tsx';
import { WhereToEnter } from './where-to-enter.tsx';

type Offered = Answer<'getBigBlueButton'>;
type Found = Offered | 'not_found' | 'plan_required';

type Props = { spaceId: string };

/** The API of a group for programs that connect to a BigBlueButton server. */
export function BigBlueButtonSection({ spaceId }: Props) {
  const text = useText('bigbluebutton');
  const api = useApi();
  const [shown, setShown] = useState<ShownSecret>();
  const title = useRef<HTMLDivElement>(null);
  const found = useLoaded<Found>({
    key: ['bigbluebutton', spaceId],
    load: async () => {
      try {
        return await api.getBigBlueButton({ spaceId });
      } catch (error) {
        const { code } = requestProblemOf(error);
        if (code === 'not_found' || code === 'plan_required') return code;
        throw error;
      }
    },
  });
  const offer = useSubmit(async () => {
    show(await api.createBigBlueButton({ spaceId, body: {} }));
  });

  function show({ url, secret }: Answer<'createBigBlueButton'>): void {
    setShown({
      title: text.shown,
      values: [
        { label: text.url, value: url },
        { label: text.secret, value: secret },
      ],
    });
    found.reload();
  }

  return (
    <Section title={text.title} text={text.about}>
      <div ref={title} tabIndex={-1}>
        <DocsLink href="/docs/guides/bigbluebutton">{text.guide}</DocsLink>
      </div>
      <Loading of={found} isPart placeholder={<Skeleton height={44} radius="md" />}>
        {(value) => {
          if (value === 'plan_required') return <Text dim>{text.planRequired}</Text>;
          if (value !== 'not_found') {
            return (
              <Offer
                {...{ spaceId }}
                offered={value}
                onChanged={found.set}
                onSecret={show}
                returnTo={() => title.current}
              />
            );
          }
          return (
            <>
              <Button className={css.left} loading={offer.isBusy} onClick={() => void offer.run()}>
                {text.offer}
              </Button>
              <ProblemLine of={offer} />
            </>
          );
        }}
      </Loading>
      <SecretDialog shown={shown} onClose={() => setShown(undefined)} returnTo={() => title.current} />
    </Section>
  );
}

type OfferProps = {
  spaceId: string;
  offered: Offered;
  onChanged: (found: Found) => void;
  onSecret: (made: Answer<'refreshSecretBigBlueButton'>) => void;
  returnTo: () => HTMLElement | null;
};

function Offer({ spaceId, offered, onChanged, onSecret, returnTo }: OfferProps) {
  const text = useText('bigbluebutton');
  const api = useApi();
  const { url, isActive, lastRequestAt } = offered;
  const turn = useSubmit(async (wanted: boolean) =>
    onChanged(await api.updateBigBlueButton({ spaceId, body: { isActive: wanted } })),
  );
  return (
    <>
      <div>
        <Text size="md" weight={500} mb="sm">
          {text.url}
        </Text>
        <CopyField value={url} label={text.url} />
      </div>
      <Switch
        size="md"
        label={text.accept}
        description={text.acceptText}
        checked={isActive}
        disabled={turn.isBusy}
        onChange={(event) => void turn.run(event.currentTarget.checked)}
      />
      <ProblemLine of={turn} />
      <Text size="md" dim>
        {lastRequestAt === null ? (
          text.noRequest
        ) : (
          <>
            {text.lastRequest} <TimeAgo at={lastRequestAt} />
          </>
        )}
      </Text>
      <SecretAndEnd {...{ spaceId, onSecret, returnTo }} onGone={() => onChanged('not_found')} />
      <WhereToEnter url={url} />
      <SentToPrograms spaceId={spaceId} />
    </>
  );
}

type EndProps = Pick<OfferProps, 'spaceId' | 'onSecret' | 'returnTo'> & { onGone: () => void };

/** Replaces the secret, and ends the API. */
function SecretAndEnd({ spaceId, onSecret, onGone, returnTo }: EndProps) {
  const text = useText('bigbluebutton');
  const api = useApi();
  const { ask, asked } = useQuestion();
  const [step, setStep] = useState<'idle' | 'asking' | 'made'>('idle');
  const end = useSubmit(async () => {
    await api.deleteBigBlueButton({ spaceId });
    onGone();
  });
  return (
    <div>
      <Text size="md" weight={500} mb="sm">
        {text.secret}
      </Text>
      <Text size="md" dim mb="sm">
        {text.secretHidden}
      </Text>
      <Row gap="sm" wrap>
        <Button variant="default" onClick={() => setStep('asking')}>
          {text.newSecret}
        </Button>
        <Button
          variant="default"
          c="var(--danger-text)"
          loading={end.isBusy}
          onClick={() =>
            ask({
              ...{ title: text.endQuestion, text: text.endText, yes: text.end, returnTo },
              act: () => void end.run(),
            })
          }
        >
          {text.end}
        </Button>
      </Row>
      <ProblemLine of={end} />
      <Dialog
        isOpen={step === 'asking'}
        isFollowed={step === 'made'}
        title={text.newSecretTitle}
        onClose={() => setStep('idle')}
      >
        <OverlapForm
          texts={{
            question: text.newSecretText,
            none: text.overlapNoneText,
            hour: text.overlapHourText,
            day: text.overlapDayText,
          }}
          refresh={async (overlapSeconds) => {
            const made = await api.refreshSecretBigBlueButton({ spaceId, body: { overlapSeconds } });
            setStep('made');
            onSecret(made);
          }}
          onCancel={() => setStep('idle')}
        />
      </Dialog>
      {asked}
    </div>
  );
}
