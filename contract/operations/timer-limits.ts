/** In minutes. In a file of its own, since the page needs it without the schemas. */
export const longestTimer = 180;
