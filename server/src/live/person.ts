/** The sender of a message: a participant who is in a call now. */
export interface LivePerson {
  participantId: string;
  roomId: string;
  /** The channel of the room's chat, to which everybody in the call listens. */
  channelId: string;
  role: 'user' | 'moderator';
}

/** A chat user, as one participant. */
export interface LiveSender {
  userId: string;
  participantId: string;
}
