/** The addresses of our pictures. */
export const pictures = {
  room: new URL('./images/room.svg', import.meta.url).href,
  shelf: new URL('./images/shelf.svg', import.meta.url).href,
  plain: new URL('./images/plain.svg', import.meta.url).href,
};
