/** Storage key for the id of the signed-in account. It grants nothing: the cookies do. */
export const accountKey = 'lectern.account';
