-- Which room has how long a history is found from `log` alone; a chunk holds the entries of all rooms that were written
-- by one commit (`chunk.rs`).
CREATE TABLE log (
    number INTEGER PRIMARY KEY,
    chunk BLOB NOT NULL
) STRICT;

CREATE TABLE directory (
    number INTEGER PRIMARY KEY,
    room BLOB NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    code TEXT,
    game TEXT NOT NULL,
    listed INTEGER NOT NULL,
    people INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    wake_at INTEGER,
    guests BLOB NOT NULL,
    details TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    sum INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX directory_code ON directory (code) WHERE code IS NOT NULL;
CREATE INDEX directory_wake ON directory (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX directory_listed ON directory (room) WHERE listed = 1;
CREATE INDEX directory_listed_game ON directory (game, room) WHERE listed = 1;

-- Apart from the directory, because replacing a row writes all of it.
CREATE TABLE snapshots (
    number INTEGER PRIMARY KEY,
    mark INTEGER NOT NULL,
    versions TEXT NOT NULL,
    length INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    bytes BLOB NOT NULL
) STRICT;

-- Entries of rooms that kept the log from being trimmed. `last` is the mark of the last one in `entries`.
CREATE TABLE set_aside (
    number INTEGER PRIMARY KEY,
    room BLOB NOT NULL,
    last INTEGER NOT NULL,
    entries BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX set_aside_room ON set_aside (room, last);

-- Rooms of which a record was found to be damaged, so that they are known when that part of the log is trimmed.
CREATE TABLE damaged (
    room BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE seated (
    guest INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (guest, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX seated_number ON seated (number);

CREATE TABLE guests (
    id INTEGER PRIMARY KEY,
    token BLOB NOT NULL UNIQUE,
    nickname TEXT NOT NULL,
    seen INTEGER NOT NULL
) STRICT;
CREATE INDEX guests_seen ON guests (seen);

CREATE TABLE matches (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    room BLOB NOT NULL,
    game TEXT NOT NULL,
    played_at INTEGER NOT NULL,
    seats BLOB NOT NULL,
    deal TEXT NOT NULL,
    link BLOB NOT NULL UNIQUE,
    sum INTEGER NOT NULL,
    save BLOB NOT NULL
) STRICT;
CREATE INDEX matches_played ON matches (played_at);

CREATE TABLE played (
    guest INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (guest, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX played_number ON played (number);

CREATE TABLE bans (
    key TEXT PRIMARY KEY,
    until INTEGER,
    why TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
