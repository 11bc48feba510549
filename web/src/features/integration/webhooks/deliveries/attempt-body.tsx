import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLanguage, useText } from '../../../../i18n/language.ts';
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
      <dl className={css.meta}>
        <dt>{text.when}</dt>
        <dd>{exactTime(new Date(startedAt), language)}</dd>
        <dt>{text.took}</dt>
        <dd>{durationText(durationMs, language)}</dd>
        {url !== null && (
          <>
            <dt>{text.where}</dt>
            <dd className={css.mono}>
              <VisibleText>{url}</VisibleText>
            </dd>
          </>
        )}
      </dl>
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
    <section className={css.part} aria-label={title}>
      <h4 className={css.partTitle}>{title}</h4>
      {children}
    </section>
  );
}

/** Explains the failure and tells the owner what to check first. */
function Failed({ attempt }: { attempt: AttemptInFull }) {
  const text = useText('deliveryFailures');
  const failure = failureOf(attempt);
  if (!failure) return null;
  return (
    <div className={css.failed}>
      <p>
        <strong>{text[failure]}</strong> {failure !== 'unknown' && text[`${failure}Hint`]}
      </p>
      {needsSentence(failure) && attempt.error && (
        <p className={css.mono}>
          <VisibleText>{attempt.error}</VisibleText>
        </p>
      )}
    </div>
  );
}

/** The response as text: nothing in it may act on this page. */
function Answer({ attempt }: { attempt: AttemptInFull }) {
  const text = useText('deliveries');
  const { statusCode, answer } = attempt;
  if (statusCode === null) return <p className={css.quiet}>{text.nothingCame}</p>;
  return (
    <>
      <p className={css.statusLine}>
        {text.status} <strong>{statusCode}</strong>
      </p>
      {answer ? (
        <Block actions={<CopyText value={answer} label={text.copyAnswer} />}>
          <VisibleText>{answer}</VisibleText>
        </Block>
      ) : (
        <p className={css.quiet}>{text.emptyAnswer}</p>
      )}
      {answer && mayBeCut(answer) && <p className={css.quiet}>{text.cut}</p>}
    </>
  );
}

type BodyView = 'exact' | 'pretty';

function Sent({ attempt }: { attempt: AttemptInFull }) {
  const text = useText('deliveries');
  const [view, setView] = useState<BodyView>('exact');
  const { request, url } = attempt;
  if (!request) return <p className={css.quiet}>{url === null ? text.notSent : text.notKept}</p>;
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
            <span className={css.headerName}>{name}: </span>
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
    <div className={css.block}>
      <div className={css.blockHead} data-bare={title === undefined || undefined}>
        {title && <h5 className={css.blockTitle}>{title}</h5>}
        <span className={css.blockActions}>{actions}</span>
      </div>
      <pre className={css.text}>{children}</pre>
      {note && <p className={css.blockNote}>{note}</p>}
    </div>
  );
}
