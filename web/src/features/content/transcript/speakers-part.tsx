import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { percentText } from '../../../panel/uploads/amounts.ts';
import { Name } from '../../../ui/parts/name.tsx';
import { clockText } from '../../../ui/times.ts';
import css from './outline.module.css';
import type { TranscriptView } from './use-transcript-view.ts';

/** More speakers than these are shown on request. */
const first = 8;

/** The speaking time of each person. A press shows only the words of one speaker, another press those of all. */
export function SpeakersPart({ view: { speakers, speaker: chosen, setSpeaker } }: { view: TranscriptView }) {
  const text = useText('transcript');
  const language = useLanguage();
  const [isWhole, setWhole] = useState(false);
  const longest = speakers[0]?.seconds || 1;
  return (
    <>
      <ul className={css.lines}>
        {speakers.slice(0, isWhole ? undefined : first).map(({ key, name, color, seconds, share }) => (
          <li key={key}>
            <button
              type="button"
              className={`${css.line} ${css.speaker}`}
              aria-pressed={chosen === key}
              style={{ '--speaker': color } as React.CSSProperties}
              onClick={() => setSpeaker(chosen === key ? undefined : key)}
            >
              <span className={css.dot} aria-hidden />
              <span className={css.name}>
                <Name>{name}</Name>
                <span className={css.bar} aria-hidden>
                  <span style={{ width: `${(100 * seconds) / longest}%` }} />
                </span>
              </span>
              <span className={css.spoken}>
                {text.share(clockText(seconds), percentText(share, language))}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {speakers.length > first && (
        <Button className={css.more ?? ''} size="xs" variant="subtle" onClick={() => setWhole(!isWhole)}>
          {isWhole ? text.showLess : text.showAll(speakers.length - first)}
        </Button>
      )}
    </>
  );
}
