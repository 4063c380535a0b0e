import type { Probe, ProbeName } from './probe.ts';
import { acting } from './probes-act.ts';
import { asking } from './probes-ask.ts';

/** The probes in their order: each names one fault. */
export const probes: Readonly<Record<ProbeName, Probe>> = { ...acting, ...asking };
