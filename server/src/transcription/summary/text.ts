import type { Sentence } from './sentences.ts';

/** `5:07`, `1:05:07`. */
export function positionText(start: number): string {
  const whole = Math.max(0, Math.floor(start));
  const minutes = Math.floor(whole / 60) % 60;
  const seconds = String(whole % 60).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

/** The first line says what the text is: a client that shows only the text must not present it as a summary. */
export function highlightsText(sentences: readonly Sentence[], language: string | undefined): string {
  if (sentences.length === 0) return '';
  const heading = language === 'ru' ? 'Ключевые фразы записи:' : 'Highlights of the recording:';
  const lines = sentences.map(({ start, speaker, text }) =>
    [positionText(start), speaker === '' ? text : `${speaker}: ${text}`].join(' '),
  );
  return [heading, ...lines].join('\n');
}
