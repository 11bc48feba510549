/** The effects behind the person in the camera's picture, before and in the call. */
export const background = {
  title: 'Background',
  none: 'No effect',
  blur: 'Blur',
  room: 'Bright room',
  shelf: 'Bookshelf',
  plain: 'Plain blue',
  own: 'Your picture',
  choose: 'Choose your own picture…',
  tooLarge: 'This picture is larger than 10 MB. Choose a smaller one.',
  noPicture: 'This file is not a picture that the browser can show.',
  cost: 'Effects use more processor time and battery. The first use loads 3 MB.',
  starting: 'Starting the effect…',
  failed: 'This device could not start the background effect.',
  failedOff:
    'This device could not start the background effect, so your camera is off. Turn it on to be seen without the effect.',
};
