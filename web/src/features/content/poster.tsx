import { IconMovie, IconMovieOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { isWithoutVideo } from '../../models/recording/without-video.ts';
import { RowPoster } from '../../panel/list/row-poster.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import type { ListedRecord } from './model/record.ts';
import css from './poster.module.css';

/** In ms. A pointer that only passes starts nothing. */
const pause = 200;

type Props = {
  record: Pick<ListedRecord, 'state' | 'posterUrl' | 'previewUrl'>;
  isWatched: boolean;
  /** True if one of the two could not be loaded. */
  onBroken: () => void;
};

/** A picture of a recording, and a preview of ten seconds on hover. */
export function Poster({ record, isWatched, onBroken }: Props) {
  const { state, posterUrl, previewUrl } = record;
  const Icon = isWithoutVideo(record) ? IconMovieOff : IconMovie;
  return (
    <RowPoster url={posterUrl} icon={<Icon size={22} stroke={1.5} />} onBroken={onBroken}>
      {state === 'recording' && <Text as="span" square={10} radius="round" pulse className={css.live} />}
      {previewUrl !== null && <Preview url={previewUrl} isWatched={isWatched} onBroken={onBroken} />}
    </RowPoster>
  );
}

type PreviewProps = Omit<Props, 'record'> & { url: string };

const wantsStillness = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function Preview({ url, isWatched, onBroken }: PreviewProps) {
  const [isOn, setOn] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isWatched || wantsStillness()) return;
    const timer = setTimeout(() => setOn(true), pause);
    return () => {
      clearTimeout(timer);
      setOn(false);
      setPlaying(false);
    };
  }, [isWatched]);
  if (!isOn) return null;
  return (
    <video
      className={css.preview}
      data-playing={isPlaying || undefined}
      src={url}
      muted
      loop
      autoPlay
      playsInline
      tabIndex={-1}
      onPlaying={() => setPlaying(true)}
      onError={() => {
        setOn(false);
        onBroken();
      }}
    />
  );
}
