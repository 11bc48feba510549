import type { Clock } from '../../../kit/clock.ts';
import { codeOf, statusOf } from '../../../kit/refusals.ts';
import { retryWhileJoining } from '../../../kit/retries.ts';
import type { Scope } from '../../../kit/scope.ts';
import type { CallApi, Source } from '../api.ts';
import type { Role } from '../call-contract.ts';
import type { Notices } from '../notices.ts';

type Somebody = { id: string; name: string };

type ModerationParts = {
  api: CallApi;
  notices: Notices;
  clock: Clock;
  scope: Scope;
  /** Whether this page sees the person in the call. */
  isHere: (participantId: string) => boolean;
};

/** A moderator's actions on others. The server decides; a failure becomes a notice. */
export class Moderation {
  readonly #parts: ModerationParts;

  constructor(parts: ModerationParts) {
    this.#parts = parts;
  }

  mute(person: Somebody, source: Source): Promise<boolean> {
    return this.#on(person, (api) => api.mute(person.id, source));
  }

  /** Only the person can turn on their microphone. */
  async askToUnmute(person: Somebody): Promise<void> {
    if (await this.#on(person, (api) => api.askToUnmute(person.id)))
      this.#parts.notices.add({ kind: 'unmute-requested', name: person.name });
  }

  /** Turns off the microphones of everybody but the moderators. */
  async muteEverybody(): Promise<void> {
    await this.#try(async () => {
      const count = await this.#parts.api.muteEverybody('microphone');
      this.#parts.notices.add({ kind: 'muted-everybody', count });
    }, undefined);
  }

  remove(person: Somebody): Promise<boolean> {
    return this.#on(person, (api) => api.remove(person.id));
  }

  allowSpeaking(person: Somebody): Promise<boolean> {
    return this.#on(person, (api) => api.allowSpeaking(person.id));
  }

  stopSpeaking(person: Somebody): Promise<boolean> {
    return this.#on(person, (api) => api.stopSpeaking(person.id));
  }

  /** Lets the person draw or not, whatever the room says about others. */
  allowDrawing(person: Somebody, isAllowed: boolean): Promise<boolean> {
    return this.#on(person, (api) => api.allowDrawing(person.id, isAllowed));
  }

  rename(person: Somebody, name: string): Promise<boolean> {
    return this.#on(person, (api) => api.update(person.id, { name }));
  }

  /** Gives the person a role until the end of the call. */
  giveRole(person: Somebody, role: Role): Promise<boolean> {
    return this.#on(person, (api) => api.update(person.id, { role }));
  }

  /** Shows the person large to everybody, or ends that. */
  spotlight(person: Somebody, isOn: boolean): Promise<boolean> {
    return this.#on(person, (api) => api.spotlight(person.id, isOn));
  }

  finishForAll(): Promise<boolean> {
    return this.#try(() => this.#parts.api.finishForAll(), undefined);
  }

  /** Somebody who just entered is here before the media server reported it to our server, which refuses until then. */
  #on(person: Somebody, act: (api: CallApi) => Promise<void>): Promise<boolean> {
    const { api, clock, scope, isHere } = this.#parts;
    const request = () => act(api);
    const isGivenUp = () => !isHere(person.id);
    const joining = { code: 'participant_not_in_call', clock, scope, isGivenUp };
    return this.#try(() => (isGivenUp() ? request() : retryWhileJoining(request, joining)), person.name);
  }

  async #try(act: () => Promise<void>, name: string | undefined): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      // They turned it off themselves a moment earlier.
      if (codeOf(error) === 'nothing_to_mute') return true;
      // 409: they left, or their account leads the room.
      const isRefused = statusOf(error) === 409 && name !== undefined;
      if (!isRefused) this.#parts.notices.add({ kind: 'action-failed' });
      else if (codeOf(error) === 'leads_room') this.#parts.notices.add({ kind: 'leads-room', name });
      else this.#parts.notices.add({ kind: 'action-too-late', name });
      return false;
    }
  }
}
