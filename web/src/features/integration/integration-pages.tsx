import { Head } from '../../ui/head.tsx';

export default function IntegrationPages() {
  return <Head title="Integration" />;
}
