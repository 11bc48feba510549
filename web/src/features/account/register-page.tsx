import { Head } from '../../ui/head.tsx';

export function RegisterPage() {
  return <Head title="Register" />;
}
