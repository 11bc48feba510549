import type { Clock } from '../../../kit/clock.ts';
import { keepIfSame } from '../../../kit/store.ts';
import type { Source } from '../api.ts';
import type { CallPermissions, CallRoom, Role } from '../call-contract.ts';
import type { Notices } from '../notices.ts';
import {
  changedSources,
  changeOfRights,
  eitherOf,
  expectedRights,
  type Permissions,
  type Rights,
  rightsOf,
} from './rights.ts';

type OwnRightsParts = {
  room: CallRoom;
  role: Role;
  /** The media server's permissions of this person. */
  permissions: () => Permissions | undefined;
  clock: Clock;
  notices: Notices;
  /** Called with the rights that hold from now on. */
  apply: (rights: Rights) => void;
  changed: () => void;
};

/** In ms. The media server has applied a switch of the room to a large class within this time. */
const switchTakes = 5_000;
/** In ms. A role change and the rights that follow from it arrive by two routes, in either order, within this time. */
const settleOfRole = 5_000;
/** Notices that a change of the role makes superfluous. */
const noticesOfRights: readonly string[] = [
  ...['may-speak', 'may-not-speak'],
  ...['source-allowed', 'source-taken', 'sources-allowed', 'sources-taken'],
];

/** The role of the own person, and what they may send: as the media server permits, less what a switch has just taken. */
export class OwnRights {
  readonly #parts: OwnRightsParts;
  #role: Role;
  #roleChangedAt = Number.NEGATIVE_INFINITY;
  /** Undefined until the media server has sent the permissions. */
  #live: Rights | undefined;
  /** The sources that this person could send at any time since the entry. */
  #had: Rights;
  /** Sources that a switch of the room has just turned off, before the media server takes the right. */
  #turnedOff: Partial<Rights> = {};
  #cancelTurnedOff = (): void => undefined;

  constructor(parts: OwnRightsParts) {
    this.#parts = parts;
    this.#role = parts.role;
    this.#had = expectedRights(parts.room, parts.role);
  }

  get role(): Role {
    return this.#role;
  }

  get current(): Rights {
    return this.#live ?? expectedRights(this.#parts.room, this.#role);
  }

  /** Returns false if it was the role already. */
  setRole(role: Role): boolean {
    if (role === this.#role) return false;
    const { notices, clock, changed } = this.#parts;
    this.#role = role;
    this.#roleChangedAt = clock.now();
    // Show one notice instead of two: the rights follow from the role.
    notices.dismissWhere(({ kind }) => noticesOfRights.includes(kind));
    changed();
    return true;
  }

  /**
   * Takes camera and screen at once if these permissions do, before the media server does. Not the microphone: a
   * moderator may have allowed it to this person alone.
   */
  applyPermissions({ isCameraPublishingAllowed, isScreensharingAllowed }: CallPermissions): void {
    this.#cancelTurnedOff();
    this.#turnedOff = {
      ...(!isCameraPublishingAllowed && { camera: false }),
      ...(!isScreensharingAllowed && { screen: false }),
    };
    this.#cancelTurnedOff = this.#parts.clock.after(switchTakes, () => {
      this.#turnedOff = {};
      this.#parts.changed();
    });
    this.#parts.changed();
  }

  /** The media server sent the permissions. */
  update(): void {
    const rights = this.#now();
    const before = this.#live;
    this.#live = rights;
    this.#parts.apply(rights);
    const followsRole = this.#parts.clock.now() - this.#roleChangedAt < settleOfRole;
    if (before && !followsRole) this.#notify(before, rights);
    this.#had = eitherOf(this.#had, rights);
    this.#parts.changed();
  }

  /** Applies what a role or a switch of the room changed since the last update. */
  follow(): void {
    if (this.#live && keepIfSame(this.#live, this.#now()) !== this.#live) this.update();
  }

  end(): void {
    this.#cancelTurnedOff();
  }

  #now(): Rights {
    const given = rightsOf(this.#parts.permissions());
    return this.#role === 'moderator' ? given : { ...given, ...this.#turnedOff };
  }

  #notify(before: Rights, after: Rights): void {
    const { notices } = this.#parts;
    const change = changeOfRights(before, after);
    if (change === 'allowed') notices.add({ kind: 'may-speak', withCamera: after.camera });
    if (change === 'taken') notices.add({ kind: 'may-not-speak' });
    for (const source of changedSources(before, after)) this.#tellOf(source, after);
  }

  /** One notice names all sources of which the same has just been said: a phone shows one notice at a time. */
  #tellOf(source: Source, rights: Rights): void {
    const { notices } = this.#parts;
    const isAllowed = rights[source];
    const [one, several] = isAllowed
      ? (['source-allowed', 'sources-allowed'] as const)
      : (['source-taken', 'sources-taken'] as const);
    const others = notices.list
      .get()
      .flatMap((notice) => {
        if (notice.kind === several) return notice.sources;
        return notice.kind === one ? [notice.source] : [];
      })
      .filter((other) => other !== source && rights[other] === isAllowed);
    if (others.length > 0) {
      notices.dismissWhere(({ kind }) => kind === one || kind === several);
      notices.add({ kind: several, sources: [...others, source] });
    } else if (isAllowed) notices.add({ kind: 'source-allowed', source, isAgain: this.#had[source] });
    else notices.add({ kind: 'source-taken', source });
  }
}
