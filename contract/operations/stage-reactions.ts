/** The emojis of stage reactions. In a file of its own, since the page needs the list without the schemas. */
export const stageReactions = ['👍', '👏', '❤️', '😂', '😮', '🎉', '🤔', '👎'] as const;

export type StageReaction = (typeof stageReactions)[number];
