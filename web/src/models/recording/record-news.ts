import { codeOf } from '../../kit/refusals.ts';
import { createScope } from '../../kit/scope.ts';
import type { Call } from '../call/call.ts';
import type { NoticeContent } from '../call/notices.ts';
import type { Recording, RecordingNews } from './recording.ts';

type Parts = {
  recording: Recording;
  call: Pick<Call, 'state' | 'notices'>;
  /** Speaks the announcement: `found` and `begun`. */
  announce: (what: 'found' | 'begun' | 'ended') => void;
};

/** Shows and speaks what happens to the recording, and passes on the media server's recording state. */
export function notifyOfRecording({ recording, call, announce }: Parts): () => void {
  const scope = createScope();
  const { state, notices } = call;
  const isModerator = (): boolean => state.get().people[0]?.role === 'moderator';
  const onState = (): void => {
    const { connection, isRecording } = state.get();
    // Outside the call the media server reports nothing.
    if (connection.phase === 'connected') recording.noteMediaServerFlag(isRecording);
  };
  const clear = (): void => notices.dismissWhere(({ kind }) => kind.startsWith('record-'));
  const show = (content: NoticeContent): void => {
    clear();
    notices.add(content);
  };
  const onNews = (news: RecordingNews): void => {
    const { kind } = news;
    if (kind === 'found' || kind === 'begun' || kind === 'ended') announce(kind);
    if (kind === 'ended' || kind === 'lost') show({ kind: `record-${kind}`, isModerator: isModerator() });
    else if (kind !== 'failed') show({ kind: `record-${kind}` });
    else if (isModerator()) show({ kind: 'record-failed', failure: news.failure });
  };
  scope.add(recording.onNews(onNews));
  scope.add(recording.onFailure((error) => show({ kind: 'record-refused', code: codeOf(error) })));
  // Dismiss the refusal: the person has asked again.
  scope.add(recording.state.subscribe(() => recording.state.get().asking === 'start' && clear()));
  scope.add(state.subscribe(onState));
  onState();
  return () => scope.end();
}
