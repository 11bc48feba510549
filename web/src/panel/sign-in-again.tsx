/** Over the page of somebody whose sign-in ended by itself. */
export function SignInAgain({ email: _ }: { email: string }) {
  return null;
}
