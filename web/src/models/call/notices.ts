import type { Clock } from '../../kit/clock.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { Source } from './api.ts';
import type { Role } from './call-contract.ts';

/**
 * `blocked`: the browser or the system refuses; `framed`: the parent page does not delegate the permission;
 * `insecure`: the page was loaded over plain http, where browsers offer no devices.
 */
export type DeviceProblem = 'blocked' | 'framed' | 'insecure' | 'missing' | 'in-use' | 'failed';

export type NoticeContent =
  /** `by`: the moderator's name, once it is known. */
  | { kind: 'muted-by-moderator'; source: Source; by?: string | undefined }
  /** How many people the own request to mute everybody has muted. */
  | { kind: 'muted-everybody'; count: number }
  /** `withCamera`: they may also turn on the camera. */
  | { kind: 'may-speak'; withCamera: boolean }
  | { kind: 'may-not-speak' }
  /** A moderator lets everybody use this source, or nobody any more. `isAgain`: this person could use it before. */
  | { kind: 'source-allowed'; source: Source; isAgain: boolean }
  | { kind: 'source-taken'; source: Source }
  /** The same of several sources, one right after the other. */
  | { kind: 'sources-allowed' | 'sources-taken'; sources: readonly Source[] }
  /** Shown when a locked button is pressed. `isViewer`: this person may send nothing in a webinar. */
  | { kind: 'source-locked'; source: Source; isViewer: boolean }
  | { kind: 'device-trouble'; source: Source; trouble: DeviceProblem }
  | { kind: 'device-changed'; device: 'microphone' | 'camera'; label: string }
  /** The camera and the microphone, usually of a headset or a dock, one right after the other. */
  | { kind: 'devices-changed' }
  | { kind: 'not-sent'; source: Source }
  | { kind: 'action-failed' }
  | { kind: 'no-small-window' }
  | { kind: 'background-failed' }
  | { kind: 'picture-too-large' | 'no-picture' }
  /** The camera is off, because its picture must not be sent without the effect. */
  | { kind: 'background-failed-off' }
  | { kind: 'language-failed' }
  | { kind: 'action-too-late'; name: string }
  /** An account that leads the room stays a moderator. */
  | { kind: 'leads-room'; name: string }
  | { kind: 'link-released'; name: string }
  /** Somebody with the link of this participant is in another browser. */
  | { kind: 'asks-on-device'; participantId: string; name: string }
  /** `more`: how many others raised their hands at about the same time. */
  | { kind: 'hand-raised'; name: string; more: number }
  | { kind: 'hand-lowered' }
  /** Its owner has spoken. */
  | { kind: 'hand-done' }
  | { kind: 'hands-off' }
  | { kind: 'reactions-off' }
  | { kind: 'timer-ended' }
  | { kind: 'poll-started'; question: string }
  /** A moderator asks for the own microphone; `by`: their name, if they have one. */
  | { kind: 'asks-to-unmute'; by: string | undefined }
  /** Somebody was asked to turn on their microphone. */
  | { kind: 'unmute-requested'; name: string }
  /** The newest message of a private conversation that is not in view. */
  | { kind: 'private-message'; conversationId: string; name: string; text: string }
  /** `more`: how many others wait too. */
  | { kind: 'asks-to-join'; participantId: string; name: string; more: number }
  | { kind: 'let-in' }
  /** `at`: from when nobody new can enter, in ms. */
  | { kind: 'entry-closes'; at: number }
  /** The meeting ends in so many minutes. */
  | { kind: 'meeting-ends'; minutes: number }
  | { kind: 'role-changed'; role: Role }
  /** The room is being recorded: since before this person entered, or from now on. */
  | { kind: 'record-found' }
  | { kind: 'record-begun' }
  | { kind: 'record-ended'; isModerator: boolean }
  | { kind: 'record-lost'; isModerator: boolean }
  | { kind: 'record-discarded' }
  /** `failure` and `code` are the server's. */
  | { kind: 'record-failed'; failure: string }
  | { kind: 'record-refused'; code: string | undefined };

export type Notice = NoticeContent & { id: number };

const shownFor = 7_000;
/** Notices that need an answer, or that concern privacy, are shown for longer. In ms. */
const shownLonger: Partial<Record<Notice['kind'], number>> = {
  'asks-to-join': 60_000,
  'private-message': 30_000,
  'asks-to-unmute': 30_000,
  'asks-on-device': 60_000,
  'entry-closes': 15_000,
  'meeting-ends': 30_000,
  'timer-ended': 15_000,
  'record-found': 15_000,
  'record-begun': 15_000,
  'record-lost': 30_000,
  'record-failed': 30_000,
  'record-refused': 15_000,
};
const atOnce = 3;

/** A new notice of these kinds replaces the earlier one. */
const growing: readonly Notice['kind'][] = ['hand-raised', 'asks-to-join', 'role-changed'];

/** Short messages to the person that disappear by themselves. The same message is shown once at a time. */
export class Notices {
  readonly #clock: Clock;
  readonly #list = createStore<readonly Notice[]>([]);
  readonly list: Store<readonly Notice[]> = this.#list;
  readonly #timers = new Map<number, () => void>();
  #last = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(content: NoticeContent): void {
    const same = this.#list.get().find((notice) => sameContent(notice, content));
    if (same) this.dismiss(same.id);
    this.#last += 1;
    const id = this.#last;
    const list = [...this.#list.get(), { ...content, id }];
    for (const old of list.slice(0, -atOnce)) this.#forget(old.id);
    this.#list.set(list.slice(-atOnce));
    this.#timers.set(
      id,
      this.#clock.after(shownLonger[content.kind] ?? shownFor, () => this.dismiss(id)),
    );
  }

  dismiss(id: number): void {
    this.#forget(id);
    this.#list.set(this.#list.get().filter((notice) => notice.id !== id));
  }

  dismissWhere(isOver: (notice: Notice) => boolean): void {
    for (const notice of this.#list.get()) if (isOver(notice)) this.dismiss(notice.id);
  }

  end(): void {
    for (const id of [...this.#timers.keys()]) this.#forget(id);
  }

  #forget(id: number): void {
    this.#timers.get(id)?.();
    this.#timers.delete(id);
  }
}

function sameContent(notice: Notice, content: NoticeContent): boolean {
  if (notice.kind === content.kind && growing.includes(notice.kind)) return true;
  if (notice.kind === 'private-message' && content.kind === notice.kind)
    return notice.conversationId === content.conversationId;
  const { id: _, ...rest } = notice;
  return JSON.stringify(rest) === JSON.stringify(content);
}
