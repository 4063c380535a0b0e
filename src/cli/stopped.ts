/** Says when somebody asks the process to stop. */
export interface Stopping {
  readonly signal: AbortSignal;
  /** Leaves the signals of the process to themselves again. */
  readonly forget: () => void;
}

/** Aborts at SIGINT or SIGTERM, so that what runs can end; a second one ends the process at once. */
export function untilStopped(): Stopping {
  const controller = new AbortController();
  const stop = (): void => {
    forget();
    controller.abort();
  };
  const forget = (): void => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return { signal: controller.signal, forget };
}
