// Separate from the schemas, so that the page does not load the schema library.

/** In characters. */
export const longestQuestion = 1000;
export const longestQuestionAnswer = 2000;

/** The most questions of one viewer in a session, those that were answered included, and the most open ones of a session. */
export const mostQuestionsOfViewer = 20;
export const mostOpenQuestions = 500;
