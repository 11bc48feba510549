/** How long answers and reactions are gathered, in ms: there may be hundreds (chat.md). */
export const gatherMs = 500;
