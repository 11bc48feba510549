import { PageHeader } from '../../ui/page-header.tsx';

export default function IntegrationPages() {
  return <PageHeader title="Integration" />;
}
