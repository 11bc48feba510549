/** Where this browser remembers whose account is signed in. It opens nothing: the cookies do. */
export const accountKey = 'lectern.account';
