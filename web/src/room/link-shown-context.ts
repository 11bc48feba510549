import { createContext } from 'react';

/** True while the page around the chat says that the connection is being restored: once is enough. */
export const LinkShownContext = createContext(false);
