import type { Clock } from '../../kit/clock.ts';
import { codeOf } from '../../kit/refusals.ts';
import { createScope } from '../../kit/scope.ts';
import type { Call } from '../call/call.ts';
import { maySendAnything } from '../call/people/rights.ts';
import type { Hand } from './api.ts';
import type { Hands } from './hands.ts';

type Parts = {
  hands: Hands;
  call: Pick<Call, 'state' | 'notices' | 'speaking'>;
  clock: Clock;
  /** Whether this person sees the list of hands. */
  isListShown: () => boolean;
  /** Whether the room lets others than moderators raise their hands. */
  mayRaise: () => boolean;
  /** Called when somebody raised a hand and this person is a moderator. */
  ring: () => void;
};

/** In ms. Hands that are raised within this time of each other share a notice. */
const together = 7_000;
/**
 * In ms. A moderator who lets somebody speak, or turns hands off, also lowers the hand, which deserves one notice, not
 * two.
 */
const settle = 500;
/** In ms. Somebody who spoke for so long in all since the hand went up has had their turn. */
const turn = 10_000;

/** Shows notices about raised hands, and lowers the own hand when its owner may speak, or has spoken. */
export function notifyOfHands({ hands, call, clock, isListShown, mayRaise, ring }: Parts): () => void {
  const scope = createScope();
  const isModerator = (): boolean => call.state.get().people[0]?.role === 'moderator';
  const recent = new Map<string, number>();
  const onRaised = ({ participantId, name }: Hand): void => {
    if (!isModerator()) return;
    const now = clock.now();
    for (const [id, at] of recent) if (now - at > together) recent.delete(id);
    recent.delete(participantId);
    // The event names nobody where guests may not see each other.
    const known = name || call.state.get().people.find(({ id }) => id === participantId)?.name;
    if (!isListShown()) call.notices.add({ kind: 'hand-raised', name: known ?? '', more: recent.size });
    recent.set(participantId, now);
    ring();
  };
  let mayPublish = maySendAnything(call.state.get().rights);
  let gainedAt = Number.NEGATIVE_INFINITY;
  const onState = (): void => {
    const may = maySendAnything(call.state.get().rights);
    if (may && !mayPublish) {
      gainedAt = clock.now();
      if (hands.mine.get()) void hands.set(false);
    }
    mayPublish = may;
  };
  const onLowered = (): void => {
    const tell = (): void => {
      if (clock.now() - gainedAt <= together || isModerator()) return;
      call.notices.add({ kind: mayRaise() ? 'hand-lowered' : 'hands-off' });
    };
    scope.add(clock.after(settle, tell));
  };
  let spoken = 0;
  let speaksSince: number | undefined;
  let cancelTurn = (): void => undefined;
  const lowerAfterTurn = async (): Promise<void> => {
    const isLowered = await hands.set(false);
    if (isLowered && !hands.mine.get()) call.notices.add({ kind: 'hand-done' });
  };
  const onSpeech = (): void => {
    const id = call.state.get().people[0]?.id;
    const isUp = hands.mine.get();
    const speaks = isUp && id !== undefined && call.speaking.ids.get().has(id);
    if (speaks && speaksSince === undefined) {
      speaksSince = clock.now();
      cancelTurn = clock.after(turn - spoken, () => void lowerAfterTurn());
    } else if (!speaks && speaksSince !== undefined) {
      cancelTurn();
      spoken += clock.now() - speaksSince;
      speaksSince = undefined;
    }
    if (!isUp) spoken = 0;
  };
  const onFailure = (error: unknown): void =>
    call.notices.add({ kind: codeOf(error) === 'hands_off' ? 'hands-off' : 'action-failed' });
  scope.add(hands.onRaised(onRaised));
  scope.add(hands.onLowered(onLowered));
  scope.add(hands.onFailure(onFailure));
  scope.add(call.state.subscribe(onState));
  scope.add(call.speaking.ids.subscribe(onSpeech));
  scope.add(hands.mine.subscribe(onSpeech));
  scope.add(() => cancelTurn());
  return () => scope.end();
}
