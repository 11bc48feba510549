/** By the server, the camera of this participant is for moderators only. */
export const isCameraHidden = (attributes: Readonly<Record<string, string>>): boolean =>
  attributes.camera === 'moderators';
