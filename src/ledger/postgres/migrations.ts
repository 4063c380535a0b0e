/** Text that is compared byte by byte: an index outlives an update of the machine's collations. */
const key = 'text COLLATE "C"';

/** A member of a row: taken out as JSON first, since what else the row says may be no text (a NUL) to PostgreSQL. */
function textIn(member: string): string {
  return `(row::json -> '${member}')::text::json #>> '{}'`;
}

/** 1 for a handoff that is not closed, as act.md 4 has it. */
const isOpen = "CASE WHEN state IN ('OPEN', 'HELD', 'OWNED', 'CLEARED', 'CANCELLING') THEN 1 END";

/** Triggers of version 2: an entry is changed as another one says that redacts it, and what is kept beside it goes. */
const onlyRedactions: readonly string[] = [
  `CREATE FUNCTION only_redacted() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
    DECLARE allowed boolean;
    BEGIN
      IF NEW.text NOT LIKE '{%,"redacted":%}' THEN NEW.text := '{}'; END IF;
      EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I.entries r, json_array_elements(r.text::json -> ''facts'') f
        WHERE r.conversation = $1 AND r.sequence = $3 AND r.sequence > $2 AND f ->> ''fact'' = ''redacted''
        AND (f ->> ''sequence'')::bigint = $2 AND f ->> ''remains'' = $4)', TG_TABLE_SCHEMA)
        INTO allowed USING OLD.conversation, OLD.sequence, (NEW.text::json ->> 'redacted')::bigint, NEW.text;
      OLD.text := NEW.text;
      OLD.kept := NULL;
      IF allowed AND NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
      RAISE EXCEPTION 'a row of % is never changed, but by a redaction', TG_TABLE_NAME USING ERRCODE = '23000';
    END $$`,
  `CREATE TRIGGER entries_never_go BEFORE DELETE OR TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION never_changes()`,
  'CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries FOR EACH ROW EXECUTE FUNCTION only_redacted()',
];

/**
 * Each version's statements over the one before, forward only. `entries` are the ledger (in version 1 with `kept`), `cursors` what
 * readers have acknowledged, `meta` which database it was last; the other tables follow from the entries and can be
 * rebuilt, but for `conversations`, which has a row to lock. The conversation is in every key
 * but that of an act, which holds across conversations.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE migrations (
      version integer PRIMARY KEY,
      program text NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`,
    `CREATE TABLE conversations (conversation ${key} PRIMARY KEY)`,
    `CREATE TABLE entries (
      conversation ${key} NOT NULL,
      sequence bigint NOT NULL,
      at bigint NOT NULL,
      principal text NOT NULL,
      text text NOT NULL,
      previous text NOT NULL,
      hash text NOT NULL,
      message ${key},
      addressee ${key},
      step text NOT NULL,
      PRIMARY KEY (conversation, sequence)
    )`,
    `CREATE INDEX entries_addressed ON entries (conversation, addressee, sequence)
      WHERE addressee IS NOT NULL`,
    `CREATE TABLE kept (
      conversation ${key} NOT NULL,
      id ${key} NOT NULL,
      row text NOT NULL,
      PRIMARY KEY (conversation, id)
    )`,
    `CREATE FUNCTION never_changes() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
      BEGIN
        RAISE EXCEPTION 'a row of % is never changed or deleted', TG_TABLE_NAME USING ERRCODE = '23000';
      END $$`,
    `CREATE TRIGGER entries_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
      FOR EACH STATEMENT EXECUTE FUNCTION never_changes()`,
    `CREATE TRIGGER kept_never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON kept
      FOR EACH STATEMENT EXECUTE FUNCTION never_changes()`,
    `CREATE TABLE messages (
      conversation ${key} NOT NULL,
      id ${key} NOT NULL,
      sequence bigint NOT NULL,
      handoff ${key},
      answer ${key},
      row text NOT NULL,
      PRIMARY KEY (conversation, id),
      FOREIGN KEY (conversation, sequence) REFERENCES entries (conversation, sequence)
    )`,
    'CREATE INDEX messages_of_handoff ON messages (conversation, handoff) WHERE handoff IS NOT NULL',
    `CREATE TABLE handoffs (
      conversation ${key} NOT NULL,
      id ${key} NOT NULL,
      sequence bigint NOT NULL,
      root ${key} NOT NULL,
      item ${key} NOT NULL,
      sender ${key} NOT NULL,
      receiver ${key} NOT NULL,
      state text NOT NULL,
      close_at bigint,
      row text NOT NULL,
      PRIMARY KEY (conversation, id),
      FOREIGN KEY (conversation, id) REFERENCES messages (conversation, id)
    )`,
    'CREATE INDEX handoffs_of_root ON handoffs (conversation, root)',
    'CREATE INDEX handoffs_of_item ON handoffs (conversation, item, sequence)',
    `CREATE INDEX handoffs_open ON handoffs (conversation, sequence)
      WHERE state IN ('OPEN', 'HELD', 'OWNED', 'CLEARED', 'CANCELLING')`,
    'CREATE INDEX handoffs_due ON handoffs (close_at) WHERE close_at IS NOT NULL',
    `CREATE TABLE closes (
      conversation ${key} NOT NULL,
      handoff ${key} NOT NULL,
      message ${key} NOT NULL,
      PRIMARY KEY (conversation, handoff),
      FOREIGN KEY (conversation, handoff) REFERENCES handoffs (conversation, id)
    )`,
    `CREATE TABLE statements (
      conversation ${key} NOT NULL,
      token ${key} NOT NULL,
      root ${key} NOT NULL,
      handoff ${key} NOT NULL,
      state text NOT NULL,
      fence bigint NOT NULL,
      due_at bigint,
      row text NOT NULL,
      PRIMARY KEY (conversation, token),
      FOREIGN KEY (conversation, handoff) REFERENCES handoffs (conversation, id)
    )`,
    'CREATE INDEX statements_of_root ON statements (conversation, root)',
    `CREATE UNIQUE INDEX statements_live ON statements (conversation, root)
      WHERE state IN ('PREPARED', 'CONFIRMED', 'CLAIMED', 'UNKNOWN')`,
    'CREATE INDEX statements_due ON statements (due_at) WHERE due_at IS NOT NULL',
    `CREATE TABLE act_keys (
      act_key ${key} PRIMARY KEY,
      conversation ${key} NOT NULL,
      token ${key} NOT NULL,
      FOREIGN KEY (conversation, token) REFERENCES statements (conversation, token)
    )`,
    'CREATE INDEX act_keys_of_statement ON act_keys (conversation, token)',
    `CREATE TABLE numbers (
      conversation ${key} NOT NULL,
      agent ${key} NOT NULL,
      last bigint NOT NULL,
      PRIMARY KEY (conversation, agent)
    )`,
  ],
  [
    `CREATE TABLE meta (name ${key} PRIMARY KEY, value text NOT NULL)`,
    `CREATE TABLE cursors (
      conversation ${key} NOT NULL,
      agent ${key} NOT NULL,
      sequence bigint NOT NULL,
      PRIMARY KEY (conversation, agent)
    )`,
    'DROP TRIGGER entries_never_change ON entries',
    'ALTER TABLE entries ADD COLUMN kept text',
    `UPDATE entries e SET kept = k.row FROM kept k WHERE k.conversation = e.conversation AND k.id = e.message`,
    'DROP TABLE kept',
    `ALTER TABLE messages ADD COLUMN item ${key}`,
    `UPDATE messages m SET item = (e.text::json -> 'message' -> 'item')::text::json #>> '{}' FROM entries e
      WHERE m.handoff IS NULL AND e.conversation = m.conversation AND e.sequence = m.sequence`,
    'CREATE INDEX messages_of_item ON messages (conversation, item, sequence) WHERE item IS NOT NULL',
    `ALTER TABLE messages ADD COLUMN asks ${key} CHECK (asks IS NULL OR answer IS NULL)`,
    `UPDATE messages SET asks = ${textIn('to')} WHERE answer IS NULL AND ${textIn('type')} = 'AQ'`,
    'CREATE INDEX messages_asking ON messages (conversation, asks, sequence) WHERE asks IS NOT NULL',
    'DROP INDEX messages_of_handoff',
    'CREATE INDEX messages_of_handoff ON messages (conversation, handoff) WHERE handoff <> id',
    'DROP INDEX handoffs_of_root',
    'CREATE INDEX handoffs_of_root ON handoffs (conversation, root) WHERE root <> id',
    'ALTER TABLE handoffs RENAME COLUMN close_at TO due_at',
    `ALTER TABLE handoffs ADD COLUMN principal ${key} NOT NULL DEFAULT ''`,
    'ALTER TABLE handoffs ADD COLUMN open bigint',
    `UPDATE handoffs SET principal = ${textIn('principal')}, open = ${isOpen}`,
    `ALTER TABLE handoffs ADD CONSTRAINT open_by_state CHECK (open IS NOT DISTINCT FROM ${isOpen})`,
    'DROP INDEX handoffs_open',
    'CREATE INDEX handoffs_open ON handoffs (conversation, sequence) WHERE open IS NOT NULL',
    'CREATE INDEX handoffs_of_principal ON handoffs (principal) WHERE open IS NOT NULL',
    `ALTER TABLE statements ADD COLUMN principal ${key} NOT NULL DEFAULT ''`,
    `UPDATE statements SET principal = ${textIn('principal')}`,
    "CREATE INDEX statements_ready ON statements (principal, due_at) WHERE state = 'CONFIRMED'",
    `CREATE INDEX statements_of_principal ON statements (principal)
      WHERE state IN ('PREPARED', 'CONFIRMED', 'CLAIMED', 'UNKNOWN')`,
    "CREATE INDEX statements_unclaimed ON statements (state) WHERE state IN ('PREPARED', 'CONFIRMED')",
    "ALTER TABLE conversations ADD COLUMN mark text NOT NULL DEFAULT ''",
    `CREATE FUNCTION stale(what text) RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog AS $$
      BEGIN
        RAISE EXCEPTION 'a row of % is not what was read', what USING ERRCODE = '40001';
      END $$`,
    ...onlyRedactions,
  ],
];
