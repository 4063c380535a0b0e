import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Where a connection dies: the bytes are not sent on, or they are and no reply comes back. */
export type Freeze = 'before' | 'after';

/** A way to a database on which connections can become half open: nobody is told, and nothing arrives any more. */
export class Wire {
  readonly #server: Server;
  readonly #sockets: Set<Socket> = new Set();
  #next: { readonly freeze: Freeze; readonly frozen: () => void } | null = null;

  private constructor(target: number) {
    this.#server = createServer((client) => this.#carry(client, connect(target, '127.0.0.1')));
  }

  static async to(target: number): Promise<Wire> {
    const wire = new Wire(target);
    wire.#server.listen(0, '127.0.0.1');
    await once(wire.#server, 'listening');
    return wire;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The next connection that commits what it wrote dies there; resolves when it has. */
  freezes(freeze: Freeze): Promise<void> {
    return new Promise((frozen) => {
      this.#next = { freeze, frozen };
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #carry(client: Socket, server: Socket): void {
    let dead = false;
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
    }
    let writes = false;
    let once: readonly string[] = [];
    client.on('data', (bytes) => {
      if (dead) return;
      if (bytes.includes('BEGIN ')) writes = bytes.includes('READ WRITE');
      once = [...once, ...onceIn(bytes)];
      const next = this.#next;
      const commits = (writes && bytes.includes('COMMIT\0')) || once.some((name) => bytes.includes(name));
      dead = next !== null && commits;
      if (!dead || next?.freeze === 'after') server.write(bytes);
      if (!dead) return;
      this.#next = null;
      next?.frozen();
    });
    server.on('data', (bytes) => dead || client.write(bytes));
    client.on('close', () => dead || server.destroy());
    server.on('close', () => dead || client.destroy());
  }
}

/** Names of the statements in these bytes that write a whole step, and commit it. */
function onceIn(bytes: Buffer): readonly string[] {
  const parsed = bytes.toString('latin1').matchAll(/(hearback [\w -]+)\0WITH held/g);
  return [...parsed].flatMap(([, name]) => name ?? []);
}
