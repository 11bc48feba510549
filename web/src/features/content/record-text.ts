import { numberFormat, unitText } from '../../i18n/formats.ts';
import type { Language } from '../../i18n/languages.ts';
import { textsIn } from '../../i18n/texts.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { ListedRecord, RecordQuality } from './model/record.ts';

/** True if the name begins with that of the room, as the usual name does: it is not shown twice. */
export const namesRoom = ({ name, roomName }: Pick<ListedRecord, 'name' | 'roomName'>): boolean =>
  name.startsWith(`${roomName}, `);

/** The height of the picture at full quality. */
const full = { fps: 25, height: 720 };

/** Names the person who started the recording. */
export function starterText({ startedBy }: Pick<ListedRecord, 'startedBy'>, language: Language): string {
  const text = textsIn(language, 'recordings');
  return startedBy ? text.startedBy(plainName(startedBy.name)) : text.startedAutomatically;
}

/** `10 sec`; from a minute on in half minutes, such as `1.5 min`. */
function roughLength(milliseconds: number, language: Language): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 60
    ? unitText(seconds, 'second', language)
    : unitText(Math.round(seconds / 30) / 2, 'minute', language);
}

/** How far the recording can be used, for people who want to watch it. */
export function qualityText(quality: RecordQuality, language: Language): string {
  const text = textsIn(language, 'recordings');
  const { lateTicks, missedAudioMs, lowestFps, lowestHeight } = quality;
  const isBlurred = lowestHeight < full.height;
  const stutters = lateTicks > 0 || lowestFps < full.fps;
  const picture = isBlurred ? (stutters ? text.blurredAndStutters : text.blurred) : stutters && text.stutters;
  const sound = missedAudioMs > 0 ? text.soundMissing(roughLength(missedAudioMs, language)) : text.soundWhole;
  return [picture, sound, text.busy].filter(Boolean).join(' ');
}

/** The figures behind it, a sentence each. */
export function qualityFigures(quality: RecordQuality, language: Language): string[] {
  const text = textsIn(language, 'recordings');
  const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
    numberFormat(language, { maximumFractionDigits: 1, ...options }).format(value);
  const { lateTicks, missedAudioMs, lowestFps, lowestHeight } = quality;
  const seconds = { style: 'unit', unit: 'second', unitDisplay: 'short' } as const;
  return [
    lowestHeight < full.height && text.smaller(lowestHeight),
    lowestFps < full.fps && text.slower(number(lowestFps)),
    lateTicks > 0 && text.late(lateTicks),
    missedAudioMs > 0 && text.silent(number(missedAudioMs / 1000, seconds)),
  ].filter((sentence) => sentence !== false);
}

/** Why there is no video. */
export function failureText({ failure }: Pick<ListedRecord, 'failure'>, language: Language): string {
  return textsIn(language, 'recordFailures')[failure ?? 'broken'];
}
