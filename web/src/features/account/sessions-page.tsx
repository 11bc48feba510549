import { Head } from '../../ui/head.tsx';

export function SessionsPage() {
  return <Head title="Sessions" />;
}
