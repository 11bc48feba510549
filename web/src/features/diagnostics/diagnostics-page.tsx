import { Button } from '@mantine/core';
import './diagnostics-styles.ts';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { checkNames, verdictOf } from '../../models/diagnostics/checks.ts';
import type { Diagnostics } from '../../models/diagnostics/diagnostics.ts';
import { openDiagnostics } from '../../models/diagnostics/open-diagnostics.ts';
import { Card, PageTitle, Stack, Text, Title } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useStore } from '../../ui/use-store.ts';
import { useTitle } from '../../ui/use-title.ts';
import { CheckRow } from './check-row.tsx';
import css from './diagnostics.module.css';
import { ReportCard } from './report-card.tsx';

/** Tests devices and connection of anybody, without an account. */
export default function DiagnosticsPage() {
  const text = useText('diagnostics');
  const [diagnostics] = useState(openDiagnostics);
  const state = useStore(diagnostics.state);
  const heading = useTitle(text.title);
  useEffect(() => () => diagnostics.stop(), [diagnostics]);

  const { phase, checks, picture } = state;
  return (
    <Page homeHref="/">
      <Stack align="start" full self="start" className={css.page}>
        <PageTitle ref={heading} tabIndex={-1}>
          {text.title}
        </PageTitle>
        <Text size="xl" dim pretty mt="md" mb="xl">
          {text.about}
        </Text>
        <Button size="md" loading={phase === 'running'} onClick={() => void diagnostics.start()}>
          {phase === 'done' ? text.again : text.start}
        </Button>
        <Outcome diagnostics={diagnostics} />
        {phase !== 'ready' && (
          <Card as="ol" ruled mt="sm" mb="xl" full aria-label={text.list}>
            {checkNames.map((name) => (
              <CheckRow key={name} name={name} check={checks[name]}>
                {name === 'camera' && picture && <Picture track={picture} label={text.picture} />}
                {name === 'microphone' && checks.microphone.status === 'running' && (
                  <Level diagnostics={diagnostics} />
                )}
              </CheckRow>
            ))}
          </Card>
        )}
        {phase === 'done' && <ReportCard {...state} />}
      </Stack>
    </Page>
  );
}

/** The check under way, then the verdict; screen readers announce both. */
function Outcome({ diagnostics }: { diagnostics: Diagnostics }) {
  const text = useText('diagnostics');
  const { phase, checks } = useStore(diagnostics.state);
  const running = checkNames.find((name) => checks[name].status === 'running');
  const verdict = phase === 'done' ? verdictOf(checks) : undefined;
  return (
    <Text as="div" mt="lg" mb="sm" className={css.outcome} role="status" data-verdict={verdict}>
      {running && (
        <Text mt="xs" size="md" dim breaks pretty>
          {text.running(text.names[running])}
        </Text>
      )}
      {verdict && (
        <>
          <Title as="p">{text.verdicts[verdict].title}</Title>
          <Text mt="xs" size="md" dim breaks pretty>
            {text.verdicts[verdict].advice}
          </Text>
        </>
      )}
    </Text>
  );
}

function Picture({ track, label }: { track: MediaStreamTrack; label: string }) {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (element.current) element.current.srcObject = new MediaStream([track]);
  }, [track]);
  return <video className={css.picture} ref={element} aria-label={label} autoPlay muted playsInline />;
}

function Level({ diagnostics }: { diagnostics: Diagnostics }) {
  const text = useText('diagnostics');
  const level = useStore(diagnostics.level);
  return (
    <>
      <Text mt="xs" size="md" dim breaks pretty>
        {text.speak}
      </Text>
      <meter className={css.level} aria-label={text.level} min={0} max={1} value={level} />
    </>
  );
}
