/** Settings for a crowd that connects from one address, this machine's. */
export const oneAddress = { LECTERN_MAX_CONNECTIONS_PER_ADDRESS: '0' };
