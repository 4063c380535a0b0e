import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A request as it arrived, byte for byte. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A server on this machine that says whatever it is told, also what no server may. */
export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly arrived: Arrived[];
  /** What it does with the next requests; the last one stays. */
  answers: ((socket: Socket, request: Arrived) => void)[];
  close(): Promise<void>;
}

export async function openServer(): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const arrived: Arrived[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const request = requestIn(text);
      if (request === null) return;
      text = '';
      arrived.push(request);
      const answer = opened.answers.length > 1 ? opened.answers.shift() : opened.answers[0];
      answer?.(socket, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const opened: TestServer = {
    url: `http://127.0.0.1:${port}`,
    port,
    arrived,
    answers: [],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return opened;
}

/** An answer of JSON, or of a text. */
export function says(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (socket: Socket): void => {
    const length = { 'content-length': String(Buffer.byteLength(text)) };
    const lines = Object.entries({ ...length, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} X\r\n${lines.join('')}\r\n${text}`);
  };
}

function requestIn(text: string): Arrived | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const body = text.slice(end + 4);
  if (body.length < Number(headers['content-length'] ?? 0)) return null;
  const [method = '', path = ''] = first.split(' ');
  return { method, path, headers, body: Buffer.from(body, 'latin1').toString('utf8') };
}
