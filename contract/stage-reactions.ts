/** What may fly across the stage. A file of its own: the page needs the list and none of the schemas. */
export const stageReactions = ['👍', '👏', '❤️', '😂', '😮', '🎉', '🤔', '👎'] as const;

export type StageReaction = (typeof stageReactions)[number];
