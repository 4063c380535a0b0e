import { appendFileSync } from 'node:fs';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { bothErasServer } from './both-eras.ts';

/** The server of both eras, as a process; every start of it is written into a file. */
const folder = process.env['SERVER_FOLDER'] ?? '.';
appendFileSync(`${folder}/started.jsonl`, `${JSON.stringify({ pid: process.pid })}\n`);
serveStdio(() => bothErasServer(folder));
