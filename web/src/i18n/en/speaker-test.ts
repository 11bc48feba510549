/** The test of the speaker, before and in the call. */
export const speakerTest = {
  test: 'Test speaker',
  playing: 'Playing…',
  again: 'Test again',
  heard: 'Did you hear it? If not, check the volume or choose another speaker.',
  failed: 'The browser could not play it. Choose another speaker.',
};
