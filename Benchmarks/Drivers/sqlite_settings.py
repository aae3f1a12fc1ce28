#!/usr/bin/env python3
"""Measures what SQLite needs to store messages with several settings of `cache_size` and `wal_autocheckpoint`.

The tables and the statements are those of `pubnub origin --data`: each batch is a row of the log, committed with `synchronous = FULL`, and
its messages are written later, 500 in a transaction. Settings take turns, each on a copy of one file. CPU time hardly depends on what else
runs; the other times do. The longest commit of the log is what a publisher waits for while SQLite copies its own log into the file.
"""

import argparse
import os
import random
import shutil
import sqlite3
import statistics
import tempfile
import time

TABLES = """
    CREATE TABLE message (id INTEGER PRIMARY KEY, keyset TEXT NOT NULL, channel TEXT NOT NULL, timetoken INTEGER NOT NULL,
        payload BLOB NOT NULL, publisher TEXT, metadata BLOB, kind INTEGER NOT NULL, customType TEXT, sequence INTEGER,
        origination INTEGER, expiry INTEGER, isTransient INTEGER NOT NULL, isSilent INTEGER NOT NULL);
    CREATE UNIQUE INDEX messageByChannel ON message (keyset, channel, timetoken);
    CREATE INDEX messageTransient ON message (timetoken) WHERE isTransient;
    CREATE INDEX messageExpiring ON message (expiry) WHERE expiry IS NOT NULL;
    CREATE INDEX messageTransientByKeyset ON message (keyset, timetoken) WHERE isTransient;
    CREATE TABLE applied (id INTEGER PRIMARY KEY CHECK (id = 1), position INTEGER NOT NULL, timetoken INTEGER NOT NULL);
    INSERT INTO applied VALUES (1, 0, 0);
    CREATE TABLE log (position INTEGER PRIMARY KEY, date INTEGER NOT NULL, entries BLOB NOT NULL);
"""
MESSAGE = """INSERT OR REPLACE INTO message (timetoken, keyset, channel, payload, kind, isTransient, isSilent)
    VALUES (?, 'demo', ?, ?, 0, 0, 0)"""
PAYLOAD = b'"' + b"x" * 98 + b'"'
MESSAGES_PER_STEP = 500


def connect(path):
    db = sqlite3.connect(path, isolation_level=None, cached_statements=16)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    return db


class Load:
    def __init__(self, channels, seed):
        self.random = random.Random(seed)
        self.names = [f"channel-{number}" for number in range(channels)]

    def rows(self, first, count):
        return [(first + number, self.random.choice(self.names), PAYLOAD) for number in range(count)]


def prepare(path, messages, channels):
    db = connect(path)
    db.execute("PRAGMA cache_size = -262144")
    db.executescript(TABLES)
    load = Load(channels, seed=1)
    for first in range(1, messages, 50_000):
        db.execute("BEGIN")
        db.executemany(MESSAGE, load.rows(first, min(50_000, messages - first + 1)))
        db.execute("COMMIT")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


def measure(path, cache, checkpoint, arguments, seed):
    """Returns CPU time and time of each message in microseconds, the longest commit in milliseconds, and the size of SQLite's log."""
    db = connect(path)
    db.execute(f"PRAGMA cache_size = {-cache * 1024}")
    db.execute(f"PRAGMA wal_autocheckpoint = {checkpoint}")
    load = Load(arguments.channels, seed)
    start = (time.process_time(), time.perf_counter())
    longest = 0
    waiting = []
    position = 0
    for first in range(arguments.stored + 1, arguments.stored + arguments.messages, arguments.batch):
        batch = load.rows(first, arguments.batch)
        position += 1
        before = time.perf_counter()
        db.execute("INSERT INTO log VALUES (?, ?, ?)", (position, first, PAYLOAD * arguments.batch))
        longest = max(longest, time.perf_counter() - before)
        waiting += batch
        if len(waiting) >= MESSAGES_PER_STEP:
            before = time.perf_counter()
            db.execute("BEGIN IMMEDIATE")
            db.executemany(MESSAGE, waiting)
            db.execute("UPDATE applied SET position = ?, timetoken = ?", (position, first))
            db.execute("DELETE FROM log WHERE position <= ?", (position,))
            db.execute("COMMIT")
            # A commit of the log waits for this transaction, which the same connection writes.
            longest = max(longest, time.perf_counter() - before)
            waiting = []
    end = (time.process_time(), time.perf_counter())
    size = os.path.getsize(path + "-wal")
    db.close()
    cpu, wall = ((last - first) / arguments.messages for first, last in zip(start, end))
    return cpu * 1e6, wall * 1e6, longest * 1e3, size


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stored", type=int, default=1_000_000, help="messages in the file before")
    parser.add_argument("--messages", type=int, default=64_000, help="messages that are stored for each figure")
    parser.add_argument("--channels", type=int, default=20_000)
    parser.add_argument("--batch", type=int, default=64, help="messages in a commit of the log")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cache", type=int, nargs="+", default=[2, 16, 64, 256], help="MiB")
    parser.add_argument("--checkpoint", type=int, nargs="+", default=[1000, 4000, 16_000], help="pages")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", ".")) as folder:
        source = os.path.join(folder, "source.sqlite")
        prepare(source, arguments.stored, arguments.channels)
        print(f"SQLite {sqlite3.sqlite_version}, {os.path.getsize(source) / 1e6:.0f} MB in {arguments.channels} channels", flush=True)
        found = {}
        for seed in range(arguments.rounds):
            for cache in arguments.cache:
                for checkpoint in arguments.checkpoint:
                    path = os.path.join(folder, "copy.sqlite")
                    for suffix in ["", "-wal", "-shm"]:
                        if os.path.exists(path + suffix):
                            os.remove(path + suffix)
                    shutil.copyfile(source, path)
                    found.setdefault((cache, checkpoint), []).append(measure(path, cache, checkpoint, arguments, 2 + seed))
        print("| cache_size | wal_autocheckpoint | CPU time of a message | time | longest commit | log of SQLite |")
        print("|---|---|---|---|---|---|")
        for (cache, checkpoint), runs in found.items():
            cpu, wall, longest, size = (statistics.median_high(values) for values in zip(*runs))
            print(
                f"| {cache} MiB | {checkpoint} pages | {cpu:.1f} us | {wall:.1f} us | {longest:.0f} ms | {size / 2**20:.1f} MiB |",
                flush=True,
            )


main()
