import { createContext } from 'react';

/** True while the page around the chat says that the connection is lost: the chat need not say it again. */
export const ConnectionNoteContext = createContext(false);
