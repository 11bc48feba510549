import { PageHeader } from '../../ui/page-header.tsx';

export function SessionsPage() {
  return <PageHeader title="Sessions" />;
}
