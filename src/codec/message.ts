import { UsageError } from '../diagnostic/usage-error.ts';
import type { MessageType, SlotValue, Vocabulary } from '../vocabulary/vocabulary.ts';

/** The decoded value of a line, whatever its profile (spec 4). Typed messages are `Message<P>` in vocabulary/typed.ts. */
export interface AnyMessage {
  readonly v: 'RW1';
  readonly type: MessageType;
  readonly id: string;
  readonly re: string | null;
  readonly from: string;
  readonly to: string;
  readonly item: string | null;
  readonly slots: Readonly<Record<string, SlotValue>>;
  readonly tail: string | null;
}

/** Where a message came from: the vocabulary that judged it, the line it was read from, the keys that were ignored. */
interface Origin {
  readonly vocabulary: Vocabulary;
  readonly line: string | null;
  readonly unknownKeys: ReadonlySet<string>;
}

/** A message that the codec has judged. Its origin is private: it is no part of the message, and nobody else can give one. */
export class JudgedMessage implements AnyMessage {
  readonly v = 'RW1';
  readonly type: MessageType;
  readonly id: string;
  readonly re: string | null;
  readonly from: string;
  readonly to: string;
  readonly item: string | null;
  readonly slots: Readonly<Record<string, SlotValue>>;
  readonly tail: string | null;
  readonly #origin: Origin;

  constructor(parts: Omit<AnyMessage, 'v'>, origin: Origin) {
    this.type = parts.type;
    this.id = parts.id;
    this.re = parts.re;
    this.from = parts.from;
    this.to = parts.to;
    this.item = parts.item;
    this.slots = parts.slots;
    this.tail = parts.tail;
    this.#origin = origin;
  }

  /** The origin of a message that the codec made; an object that only looks like one is refused. */
  static origin(message: AnyMessage): Origin {
    if (typeof message === 'object' && message !== null && #origin in message) return message.#origin;
    throw new UsageError(
      'message/not-judged',
      'this is no message that parse, decode, fromJson or a composer made: pass a line through decode, and JSON through fromJson',
    );
  }
}

/** The vocabulary that a message was judged by: that of its own `p=` (R22). */
export function vocabularyOf(message: AnyMessage): Vocabulary {
  return JudgedMessage.origin(message).vocabulary;
}

/** Keys on the message's line that its vocabulary does not know: no part of the message, but told (R4). */
export function unknownKeysOf(message: AnyMessage): ReadonlySet<string> {
  return JudgedMessage.origin(message).unknownKeys;
}

/** The line that a message was read from; null for one that never stood on a line. */
export function sourceLineOf(message: AnyMessage): string | null {
  return JudgedMessage.origin(message).line;
}
