import { Button } from '@mantine/core';
import {
  IconClockOff,
  IconCloudOff,
  IconDownload,
  IconHourglass,
  IconLinkOff,
  IconMovieOff,
} from '@tabler/icons-react';
import { type ComponentType, useEffect, useRef, useSyncExternalStore } from 'react';
import { pages } from '../../../../contract/pages.ts';
import type { Answer } from '../../../../contract/routes.ts';
import { api } from '../../api/api.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { codeOf, isFinal } from '../../kit/refusals.ts';
import { showBrand } from '../../models/brand/brand.ts';
import { QueryScope } from '../../panel/loading/query-scope.tsx';
import { useLoaded } from '../../panel/loading/use-loaded.ts';
import '../../panel/panel-styles.ts';
import { Player } from '../../panel/player/player.tsx';
import { PageTitle, Text } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { StatePage } from '../../ui/page/state-page.tsx';
import { RowsSkeleton } from '../../ui/page/states.tsx';
import { clockValue, lengthText, minuteTime } from '../../ui/times.ts';
import css from './watching.module.css';

type Watched = Answer<'openRecordLink'>;
type Outcome = 'unknown' | 'revoked' | 'expired' | 'gone' | 'notReady' | 'away';
type Read = { watched: Watched } | { outcome: Outcome };

const outcomes: Record<string, Outcome> = {
  link_revoked: 'revoked',
  link_expired: 'expired',
  record_gone: 'gone',
  record_not_ready: 'notReady',
};

const icons: Record<Outcome, ComponentType<{ size: number; stroke: number }>> = {
  unknown: IconLinkOff,
  revoked: IconLinkOff,
  expired: IconClockOff,
  gone: IconMovieOff,
  notReady: IconHourglass,
  away: IconCloudOff,
};

/** Milliseconds until the recording is read again: a page loses it within a minute after its link ended. */
const pace = { watched: 30_000, coming: 10_000 };

async function read(token: string): Promise<Read> {
  try {
    const watched = await api().openRecordLink({ body: { token } });
    showBrand(watched.brand);
    return { watched };
  } catch (error) {
    // An outage is no reason to take a playing video away.
    if (!isFinal(error)) throw error;
    return { outcome: outcomes[codeOf(error) ?? ''] ?? 'unknown' };
  }
}

const watchFragment = (changed: () => void): (() => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};

/** One recording, for anybody who has a link to it (docs/decisions/0194). */
export default function RecordingByLink() {
  const token = useSyncExternalStore(watchFragment, () => window.location.hash.slice(1));
  return (
    <QueryScope>
      {token === '' ? <Ended outcome="unknown" /> : <Opened key={token} token={token} />}
    </QueryScope>
  );
}

function Opened({ token }: { token: string }) {
  const loaded = useLoaded<Read>({
    key: ['recording by link', token],
    load: () => read(token),
    pace: (found) => {
      if ('watched' in found) return pace.watched;
      return found.outcome === 'notReady' ? pace.coming : undefined;
    },
  });
  if (!loaded.value) {
    if (loaded.error !== undefined) return <Ended outcome="away" onAgain={loaded.reload} />;
    return (
      <Page homeHref={pages.home}>
        <RowsSkeleton />
      </Page>
    );
  }
  if ('outcome' in loaded.value) return <Ended outcome={loaded.value.outcome} />;
  return <Shown watched={loaded.value.watched} token={token} />;
}

function Shown({ watched, token }: { watched: Watched; token: string }) {
  const text = useText('watchingByLink');
  const language = useLanguage();
  const { startedAt, createdAt, duration, posterUrl, downloadUrl, expiresAt } = watched;
  const name = plainName(watched.name);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${name} · Lectern`;
    heading.current?.focus();
  }, [name]);
  const loadAddress = async () => {
    const { videoUrl, urlsExpireAt } = await api().openRecordLink({ body: { token } });
    return { videoUrl, expiresAt: urlsExpireAt };
  };
  const at = startedAt ?? createdAt;
  return (
    <Page homeHref={pages.home}>
      <div className={css.page}>
        <PageTitle mb="xs" ref={heading} tabIndex={-1}>
          {name}
        </PageTitle>
        <span className={css.facts}>
          <time dateTime={at}>{minuteTime(new Date(at), language)}</time>{' '}
          {duration !== null && <time dateTime={clockValue(duration)}>{lengthText(duration)}</time>}
        </span>
        <Player played={{ key: ['played by link', token], loadAddress, posterUrl, duration }} />
        <Text as="p" mt="md" size="md" dim>
          {text.until(minuteTime(new Date(expiresAt), language))}
        </Text>
        {downloadUrl && (
          <Button
            component="a"
            href={downloadUrl}
            mt="md"
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {text.download}
          </Button>
        )}
      </div>
    </Page>
  );
}

function Ended({ outcome, onAgain }: { outcome: Outcome; onAgain?: () => void }) {
  const text = useText('watchingByLink');
  const Icon = icons[outcome];
  return (
    <StatePage
      icon={Icon}
      title={text[`${outcome}Title`]}
      tone={outcome === 'notReady' ? 'calm' : 'warning'}
      homeHref={pages.home}
      actions={
        onAgain && (
          <Button size="md" onClick={onAgain}>
            {text.tryAgain}
          </Button>
        )
      }
    >
      <p>{text[`${outcome}Text`]}</p>
    </StatePage>
  );
}
