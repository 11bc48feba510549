import { Head } from '../../ui/head.tsx';

export function ForgotPage() {
  return <Head title="Forgot" />;
}
