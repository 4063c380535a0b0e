/** A handoff that is not closed, as act.md 4 has it. */
const open = "state IN ('OPEN', 'HELD', 'OWNED', 'CLEARED', 'CANCELLING')";

/**
 * The tables of version 2, and what was in those of version 1. Wide rows lie in the order in which they come (with a rowid), narrow ones by
 * their key; the index of what is open holds nothing else, and is not written when another state is as open.
 */
export const version2: string = `
DROP TRIGGER entries_never_change;
DROP TRIGGER entries_never_replaced;
DROP TRIGGER entries_never_go;
DROP TRIGGER kept_never_changes;
DROP INDEX entries_addressed;
DROP INDEX messages_of_handoff;
DROP INDEX handoffs_of_root;
DROP INDEX handoffs_of_item;
DROP INDEX handoffs_open;
DROP INDEX handoffs_due;
DROP INDEX statements_of_root;
DROP INDEX statements_live;
DROP INDEX statements_due;
ALTER TABLE entries RENAME TO old_entries;
ALTER TABLE kept RENAME TO old_kept;
ALTER TABLE messages RENAME TO old_messages;
ALTER TABLE handoffs RENAME TO old_handoffs;
ALTER TABLE closes RENAME TO old_closes;
ALTER TABLE statements RENAME TO old_statements;
ALTER TABLE act_keys RENAME TO old_act_keys;

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

CREATE TABLE entries (
  conversation TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  at INTEGER NOT NULL,
  principal TEXT NOT NULL,
  text TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL,
  kept TEXT,
  message TEXT AS (CASE WHEN json_valid(text) THEN json_extract(text, '$.message.id') END) STORED,
  addressee TEXT AS (CASE WHEN json_valid(text) THEN json_extract(text, '$.message.to') END) STORED,
  PRIMARY KEY (conversation, sequence)
) STRICT;
INSERT INTO entries (conversation, sequence, at, principal, text, previous, hash, kept)
  SELECT e.conversation, e.sequence, e.at, e.principal, e.text, e.previous, e.hash, k.row FROM old_entries e
  LEFT JOIN old_kept k ON k.conversation = e.conversation AND k.id = e.message ORDER BY e.conversation, e.sequence;
CREATE INDEX entries_addressed ON entries (conversation, addressee, sequence) WHERE addressee IS NOT NULL;

CREATE TABLE messages (
  conversation TEXT NOT NULL,
  id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  handoff TEXT,
  item TEXT,
  answer TEXT,
  asks TEXT CHECK (asks IS NULL OR answer IS NULL),
  row TEXT NOT NULL,
  PRIMARY KEY (conversation, id),
  FOREIGN KEY (conversation, sequence) REFERENCES entries (conversation, sequence)
) STRICT;
INSERT INTO messages (conversation, id, sequence, handoff, item, answer, asks, row)
  SELECT conversation, id, sequence, handoff,
    CASE WHEN handoff IS NULL THEN (SELECT json_extract(e.text, '$.message.item') FROM entries e
      WHERE e.conversation = m.conversation AND e.sequence = m.sequence) END,
    answer, CASE WHEN answer IS NULL AND row ->> '$.type' = 'AQ' THEN row ->> '$.to' END, row
  FROM old_messages m ORDER BY conversation, sequence;
CREATE INDEX messages_of_handoff ON messages (conversation, handoff) WHERE handoff <> id;
CREATE INDEX messages_of_item ON messages (conversation, item, sequence) WHERE item IS NOT NULL;
CREATE INDEX messages_asking ON messages (conversation, asks, sequence) WHERE asks IS NOT NULL;

CREATE TABLE handoffs (
  conversation TEXT NOT NULL,
  id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  root TEXT NOT NULL,
  item TEXT NOT NULL,
  principal TEXT NOT NULL,
  state TEXT NOT NULL,
  open INTEGER CHECK (open IS CASE WHEN ${open} THEN 1 END),
  due_at INTEGER,
  row TEXT NOT NULL,
  PRIMARY KEY (conversation, id),
  FOREIGN KEY (conversation, id) REFERENCES messages (conversation, id)
) STRICT;
INSERT INTO handoffs (conversation, id, sequence, root, item, principal, state, open, due_at, row)
  SELECT conversation, id, sequence, root, item, json_extract(row, '$.principal'), state,
    CASE WHEN ${open} THEN 1 END, close_at, row
  FROM old_handoffs ORDER BY conversation, sequence;
CREATE INDEX handoffs_of_root ON handoffs (conversation, root) WHERE root <> id;
CREATE INDEX handoffs_of_item ON handoffs (conversation, item, sequence);
CREATE INDEX handoffs_open ON handoffs (conversation, sequence) WHERE open IS NOT NULL;
CREATE INDEX handoffs_of_principal ON handoffs (principal) WHERE open IS NOT NULL;
CREATE INDEX handoffs_due ON handoffs (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE closes (
  conversation TEXT NOT NULL,
  handoff TEXT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (conversation, handoff),
  FOREIGN KEY (conversation, handoff) REFERENCES handoffs (conversation, id)
) STRICT, WITHOUT ROWID;
INSERT INTO closes SELECT * FROM old_closes;

CREATE TABLE statements (
  token TEXT NOT NULL PRIMARY KEY,
  conversation TEXT NOT NULL,
  root TEXT NOT NULL,
  handoff TEXT NOT NULL,
  principal TEXT NOT NULL,
  state TEXT NOT NULL,
  fence INTEGER NOT NULL,
  due_at INTEGER,
  row TEXT NOT NULL,
  FOREIGN KEY (conversation, handoff) REFERENCES handoffs (conversation, id)
) STRICT;
INSERT INTO statements (token, conversation, root, handoff, principal, state, fence, due_at, row)
  SELECT token, conversation, root, handoff, json_extract(row, '$.principal'), state, fence, due_at, row FROM old_statements;
CREATE INDEX statements_of_root ON statements (conversation, root);
CREATE UNIQUE INDEX statements_live ON statements (conversation, root)
  WHERE state IN ('PREPARED', 'CONFIRMED', 'CLAIMED', 'UNKNOWN');
CREATE INDEX statements_due ON statements (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX statements_ready ON statements (principal, due_at) WHERE state = 'CONFIRMED';
CREATE INDEX statements_of_principal ON statements (principal)
  WHERE state IN ('PREPARED', 'CONFIRMED', 'CLAIMED', 'UNKNOWN');
CREATE INDEX statements_unclaimed ON statements (state) WHERE state IN ('PREPARED', 'CONFIRMED');

CREATE TABLE act_keys (
  act_key TEXT NOT NULL PRIMARY KEY,
  token TEXT NOT NULL,
  FOREIGN KEY (token) REFERENCES statements (token)
) STRICT, WITHOUT ROWID;
INSERT INTO act_keys SELECT * FROM old_act_keys;
CREATE UNIQUE INDEX act_keys_again ON act_keys (act_key);

DROP TABLE old_act_keys;
DROP TABLE old_statements;
DROP TABLE old_closes;
DROP TABLE old_handoffs;
DROP TABLE old_messages;
DROP TABLE old_kept;
DROP TABLE old_entries;

CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries WHEN NOT (
  NEW.rowid = OLD.rowid AND NEW.kept IS NULL
  AND (NEW.conversation, NEW.sequence, NEW.at, NEW.principal, NEW.previous, NEW.hash, NEW.message, NEW.addressee)
    IS (OLD.conversation, OLD.sequence, OLD.at, OLD.principal, OLD.previous, OLD.hash, OLD.message, OLD.addressee)
  AND EXISTS (
    SELECT 1 FROM entries r, json_each(r.text, '$.facts') f WHERE r.conversation = OLD.conversation
      AND r.sequence = CASE WHEN json_valid(NEW.text) THEN json_extract(NEW.text, '$.redacted') END AND r.sequence > OLD.sequence
      AND f.value ->> '$.fact' = 'redacted' AND f.value ->> '$.sequence' = OLD.sequence AND f.value ->> '$.remains' = NEW.text)
) BEGIN SELECT RAISE(ABORT, 'an entry is never changed, but by a redaction'); END;
CREATE TRIGGER entries_never_replaced BEFORE INSERT ON entries WHEN EXISTS (SELECT 1 FROM entries WHERE rowid = NEW.rowid)
  OR EXISTS (SELECT 1 FROM entries WHERE conversation = NEW.conversation AND sequence = NEW.sequence)
  BEGIN SELECT RAISE(ABORT, 'an entry is never replaced'); END;
CREATE TRIGGER entries_never_go BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;
`;
