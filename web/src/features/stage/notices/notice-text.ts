import { timeOfDay } from '../../../i18n/formats.ts';
import type { Language } from '../../../i18n/languages.ts';
import { type Texts, textsIn } from '../../../i18n/texts.ts';
import type { Source } from '../../../models/call/api.ts';
import type { DeviceProblem, NoticeContent } from '../../../models/call/notices.ts';
import { failureKey, refusalKey } from '../record/refusal-keys.ts';

const names = { microphone: 'Microphone', camera: 'Camera', screen: 'Screen' } as const satisfies Record<
  Source,
  string
>;
const troubles = {
  blocked: 'blocked',
  framed: 'framed',
  insecure: 'insecure',
  missing: 'missing',
  'in-use': 'inUse',
  failed: 'failed',
} as const satisfies Record<DeviceProblem, string>;

/** The text of a notice. */
export function noticeText(notice: NoticeContent, language: Language): string {
  const [device, moderation] = [textsIn(language, 'devices'), textsIn(language, 'moderation')];
  const [gesture, waiting] = [textsIn(language, 'gestures'), textsIn(language, 'waitingList')];
  const [background, direct] = [textsIn(language, 'background'), textsIn(language, 'privateNotice')];
  if ('source' in notice) return sourceText(notice, device);
  if ('sources' in notice) {
    const sources = notice.sources.map((source) => device[source].toLocaleLowerCase(language)).join(', ');
    return notice.kind === 'sources-taken' ? device.takenSources(sources) : device.allowedSources(sources);
  }
  if (notice.kind === 'meeting-ends') return textsIn(language, 'meeting').ends(notice.minutes);
  if (notice.kind === 'language-failed') return textsIn(language, 'ui').languageFailed;
  switch (notice.kind) {
    case 'muted-everybody':
      return moderation.mutedEverybody(notice.count);
    case 'may-speak':
      return notice.withCamera ? device.maySpeak : device.maySpeakUnseen;
    case 'may-not-speak':
      return device.mayNotSpeak;
    case 'device-changed':
      return device.nowUsing(notice.label);
    case 'devices-changed':
      return device.bothChanged;
    case 'action-failed':
      return moderation.failed;
    case 'no-small-window':
      return textsIn(language, 'media').noSmallWindow;
    case 'picture-too-large':
      return background.tooLarge;
    case 'no-picture':
      return background.noPicture;
    case 'background-failed':
      return background.failed;
    case 'background-failed-off':
      return background.failedOff;
    case 'asks-on-device':
      return moderation.asksOnDevice(notice.name);
    case 'link-released':
      return moderation.linkReleased(notice.name);
    case 'leads-room':
      return moderation.leadsRoom(notice.name);
    case 'action-too-late':
      return moderation.tooLate(notice.name);
    case 'hand-raised':
      return gesture.handOf({ name: notice.name, more: notice.more });
    case 'hand-lowered':
      return gesture.lowered;
    case 'hand-done':
      return gesture.done;
    case 'hands-off':
      return gesture.off;
    case 'reactions-off':
      return gesture.reactionsOff;
    case 'timer-ended':
      return textsIn(language, 'timer').ended;
    case 'poll-started':
      return gesture.pollStarted(notice.question);
    case 'asks-to-unmute':
      return moderation.asksToUnmute(notice.by ?? device.moderator);
    case 'unmute-requested':
      return moderation.unmuteRequested(notice.name);
    case 'private-message':
      return direct.arrived({ name: notice.name || direct.somebody, text: notice.text });
    case 'asks-to-join':
      return waiting.asks({ name: notice.name, more: notice.more });
    case 'let-in':
      return waiting.letIn;
    case 'entry-closes':
      return waiting.closes(timeOfDay(notice.at, language));
    case 'role-changed':
      return notice.role === 'moderator' ? waiting.nowModerator : waiting.nowUser;
    case 'record-found':
    case 'record-begun':
    case 'record-ended':
    case 'record-lost':
    case 'record-discarded':
    case 'record-failed':
    case 'record-refused':
      return recordText(notice, textsIn(language, 'recording'));
  }
}

type RecordNotice = Extract<NoticeContent, { kind: `record-${string}` }>;

function recordText(notice: RecordNotice, text: Texts['recording']): string {
  switch (notice.kind) {
    case 'record-found':
      return text.found;
    case 'record-begun':
      return text.begun;
    case 'record-ended':
      return notice.isModerator ? text.endedModerator : text.ended;
    case 'record-lost':
      return notice.isModerator ? text.lostModerator : text.lost;
    case 'record-discarded':
      return text.discarded;
    case 'record-failed':
      return text[failureKey(notice.failure)];
    case 'record-refused':
      return text[refusalKey(notice.code)];
  }
}

/** The text of a notice about the microphone, the camera or the screen. */
function sourceText(notice: Extract<NoticeContent, { source: Source }>, device: Texts['devices']): string {
  const name = names[notice.source];
  switch (notice.kind) {
    case 'muted-by-moderator':
      return device[`muted${name}`](
        notice.by === undefined ? device.moderator : device.moderatorNamed(notice.by),
      );
    case 'source-allowed':
      return device[`${notice.isAgain ? 'allowed' : 'nowAllowed'}${name}`];
    case 'source-taken':
      return device[`taken${name}`];
    case 'source-locked':
      return notice.isViewer ? device.lockedInWebinar : device[`locked${name}`];
    case 'device-trouble':
      return device[`${troubles[notice.trouble]}${name}`];
    case 'not-sent':
      return device[`notSent${name}`];
  }
}
