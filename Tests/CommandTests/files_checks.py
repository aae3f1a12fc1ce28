"""`pubnub files`: sending, listing, getting, publishing and deleting, and what is refused."""

import os
import pathlib
import pty
import stat
import subprocess
import threading

from access_checks import guarded, manage
from calling import at, people, subscribed, tokens
from running import BINARY, KEYS, PATIENCE, Origin, clean_environment, equal, pubnub
from server_checks import Folder

CONTENT = bytes(range(256)) * 1000


def test_what_is_sent_is_listed_and_got_back_byte_for_byte(origin):
    """files: what is sent is listed and got back byte for byte; subscribers receive the message; a deleted file is gone"""
    with Folder() as folder, subscribed(origin, "c", "--count", "2") as process:
        path, copy = pathlib.Path(folder.path("a plan.bin")), pathlib.Path(folder.path("copy"))
        path.write_bytes(CONTENT)
        sent = at(origin, "files", "send", "c", str(path), "--message", '{"text":"The plan"}', "--custom-type", "plan").result
        tokens(sent["timetoken"])
        equal(sent, {"channel": "c", "id": sent["id"], "name": "a plan.bin", "size": len(CONTENT), "timetoken": sent["timetoken"]})
        event = process.object()
        equal((event["event"], event["message"], event["timetoken"]),
              ("message", {"message": {"text": "The plan"}, "file": {"id": sent["id"], "name": "a plan.bin"}}, sent["timetoken"]))
        found = at(origin, "files", "list", "c").result
        equal((found["channel"], found["next"], len(found["files"])), ("c", None, 1))
        created = found["files"][0].pop("created")
        assert len(created) == 20 and created.endswith("Z"), created
        equal(found["files"], [{"id": sent["id"], "name": "a plan.bin", "size": len(CONTENT)}])
        got = at(origin, "files", "get", "c", sent["id"], "a plan.bin", "--to", str(copy)).result
        equal(got, {"channel": "c", "id": sent["id"], "name": "a plan.bin", "size": len(CONTENT), "path": str(copy)})
        equal((copy.read_bytes(), stat.S_IMODE(copy.stat().st_mode)), (CONTENT, 0o600))
        told = at(origin, "files", "publish", "c", sent["id"], "a plan.bin", "--message", "again").result
        equal(told, {"channel": "c", "timetoken": told["timetoken"]})
        equal(process.object()["message"]["message"], "again")
        equal(at(origin, "files", "delete", "c", sent["id"], "a plan.bin").result,
              {"channel": "c", "id": sent["id"], "name": "a plan.bin"})
        equal(at(origin, "files", "list", "c").result["files"], [])
        assert "NoSuchKey" in at(origin, "files", "get", "c", sent["id"], "a plan.bin", "--to", folder.path("none")).error["description"]
        equal(sorted(os.listdir(folder.path(""))), ["a plan.bin", "copy"])


def on_terminal(origin, *arguments):
    """What a command about files writes to a terminal as its standard error, and its status."""
    ours, theirs = pty.openpty()
    written = []

    def read():
        try:
            while part := os.read(ours, 4096):
                written.append(part)
        except OSError:
            pass  # The command has closed its side.

    with subprocess.Popen([BINARY, "files", *arguments, "--origin", origin.address, *KEYS], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=theirs, env=clean_environment({"TERM": "xterm"})) as process:
        os.close(theirs)
        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        status = process.wait(timeout=PATIENCE)
        reader.join(timeout=PATIENCE)
    os.close(ours)
    return b"".join(written).decode(), status


def test_sending_and_getting_show_bar_on_terminal(origin):
    """files: sending and getting show a bar on a terminal, and nothing with --quiet"""
    with Folder() as folder:
        path = pathlib.Path(folder.path("plan.bin"))
        path.write_bytes(CONTENT)
        shown, status = on_terminal(origin, "send", "c", str(path))
        equal(status, 0)
        assert "plan.bin  [" in shown and "100 %  " in shown and "KiB" in shown, shown
        equal(on_terminal(origin, "send", "c", str(path), "--quiet"), ("", 0))
        sent = at(origin, "files", "list", "c").result["files"][0]
        shown, status = on_terminal(origin, "get", "c", sent["id"], "plan.bin", "--to", folder.path("copy"))
        equal(status, 0)
        assert f"[{'#' * 30}] 100 %" in shown, shown


def test_standard_input_and_standard_output(origin):
    """files: standard input and standard output, a range, a media type, and a file in its own name without any path"""
    with Folder() as folder:
        sent = at(origin, "files", "send", "c", "-", "--name", "photo", "--type", "image/png", input=CONTENT).result
        whole = at(origin, "files", "get", "c", sent["id"], "photo", "--to", "-")
        equal((whole.status, whole.bytes), (0, CONTENT))
        part = at(origin, "files", "get", "c", sent["id"], "photo", "--to", "-", "--range", "10-19")
        equal(part.bytes, CONTENT[10:20])
        got = at(origin, "files", "get", "c", sent["id"], "photo", cwd=folder.path("")).result
        equal((got["path"], pathlib.Path(folder.path("photo")).read_bytes()), ("photo", CONTENT))
        again = at(origin, "files", "get", "c", sent["id"], "photo", cwd=folder.path(""))
        equal(again.status, 1)
        assert "--replace" in str(again.error), again.error
        equal(at(origin, "files", "get", "c", sent["id"], "photo", "--replace", cwd=folder.path("")).result["size"], len(CONTENT))
        # A name is never a path: nothing is written outside of the folder.
        away = at(origin, "files", "get", "c", sent["id"], "../../photo", cwd=folder.path(""))
        equal(away.status, 1)
        equal(os.listdir(folder.path("")), ["photo"])


def test_encrypted_with_cipher_key_no_decrypt_gives_stored_bytes(origin):
    """files: encrypted with a cipher key; --no-decrypt gives the stored bytes, and another key an error and no file"""
    with Folder() as folder:
        key = {"environment": {"PUBNUB_CIPHER_KEY": "enigma"}}
        sent = at(origin, "files", "send", "c", "-", "--name", "a", input=CONTENT, **key).result
        equal(sent["size"], len(CONTENT) + 32)
        equal(at(origin, "files", "get", "c", sent["id"], "a", "--to", "-", **key).bytes, CONTENT)
        stored = at(origin, "files", "get", "c", sent["id"], "a", "--to", "-", "--no-decrypt", **key).bytes
        equal(len(stored), sent["size"])
        equal(at(origin, "files", "get", "c", sent["id"], "a", "--to", "-").bytes, stored)
        other = at(origin, "files", "get", "c", sent["id"], "a", "--to", folder.path("a"), environment={"PUBNUB_CIPHER_KEY": "other"})
        equal(other.status, 1)
        assert "decrypt" in other.error["description"], other.error
        equal(os.listdir(folder.path("")), [])


def test_pages_all_pages_and_table_for_people(origin):
    """files list: pages, all pages, and a table for people"""
    for number in range(5):
        at(origin, "files", "send", "c", "-", "--name", f"{number}.txt", input=b"x" * number).result
    page = at(origin, "files", "list", "c", "--limit", "2").result
    rest = at(origin, "files", "list", "c", "--limit", "3", "--next", page["next"]).result
    every = at(origin, "files", "list", "c", "--limit", "2", "--all").result
    equal(every["files"], page["files"] + rest["files"])
    equal((every["next"], [file["id"] for file in every["files"]]), (None, sorted(file["id"] for file in every["files"])))
    lines = people(origin, "files", "list", "c").output.splitlines()
    equal((len(lines), lines[0].split()), (6, ["ID", "SIZE", "CREATED", "NAME"]))


def test_wrong_usage_ends_with_64_and_what_cannot_be_read():
    """files: wrong usage ends with 64, and what cannot be read or is too large with 1"""
    with Origin("--limit", "fileSize=1000") as origin, Folder() as folder:
        equal(at(origin, "files", "send", "c", "-", input=b"1").status, 64)
        equal(at(origin, "files", "list", "c", "--limit", "101").status, 64)
        equal(at(origin, "files", "get", "c", "i", "n", "--range", "5-4").status, 64)
        equal(at(origin, "files", "send", "c", "-", "--name", "n", "--ttl", "0h", input=b"1").status, 64)
        equal(pubnub("files").status, 64)
        assert "cannot be read" in at(origin, "files", "send", "c", folder.path("none")).error["description"]
        assert "regular file" in at(origin, "files", "send", "c", folder.path("")+"/", "--name", "n").error["description"]
        large = at(origin, "files", "send", "c", "-", "--name", "n", input=b"1" * 1001)
        equal(large.status, 1)
        assert "EntityTooLarge" in large.error["description"], large.error
        equal(at(origin, "files", "list", "c").result["files"], [])


def test_each_call_needs_its_right_and_address_of_file():
    """files: each call needs its right, and the address of a file is one for as long as it holds"""
    with guarded() as origin:
        def token(*rights):
            granted = manage(origin, "token", "grant", "--ttl", "10", "--channel", f"c={','.join(rights)}").result
            return {"environment": {"PUBNUB_AUTH_KEY": granted["token"]}}
        reader, writer, remover = token("read"), token("read", "write"), token("delete")
        for other in ({}, reader, remover):
            equal(at(origin, "files", "send", "c", "-", "--name", "n", input=b"1", **other).error["code"], 122)
        sent = at(origin, "files", "send", "c", "-", "--name", "n", input=b"1", **writer).result
        for call in (("list", "c"), ("get", "c", sent["id"], "n", "--to", "-")):
            equal(at(origin, "files", *call, **reader).status, 0)
            equal(at(origin, "files", *call, **remover).status, 1)
        printed = at(origin, "files", "url", "c", sent["id"], "n", **reader)
        assert "keep it secret" in printed.errors, printed.errors
        equal(at(origin, "files", "delete", "c", sent["id"], "n", **writer).error["code"], 122)
        equal(at(origin, "files", "delete", "c", sent["id"], "n", **remover).status, 0)
