/** Named, since SQLite would rather walk through the conversation. */
export const asking = {
  messages: 'messages INDEXED BY messages_asking',
  type: "row ->> '$.type'",
  to: "row ->> '$.to'",
} as const;

/**
 * Each version's statements over the one before, forward only. `entries` and `kept` are the ledger, `cursors` what readers have
 * acknowledged, `meta` and `checkpoints` what is known of the file; the other tables follow from the entries and can be
 * rebuilt. A refused line has text and no message, so that it is addressed to nobody.
 */
export const migrations: readonly string[] = [
  `
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
`,
  `
CREATE TABLE meta (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO meta (name, value) SELECT name, lower(hex(randomblob(16))) FROM (SELECT 'epoch' AS name);
INSERT INTO meta (name, value) SELECT 'settled', value FROM meta WHERE name = 'epoch';

CREATE TABLE cursors (
  conversation TEXT NOT NULL,
  agent TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  PRIMARY KEY (conversation, agent)
) STRICT, WITHOUT ROWID;

CREATE TABLE checkpoints (
  conversation TEXT NOT NULL PRIMARY KEY,
  sequence INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE messages ADD COLUMN item TEXT;
UPDATE messages SET item = (SELECT json_extract(e.text, '$.message.item') FROM entries e
  WHERE e.conversation = messages.conversation AND e.sequence = messages.sequence) WHERE handoff IS NULL;
CREATE INDEX messages_of_item ON messages (conversation, item, sequence) WHERE item IS NOT NULL;
CREATE INDEX messages_asking ON messages (conversation, ${asking.to}, sequence)
  WHERE answer IS NULL AND ${asking.type} = 'AQ';

ALTER TABLE handoffs RENAME COLUMN close_at TO due_at;
ALTER TABLE handoffs ADD COLUMN principal TEXT NOT NULL DEFAULT '';
UPDATE handoffs SET principal = json_extract(row, '$.principal');
CREATE INDEX handoffs_of_principal ON handoffs (principal)
  WHERE state IN ('OPEN', 'HELD', 'OWNED', 'CLEARED', 'CANCELLING');

ALTER TABLE statements ADD COLUMN principal TEXT NOT NULL DEFAULT '';
UPDATE statements SET principal = json_extract(row, '$.principal');
CREATE INDEX statements_ready ON statements (principal, due_at) WHERE state = 'CONFIRMED';
CREATE INDEX statements_of_principal ON statements (principal)
  WHERE state IN ('PREPARED', 'CONFIRMED', 'CLAIMED', 'UNKNOWN');
CREATE UNIQUE INDEX act_keys_again ON act_keys (act_key);
CREATE INDEX statements_unclaimed ON statements (state) WHERE state IN ('PREPARED', 'CONFIRMED');

DROP TRIGGER entries_never_change;
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries WHEN NOT (
  (NEW.conversation, NEW.sequence, NEW.at, NEW.principal, NEW.previous, NEW.hash, NEW.message, NEW.addressee)
    IS (OLD.conversation, OLD.sequence, OLD.at, OLD.principal, OLD.previous, OLD.hash, OLD.message, OLD.addressee)
  AND EXISTS (
    SELECT 1 FROM entries r, json_each(r.text, '$.facts') f WHERE r.conversation = OLD.conversation
      AND r.sequence = CASE WHEN json_valid(NEW.text) THEN json_extract(NEW.text, '$.redacted') END AND r.sequence > OLD.sequence
      AND f.value ->> '$.fact' = 'redacted' AND f.value ->> '$.sequence' = OLD.sequence AND f.value ->> '$.remains' = NEW.text)
) BEGIN SELECT RAISE(ABORT, 'an entry is never changed, but by a redaction'); END;
CREATE TRIGGER kept_never_replaced BEFORE INSERT ON kept
  WHEN EXISTS (SELECT 1 FROM kept WHERE conversation = NEW.conversation AND id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'what is kept is never replaced'); END;
CREATE TRIGGER kept_never_goes BEFORE DELETE ON kept WHEN NOT EXISTS (
  SELECT 1 FROM messages m JOIN entries e ON e.conversation = m.conversation AND e.sequence = m.sequence
    WHERE m.conversation = OLD.conversation AND m.id = OLD.id AND json_extract(e.text, '$.redacted') > 0
) BEGIN SELECT RAISE(ABORT, 'what is kept is never deleted, but by a redaction'); END;
`,
];
