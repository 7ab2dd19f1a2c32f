import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { RequestEntry } from '../application/request-log.ts';
import type { LogEntry } from '../runtime/runtime.ts';

/** Gauges of the process. */
export function processGauges(): {
  readonly gauges: () => Readonly<Record<string, number>>;
  readonly stop: () => void;
} {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return {
    gauges: () => {
      const { rss, heapUsed } = process.memoryUsage();
      const found = {
        process_resident_memory_bytes: rss,
        nodejs_heap_used_bytes: heapUsed,
        nodejs_eventloop_lag_p99_seconds: delay.percentile(99) / 1e9,
        process_uptime_seconds: process.uptime(),
      };
      delay.reset();
      return found;
    },
    stop: () => void delay.disable(),
  };
}

/**
 * Formats a log entry as one line of JSON. An error is logged with its kind, message and stack, never with the data
 * being written.
 */
export function logLine(now: number, entry: LogEntry | RequestEntry): string {
  const time = new Date(now).toISOString();
  if (!('level' in entry)) return JSON.stringify({ time, level: 'info', ...entry });
  const { level, message, error } = entry;
  if (!(error instanceof Error)) return JSON.stringify({ time, level, message });
  return JSON.stringify({ time, level, message, error: `${error.name}: ${error.message}`, stack: stackFrames(error) });
}

/** Returns the stack frames without the message before them. */
const stackFrames = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
