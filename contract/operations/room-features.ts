/** The features of a room that can be turned off for everybody. */
export const roomFeatures = [
  'chat',
  'directMessages',
  'polls',
  'screenSharing',
  'handRaising',
  'reactions',
  'backgrounds',
] as const;
export type RoomFeature = (typeof roomFeatures)[number];
