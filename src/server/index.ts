export { createApp } from './app.ts';
export type { Env, Routes, ServerParts, ServerSettings } from './env.ts';
export type { Arrival, Events } from './events/events.ts';
export type { Place } from './listen.ts';
export { createParts, type PartsOptions } from './parts.ts';
export type { Session, Sessions } from './people/sessions.ts';
export { jsonLog, type Log, type Logged } from './security/log.ts';
export { type Running, type StartOptions, startServer } from './start.ts';
