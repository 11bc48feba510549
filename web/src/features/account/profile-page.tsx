import { Head } from '../../ui/head.tsx';

export function ProfilePage() {
  return <Head title="Profile" />;
}
