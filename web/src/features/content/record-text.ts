import { numberFormat } from '../../i18n/formats.ts';
import type { Language } from '../../i18n/languages.ts';
import { textsIn } from '../../i18n/texts.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { ListedRecord, RecordQuality } from './model/record.ts';

/** The height of the picture at full quality. */
const full = { fps: 25, height: 720 };

/** Names the person who started the recording. */
export function starterText({ startedBy }: Pick<ListedRecord, 'startedBy'>, language: Language): string {
  const text = textsIn(language, 'recordings');
  return startedBy ? text.startedBy(plainName(startedBy.name)) : text.startedAutomatically;
}

/** Sentences about reduced quality. */
export function qualityText(quality: RecordQuality, language: Language): string {
  const text = textsIn(language, 'recordings');
  const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
    numberFormat(language, { maximumFractionDigits: 1, ...options }).format(value);
  const { lateTicks, missedAudioMs, lowestFps, lowestHeight } = quality;
  const seconds = { style: 'unit', unit: 'second', unitDisplay: 'short' } as const;
  const found = [
    lowestHeight < full.height && text.smaller(lowestHeight),
    lowestFps < full.fps && text.slower(number(lowestFps)),
    lateTicks > 0 && text.late(lateTicks),
    missedAudioMs > 0 && text.silent(number(missedAudioMs / 1000, seconds)),
  ];
  return text.unevenText(found.filter(Boolean).join(' ')).trim();
}

/** Why there is no video. */
export function failureText({ failure }: Pick<ListedRecord, 'failure'>, language: Language): string {
  return textsIn(language, 'recordFailures')[failure ?? 'broken'];
}
