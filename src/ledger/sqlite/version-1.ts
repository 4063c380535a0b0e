/** The tables of version 1. */
export const version1: string = `
CREATE TABLE entries (
  conversation TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  at INTEGER NOT NULL,
  principal TEXT NOT NULL,
  text TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL,
  message TEXT AS (CASE WHEN json_valid(text) THEN json_extract(text, '$.message.id') END) STORED,
  addressee TEXT AS (CASE WHEN json_valid(text) THEN json_extract(text, '$.message.to') END) STORED,
  PRIMARY KEY (conversation, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX entries_addressed ON entries (conversation, addressee, sequence) WHERE addressee IS NOT NULL;
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;
CREATE TRIGGER entries_never_replaced BEFORE INSERT ON entries
  WHEN EXISTS (SELECT 1 FROM entries WHERE conversation = NEW.conversation AND sequence = NEW.sequence)
  BEGIN SELECT RAISE(ABORT, 'an entry is never replaced'); END;
CREATE TRIGGER entries_never_go BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;

CREATE TABLE kept (
  conversation TEXT NOT NULL,
  id TEXT NOT NULL,
  row TEXT NOT NULL,
  PRIMARY KEY (conversation, id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER kept_never_changes BEFORE UPDATE ON kept BEGIN SELECT RAISE(ABORT, 'what is kept is never changed'); END;

CREATE TABLE messages (
  conversation TEXT NOT NULL,
  id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  handoff TEXT,
  answer TEXT,
  row TEXT NOT NULL,
  PRIMARY KEY (conversation, id),
  FOREIGN KEY (conversation, sequence) REFERENCES entries (conversation, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX messages_of_handoff ON messages (conversation, handoff) WHERE handoff IS NOT NULL;

CREATE TABLE handoffs (
  conversation TEXT NOT NULL,
  id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  root TEXT NOT NULL,
  item TEXT NOT NULL,
  state TEXT NOT NULL,
  close_at INTEGER,
  row TEXT NOT NULL,
  PRIMARY KEY (conversation, id),
  FOREIGN KEY (conversation, id) REFERENCES messages (conversation, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX handoffs_of_root ON handoffs (conversation, root);
CREATE INDEX handoffs_of_item ON handoffs (conversation, item, sequence);
CREATE INDEX handoffs_open ON handoffs (conversation, sequence)
  WHERE state IN ('OPEN', 'HELD', 'OWNED', 'CLEARED', 'CANCELLING');
CREATE INDEX handoffs_due ON handoffs (close_at) WHERE close_at IS NOT NULL;

CREATE TABLE closes (
  conversation TEXT NOT NULL,
  handoff TEXT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (conversation, handoff),
  FOREIGN KEY (conversation, handoff) REFERENCES handoffs (conversation, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE statements (
  token TEXT NOT NULL PRIMARY KEY,
  conversation TEXT NOT NULL,
  root TEXT NOT NULL,
  handoff TEXT NOT NULL,
  state TEXT NOT NULL,
  fence INTEGER NOT NULL,
  due_at INTEGER,
  row TEXT NOT NULL,
  FOREIGN KEY (conversation, handoff) REFERENCES handoffs (conversation, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX statements_of_root ON statements (conversation, root);
CREATE UNIQUE INDEX statements_live ON statements (conversation, root)
  WHERE state IN ('PREPARED', 'CONFIRMED', 'CLAIMED', 'UNKNOWN');
CREATE INDEX statements_due ON statements (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE act_keys (
  act_key TEXT NOT NULL PRIMARY KEY,
  token TEXT NOT NULL,
  FOREIGN KEY (token) REFERENCES statements (token)
) STRICT, WITHOUT ROWID;

CREATE TABLE numbers (
  conversation TEXT NOT NULL,
  agent TEXT NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (conversation, agent)
) STRICT, WITHOUT ROWID;
`;
