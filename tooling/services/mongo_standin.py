
"""Knote's MongoDB stand-in: mongoeco's wire server on loopback, behaving as a standalone mongod.

Corrections for the Node driver, all made from outside the package:
 1. cursor ids travel as int64 both ways (the Node driver insists on it);
 2. `buildinfo` is the same command as `buildInfo`;
 3. a single insert does not read the whole collection to compare ids (numeric ids still do);
 4. array (multikey) lookups on SQLite get an index that fits them;
 5. transactions and change streams are refused with the codes of a standalone mongod;
 6. an insert of many documents is one batch of the engine, not one transaction a document;
 7. in memory, a compound unique index (of fields without lists) is used instead of reading the whole collection
    for each insert;
 8. plain values are copied and compared quickly, which the package does for one dialect alone, or not at all.
"""
import asyncio
import copy
import fcntl
import os
import re
import signal
import sqlite3
import sys
from pathlib import Path

_ATOMS = frozenset((str, int, float, bool, bytes, type(None)))
_deepcopy = copy.deepcopy


def _copy_document(value, memo=None):
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is dict:
        return {key: _copy_document(one) for key, one in value.items()}
    if kind is list:
        return [_copy_document(one) for one in value]
    return _deepcopy(value, memo)


# Before the package is imported, which copies the reference to the function.
copy.deepcopy = _copy_document

from mongoeco.api._async._database_admin_write_commands import DatabaseAdminWriteCommandService as Writes
from mongoeco.compat import MONGODB_DIALECT_80
from mongoeco.core import _filtering_matching, sorting
from mongoeco.core.aggregation import array_string_expressions
from mongoeco.core.bson_scalars import BsonInt64
from mongoeco.engines._sqlite_connection import SQLiteConnection
from mongoeco.engines.memory import MemoryEngine
from mongoeco.engines.sqlite import SQLiteEngine
from mongoeco.errors import BulkWriteError, OperationFailure
from mongoeco.types import WriteCommandResult, WriteErrorEntry
from mongoeco.wire import AsyncMongoEcoProxyServer
from mongoeco.wire.executor import WireCommandExecutor

TRANSACTIONS = os.environ.get("MONGO_TRANSACTIONS") == "1"

# The quick comparisons of strings and numbers hold for 8.0 as well: the dialects differ in null and undefined alone.
for _module in (_filtering_matching, sorting, array_string_expressions):
    assert hasattr(_module, "MONGODB_DIALECT_70")
    _module.MONGODB_DIALECT_70 = MONGODB_DIALECT_80

_build = WireCommandExecutor._build_request_context
_execute = WireCommandExecutor.execute_prepared


def _plain(v):
    if isinstance(v, BsonInt64):
        return int(v.value)
    if isinstance(v, list) and v and all(isinstance(x, BsonInt64) for x in v):
        return [int(x.value) for x in v]
    return v


def build_request_context(self, body, **kw):
    body = {("buildInfo" if k == "buildinfo" else k): _plain(v) for k, v in body.items()}
    if not TRANSACTIONS and body.get("autocommit") is False:
        raise OperationFailure("Transaction numbers are only allowed on a replica set member or mongos", code=20)
    if "aggregate" in body:
        for stage in body.get("pipeline") or ():
            if isinstance(stage, dict) and "$changeStream" in stage:
                raise OperationFailure("The $changeStream stage is only supported on replica sets", code=40573)
    return _build(self, body, **kw)


async def execute_prepared(self, context):
    reply = await _execute(self, context)
    cursor = reply.get("cursor") if isinstance(reply, dict) else None
    if isinstance(cursor, dict) and "id" in cursor:
        cursor["id"] = BsonInt64(int(cursor["id"]))
    return reply


WireCommandExecutor._build_request_context = build_request_context
WireCommandExecutor.execute_prepared = execute_prepared


def _without_id_scan(cls, name):
    original = getattr(cls, name)

    def wrapped(self, *a, scan_payload_id=False, **kw):
        return original(self, *a, **kw)

    setattr(cls, name, wrapped)


_without_id_scan(MemoryEngine, "_ensure_unique_indexes")
_without_id_scan(SQLiteEngine, "_validate_document_against_unique_indexes")

_scan_unique = MemoryEngine._ensure_unique_indexes


def _ensure_unique_indexes(self, db, coll, candidate, *, indexes_view=None, storage_view=None, index_data_view=None, **kw):
    indexes = (indexes_view or self._indexes).get(db, {}).get(coll, [])
    stored = (storage_view or self._storage).get(db, {}).get(coll, {})
    maps = (index_data_view or self._index_data).get(db, {}).get(coll, {})
    unique = [index for index in indexes if index.get("unique") and index.get("collation") is None]
    looked_up = all(maps.get(index["name"]) is not None for index in unique)
    if stored and looked_up and len(unique) > 0 and isinstance(candidate.get("_id"), str):
        keys = {self._storage_key(candidate["_id"])}
        for index in unique:
            for key in self._index_keys(candidate, index["fields"]):
                keys.update(maps[index["name"]].get(key) or ())
        storage_view = {db: {coll: {key: stored[key] for key in keys if key in stored}}}
    return _scan_unique(
        self, db, coll, candidate,
        indexes_view=indexes_view, storage_view=storage_view, index_data_view=index_data_view, **kw,
    )


MemoryEngine._ensure_unique_indexes = _ensure_unique_indexes

_FORCED = re.compile(r'multikey_entries INDEXED BY "[^"]*"')


def _sql(self, sql, *a):
    if "multikey_entries INDEXED BY" in sql:
        sql = _FORCED.sub("multikey_entries", sql)
    return sqlite3.Connection.execute(self, sql, *a)


SQLiteConnection.execute = _sql

_insert = Writes.command_insert


async def command_insert(self, spec, *, session=None):
    documents = spec.get("documents")
    known = {"insert", "documents", "ordered", "bypassDocumentValidation", "lsid", "$db", "comment", "writeConcern", "maxTimeMS"}
    concern = spec.get("writeConcern")
    unacknowledged = isinstance(concern, dict) and concern.get("w") == 0
    if not set(spec) <= known or unacknowledged or not isinstance(documents, list) or len(documents) < 2:
        return await _insert(self, spec, session=session)
    admin = self._admin
    collection = admin._database.get_collection(admin._require_collection_name(spec.get("insert"), "insert"))
    try:
        await collection.insert_many(
            admin._normalize_insert_documents(documents),
            ordered=admin._normalize_ordered_from_command(spec.get("ordered")),
            bypass_document_validation=bool(spec.get("bypassDocumentValidation", False)),
            session=session,
        )
    except BulkWriteError as error:
        errors = [
            WriteErrorEntry(
                index=e["index"],
                code=e.get("code"),
                errmsg=e.get("errmsg", ""),
                details={k: e[k] for k in ("keyPattern", "keyValue") if k in e},
            )
            for e in error.details["writeErrors"]
        ]
        return WriteCommandResult(count=error.details["nInserted"], write_errors=errors)
    return WriteCommandResult(count=len(documents))


Writes.command_insert = command_insert


async def main(port, where, pid_file):
    if where == "memory":
        engine = MemoryEngine()
    else:
        lock = open(f"{where}.lock", "w")  # noqa: SIM115 - held for the life of the process
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sys.exit(f"{where} is in use by another server")
        engine = SQLiteEngine(where)
    server = AsyncMongoEcoProxyServer(engine=engine, host="127.0.0.1", port=port, mongodb_dialect="8.0")
    stop = asyncio.Event()
    for s in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(s, stop.set)
    await server.start()
    if where != "memory":
        db = sqlite3.connect(where, timeout=10)
        with db:
            db.execute(
                "CREATE INDEX IF NOT EXISTS knote_multikey ON multikey_entries"
                " (collection_id, index_name, storage_key, element_type, element_key)"
            )
        db.close()
    Path(pid_file).write_text(f"{os.getpid()}\n")
    await stop.wait()
    await server.close()


asyncio.run(main(int(sys.argv[1]), sys.argv[2], sys.argv[3]))
