import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { Grid, Row, Stack, Text } from '../../../../ui/layout/layout.tsx';
import { CopyText } from '../../../../ui/parts/copy.tsx';
import { exactTime } from '../../../../ui/times.ts';
import { curlOf } from '../model/curl.ts';
import { failureOf, needsSentence } from '../model/failure.ts';
import type { AttemptInFull } from '../model/types.ts';
import { mayBeCut } from '../model/visible-text.ts';
import css from './delivery.module.css';
import { durationText } from './delivery-text.ts';
import { VisibleText } from './visible-text.tsx';

/** One attempt: why it failed, the response, the request. */
export function AttemptBody({ attempt }: { attempt: AttemptInFull }) {
  const text = useText('deliveries');
  const language = useLanguage();
  const { startedAt, durationMs, url } = attempt;
  return (
    <>
      <Failed attempt={attempt} />
      <Grid as="dl" size="md" gap="sm lg" className={css.meta}>
        <dt>{text.when}</dt>
        <Text as="dd">{exactTime(new Date(startedAt), language)}</Text>
        <dt>{text.took}</dt>
        <Text as="dd">{durationText(durationMs, language)}</Text>
        {url !== null && (
          <>
            <dt>{text.where}</dt>
            <Text as="dd" size="sm" mono breaks>
              <VisibleText>{url}</VisibleText>
            </Text>
          </>
        )}
      </Grid>
      <Part title={text.came}>
        <Answer attempt={attempt} />
      </Part>
      <Part title={text.sent}>
        <Sent attempt={attempt} />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap="sm" aria-label={title}>
      <Text as="h4" size="lg" weight={600}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}

/** Explains the failure and tells the owner what to check first. */
function Failed({ attempt }: { attempt: AttemptInFull }) {
  const text = useText('deliveryFailures');
  const failure = failureOf(attempt);
  if (!failure) return null;
  return (
    <Stack size="md" gap="sm" p="md" radius="md" ground="danger-soft" className={css.failed}>
      <Text>
        <strong>{text[failure]}</strong> {failure !== 'unknown' && text[`${failure}Hint`]}
      </Text>
      {needsSentence(failure) && attempt.error && (
        <Text size="sm" mono breaks>
          <VisibleText>{attempt.error}</VisibleText>
        </Text>
      )}
    </Stack>
  );
}

/** The response as text: nothing in it may act on this page. */
function Answer({ attempt }: { attempt: AttemptInFull }) {
  const text = useText('deliveries');
  const { statusCode, answer } = attempt;
  if (statusCode === null)
    return (
      <Text size="md" dim>
        {text.nothingCame}
      </Text>
    );
  return (
    <>
      <Text size="md">
        {text.status} <strong>{statusCode}</strong>
      </Text>
      {answer ? (
        <Block actions={<CopyText value={answer} label={text.copyAnswer} />}>
          <VisibleText>{answer}</VisibleText>
        </Block>
      ) : (
        <Text size="md" dim>
          {text.emptyAnswer}
        </Text>
      )}
      {answer && mayBeCut(answer) && (
        <Text size="md" dim>
          {text.cut}
        </Text>
      )}
    </>
  );
}

type BodyView = 'exact' | 'pretty';

function Sent({ attempt }: { attempt: AttemptInFull }) {
  const text = useText('deliveries');
  const [view, setView] = useState<BodyView>('exact');
  const { request, url } = attempt;
  if (!request)
    return (
      <Text size="md" dim>
        {url === null ? text.notSent : text.notKept}
      </Text>
    );
  const { headers, body } = request;
  const lines = Object.entries(headers);
  const asText = lines.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <>
      <Block
        title={text.headers}
        note={text.headersNote}
        actions={
          <>
            <CopyText value={asText} label={text.copyHeaders} />
            {url !== null && (
              <CopyText value={curlOf({ url, headers, body })} label={text.copyCurl} words={text.copyCurl} />
            )}
          </>
        }
      >
        {lines.map(([name, value]) => (
          <span key={name} className={css.header}>
            <Text as="span" dim>
              {name}:{' '}
            </Text>
            <VisibleText>{value}</VisibleText>
          </span>
        ))}
      </Block>
      <Block
        title={text.body}
        actions={
          <>
            <SegmentedControl
              size="xs"
              aria-label={text.bodyView}
              value={view}
              data={[
                { value: 'exact', label: text.exact },
                { value: 'pretty', label: text.pretty },
              ]}
              onChange={(value) => setView(value === 'pretty' ? 'pretty' : 'exact')}
            />
            <CopyText value={body} label={text.copyBody} />
          </>
        }
      >
        <VisibleText>{view === 'exact' ? body : prettyOf(body)}</VisibleText>
      </Block>
    </>
  );
}

function prettyOf(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

type BlockProps = { title?: string; note?: string; actions: ReactNode; children: ReactNode };

/** Preformatted text, wrapped instead of scrolled, so that all of it is visible. */
function Block({ title, note, actions, children }: BlockProps) {
  return (
    <Text as="div" frame="line" ground="ground-soft">
      <Row
        gap="xs md"
        wrap
        align="center"
        justify="between"
        p="sm md 0"
        pe="sm"
        tall={40}
        className={css.blockHead}
        data-bare={title === undefined || undefined}
      >
        {title && (
          <Text as="h5" size="sm" weight={500} dim>
            {title}
          </Text>
        )}
        <Row as="span" gap="xs" wrap align="center" push>
          {actions}
        </Row>
      </Row>
      <Text as="pre" size="sm" mono breaks tone="text" p="sm md md" lines className={css.text}>
        {children}
      </Text>
      {note && (
        <Text size="sm" dim p="0 md md">
          {note}
        </Text>
      )}
    </Text>
  );
}
