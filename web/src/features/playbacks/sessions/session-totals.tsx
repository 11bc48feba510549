import type { PlaybackReport } from '../../../../../contract/operations/playback-report.ts';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { Figures } from '../../../panel/report/figures.tsx';
import { averageShare } from './model/session-view.ts';

export function SessionTotals({ report }: { report: PlaybackReport }) {
  const text = useText('sessionReport');
  const language = useLanguage();
  const { watchers, replayWatchers, mostPeople, present, absent } = report.totals;
  const written = (count: number): string => numberFormat(language).format(count);
  const percent = (share: number): string =>
    numberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
  const average = averageShare(report);
  const figures = [
    {
      name: text.watchers,
      value: written(watchers),
      about: absent.length > 0 ? text.absent(absent.length) : undefined,
    },
    { name: text.mostPeople, value: written(mostPeople) },
    { name: text.average, value: average === undefined ? '–' : percent(average) },
    { name: text.present, value: written(present), about: text.presentHint(percent(report.rule.minShare)) },
    { name: text.replayWatchers, value: written(replayWatchers) },
  ];
  return <Figures label={text.totals} figures={figures} />;
}
