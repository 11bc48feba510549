import { Skeleton } from '@mantine/core';

/** What a page looks like before it is there: its heading and some lines. */
export function PageSkeleton() {
  return (
    <div aria-busy>
      <Skeleton height={30} width={220} radius="sm" mb={40} mt={6} />
      <SkeletonLines count={4} />
    </div>
  );
}

/** Lines that will be there in a moment. */
export function SkeletonLines({ count = 3 }: { count?: number }) {
  return (
    <div aria-busy>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} height={48} radius="sm" mb={8} style={{ opacity: 1 - index / (count + 1) }} />
      ))}
    </div>
  );
}
