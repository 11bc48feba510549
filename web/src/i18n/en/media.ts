/** Texts of the call about sound checks, noise, less data and the small window. */
export const media = {
  callTime: 'Time since the call started',
  cannotHear: 'We can’t hear you',
  noSound: 'Your microphone gives no sound. Check its mute switch, or choose another microphone.',
  mutedBySystem: 'Your device mutes the microphone. Check its settings, or end a phone call.',
  dismissSilence: 'Dismiss',
  noise: 'Noise suppression',
  noiseHint: 'Turn it off for music.',
  lowData: 'Low-data mode',
  lowDataHint: 'No cameras of others. Sound and shared screens stay.',
  notLoaded: 'Video off to save data',
  onlyModerators: 'Only moderators see your camera',
  smallWindow: 'Picture in picture',
  closeSmallWindow: 'Close picture in picture',
  noSmallWindow: 'Picture in picture did not open. It needs someone’s video or a shared screen.',
};
