import type { Body } from '../../../contract/routes.ts';
import type { Effects } from '../platform/effects.ts';
import type { Admission } from './present.ts';
import type { RoleChange } from './roles/store.ts';

export type MutedSource = Body<'muteParticipant'>['source'];

/** A moderator turns a source of these people off. */
export interface Muting {
  participantIds: string[];
  roomId: string;
  source: MutedSource;
  /** The name of the moderator in the call. */
  by: string | null;
}

/** The events of people in rooms. They are after the commit, unless a comment says otherwise. */
export interface ParticipantEffects {
  /** These participants were removed, admitted or refused, or have another role. */
  onPeopleChanged: Effects<string[]>;
  /** In the transaction: a person who waited was admitted or refused, or somebody has to wait from now on. */
  onAdmissionChanged: Effects<Admission[]>;
  /** The roles of people in a running call changed. */
  onRolesChanged: Effects<RoleChange[]>;
  /** A moderator gave this participant in the call another name. */
  onRenamed: Effects<string>;
  /** The media server is about to mute people. */
  onMuting: Effects<Muting>;
  /** A moderator asks these people to turn on their microphones. */
  onUnmuteRequested: Effects<Omit<Muting, 'source'>>;
  /** In the transaction of the change, if there is one: the number of people who wait in this room changed. */
  onWaitingChanged: Effects<string>;
}
