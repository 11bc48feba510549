/** The answers that people in a call can give. In a file of its own, since the page needs the list without the schemas. */
export const feedbackAnswers = ['yes', 'no', 'slower', 'faster'] as const;

export type FeedbackAnswer = (typeof feedbackAnswers)[number];
