import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestFigures } from '../platform/http/server.ts';
import { addInstallationMetrics, type InstallationSources } from './installation-metrics.ts';
import type { DependencyState } from './readiness.ts';

export type Metrics = ReturnType<typeof createMetrics>;

interface Sources extends InstallationSources {
  /** Sockets that are open now. */
  connections: () => number;
  /** Recordings in progress on all nodes. */
  recordings: () => Promise<number>;
  /** The state of this node's dependencies, by name. */
  dependencies: () => Promise<Record<string, DependencyState>>;
}

/** Gauges of prom-client with the names of counters: Prometheus complains, and they are the sums of others. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** The metrics of this process in Prometheus' text format. */
export function createMetrics({ connections, recordings, dependencies, ...installation }: Sources) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const requests = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Seconds from the arrival of a request at this node to the end of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'lectern_socket_connections',
    help: 'Sockets of the chat that are open on this node.',
    registers: [registry],
    collect() {
      this.set(connections());
    },
  });
  new Gauge({
    name: 'lectern_recordings_active',
    help: 'Recordings that are requested or in progress, on all nodes.',
    registers: [registry],
    async collect() {
      // Without the database the other metrics are still reported.
      const count = await recordings().catch(() => undefined);
      if (count === undefined) this.remove();
      else this.set(count);
    },
  });
  new Gauge({
    name: 'lectern_dependency_up',
    help: 'Whether a server that this node needs responds: 1 or 0.',
    labelNames: ['dependency'],
    registers: [registry],
    async collect() {
      for (const [dependency, state] of Object.entries(await dependencies())) {
        this.set({ dependency }, state === 'up' ? 1 : 0);
      }
    },
  });
  const { countAttempt } = addInstallationMetrics(registry, installation);
  const counter = (name: string, help: string) => new Counter({ name, help, registers: [registry] });
  return {
    registry,
    countAttempt,
    observeRequest: ({ method, route, status, seconds }: RequestFigures) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    callsStarted: counter('lectern_calls_started_total', 'Calls whose start this node noted.'),
    callsFinished: counter('lectern_calls_finished_total', 'Calls whose end this node noted.'),
    pageErrors: new Counter({
      name: 'lectern_page_errors_total',
      help: 'Errors in pages of Lectern that browsers reported to this node.',
      labelNames: ['part', 'kind'],
      registers: [registry],
    }),
    socketMessages: new Counter({
      name: 'lectern_socket_messages_total',
      help: 'Messages that clients sent to this node by the socket: taken, over their budget (limited), refused, or failed by an error here.',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    }),
    recordings: {
      started: counter('lectern_recordings_started_total', 'Recordings that started on this node.'),
      finished: counter('lectern_recordings_finished_total', 'Recordings that this node finished.'),
      failed: counter('lectern_recordings_failed_total', 'Recordings that failed on this node.'),
    },
  };
}
