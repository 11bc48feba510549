import type { ReportRow } from '../../../../../contract/operations/reports.ts';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { exactDurationText } from '../model/call-texts.ts';
import { Facts } from './person-facts.tsx';

/** How long a person used what, and what they did. */
export function PersonFigures({ row }: { row: ReportRow }) {
  const text = useText('callPerson');
  const names = useText('callColumns');
  const language = useLanguage();
  const time = (seconds: number): string => exactDurationText(seconds, language);
  const count = (value: number): string => numberFormat(language).format(value);
  const figures = [
    [names.tab, time(row.onlineDurationWithActiveTab)],
    [names.microphone, time(row.activeMicrophoneDuration)],
    [names.camera, time(row.activeCameraDuration)],
    [names.screen, time(row.screenSharingDuration)],
    [names.speaking, time(row.speakingDuration)],
    [names.messages, count(row.chatMessagesCount)],
    [names.reactions, count(row.reactionsCount)],
    [names.hands, count(row.handRaisesCount)],
    [names.polls, count(row.pollAnswersCount)],
    [names.visits, count(row.visits)],
  ] as const;
  return <Facts title={text.figures} facts={figures} isWide />;
}
