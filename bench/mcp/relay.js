// Stands where a guard stands and only copies bytes: what one more process between a client and a server costs by itself.
// node relay.js <command of the server>
import { spawn } from 'node:child_process';

const [command = '', ...args] = process.argv.slice(2);
const { stdin, stdout } = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(stdin);
stdout.pipe(process.stdout);
