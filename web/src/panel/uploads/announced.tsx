import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { shareOf, type UploadItem } from '../../models/upload/upload-queue.ts';
import { percentText } from './amounts.ts';
import { phaseText, uploadProblemText } from './upload-row.tsx';

/** A screen reader hears of progress in quarters. */
const steps = 4;

/** Changes when there is something to say about an upload. */
const mark = (item: UploadItem): string => `${item.phase} ${Math.floor(shareOf(item) * steps)}`;

/** Tells a screen reader of uploads that began, reached a quarter, paused, failed and ended. */
export function Announced({ items }: { items: readonly UploadItem[] }) {
  const text = useText('uploads');
  const language = useLanguage();
  const known = useRef(new Map<string, string>());
  const [said, setSaid] = useState('');
  useEffect(() => {
    const news = items.filter((item) => known.current.get(item.key) !== mark(item));
    for (const item of news) known.current.set(item.key, mark(item));
    const sentences = news.map((item) => {
      const state = phaseText(item.phase, percentText(shareOf(item), language), text);
      const problem = item.phase === 'failed' ? ` ${uploadProblemText(item.problem ?? '', text)}` : '';
      return `${plainName(item.fileName)}: ${state}.${problem}`;
    });
    if (sentences.length > 0) setSaid(sentences.join(' '));
  }, [items, text, language]);
  return <VisuallyHidden role="status">{said}</VisuallyHidden>;
}
