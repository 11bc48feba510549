import { Head } from '../../ui/head.tsx';

export function SignInPage() {
  return <Head title="SignIn" />;
}
