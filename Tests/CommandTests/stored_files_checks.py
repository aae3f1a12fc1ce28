"""Files of `pubnub origin --data`: they outlast kill -9, and are in backups."""

import json
import os
import pathlib
import shutil
import signal
import tempfile
import threading
import urllib.error
import urllib.request

from file_calls import Files, call
from running import KEYS, PATIENCE, Origin, equal, eventually, pubnub


def stored(data):
    """The files in the folder next to a data file, by their names, with their access rights."""
    return {path.name: path.stat().st_mode & 0o777 for path in pathlib.Path(data + ".files").glob("*/*")}


def test_kill_9_during_uploads_loses_none_that_was_acknowledged():
    """files of --data: kill -9 during uploads loses none that was acknowledged, and leaves no record without bytes"""
    with tempfile.TemporaryDirectory() as folder:
        data = str(pathlib.Path(folder) / "data.sqlite")
        acknowledged, isOver = {}, threading.Event()

        def send(files, worker):
            number = 0
            while not isOver.is_set():
                content = f"{worker} {number} ".encode() * 20_000
                try:
                    acknowledged[files.store(f"{worker}-{number}.bin", content)] = (f"{worker}-{number}.bin", content)
                except (OSError, AssertionError):
                    if isOver.is_set():
                        return
                    raise
                number += 1
        with Origin("--data", data) as origin:
            early = Files(origin.address, "early").form("early.txt")
            threads = [threading.Thread(target=send, args=(Files(origin.address, "a"), worker)) for worker in range(4)]
            for thread in threads:
                thread.start()
            while len(acknowledged) < 30:
                assert all(thread.is_alive() for thread in threads)
            isOver.set()
            origin.signal(signal.SIGKILL)
            equal(origin.wait(), -signal.SIGKILL)
            for thread in threads:
                thread.join(timeout=PATIENCE)
        with Origin("--data", data) as origin:
            files = Files(origin.address, "a")
            listed = files.list()
            for identifier, (name, content) in acknowledged.items():
                equal(listed[identifier], (name, len(content)))
                equal(files.content(identifier, name), content)
            # Uploads that were not acknowledged may be stored, and are complete then.
            for identifier, (name, size) in listed.items():
                equal(len(files.content(identifier, name)), size)
            first = next(iter(acknowledged))
            files.remove(first, acknowledged[first][0])
            equal(files.content(first, acknowledged[first][0]), None)
            # A form and an address hold over the restart, where the server has another port.
            early["file_upload_request"]["url"] = origin.address + "/v1/files/upload"
            equal(Files(origin.address, "early").upload(early, b"early"), 204)
            equal(Files(origin.address, "early").content(early["data"]["id"], "early.txt"), b"early")
            equal(origin.stop(), 0)
        equal(set(stored(data).values()), {0o600})
        equal(os.stat(data + ".files").st_mode & 0o777, 0o700)


def test_origin_backup_contains_files_without_files():
    """origin backup contains files, --without-files does not; a server serves the restored ones"""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        data, copy, plain = (str(path / name) for name in ("data.sqlite", "copy.sqlite", "plain.sqlite"))
        with Origin("--data", data) as origin:
            files = Files(origin.address, "a")
            sent = {files.store(f"{number}.txt", str(number).encode() * number): number for number in range(12)}
            gone = files.store("gone.txt", b"gone")
            files.remove(gone, "gone.txt")
            equal(pubnub("origin", "backup", "--data", data, "--to", copy, "--json").result, {"backup": copy})
            equal(pubnub("origin", "backup", "--data", data, "--to", plain, "--without-files", "--json").result,
                  {"backup": plain})
            # The copy keeps what the server removes.
            first = next(iter(sent))
            files.remove(first, f"{sent[first]}.txt")
            error = pubnub("origin", "backup", "--data", data, "--to", copy, "--json").error
            assert "exists" in error["description"] + (error["reason"] or ""), error
            equal(origin.stop(), 0)
        equal(stored(copy), {identifier: 0o600 for identifier in sent})
        assert not os.path.exists(plain + ".files")
        shutil.rmtree(data + ".files")
        os.rename(copy, data)
        os.rename(copy + ".files", data + ".files")
        for suffix in ("-wal", "-shm"):
            pathlib.Path(data + suffix).unlink(missing_ok=True)
        with Origin("--data", data) as origin:
            files = Files(origin.address, "a")
            equal(files.list(), {identifier: (f"{number}.txt", len(str(number)) * number)
                                 for identifier, number in sent.items()})
            for identifier, number in sent.items():
                equal(files.content(identifier, f"{number}.txt"), str(number).encode() * number)
        with Origin("--data", plain) as origin:
            equal(Files(origin.address, "a").list(), {})
            Files(origin.address, "a").store("new.txt", b"new")


def test_data_file_without_its_folder_of_files_is_refused():
    """a data file that was moved without its folder of files is refused with 78 and the name of the folder; with the folder it serves them"""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder).resolve()
        data, moved = str(path / "data.sqlite"), str(path / "moved.sqlite")
        with Origin("--data", data) as origin:
            identifier = Files(origin.address, "a").store("a.txt", b"content")
            equal(origin.stop(), 0)
        shutil.copy(data, moved)
        for arguments in (["--port", "0"], ["--check"]):
            refused = pubnub("origin", *KEYS, "--data", moved, *arguments)
            equal((arguments, refused.status), (arguments, 78))
            assert f"does not exist: {moved}.files" in refused.errors, refused.errors
        refused = pubnub("origin", "backup", "--data", moved, "--to", str(path / "copy.sqlite"))
        equal(refused.status, 1)
        assert f"{moved}.files" in refused.errors and "--without-files" in refused.errors, refused.errors
        assert not os.path.exists(moved + ".files")
        shutil.copytree(data + ".files", moved + ".files")
        with Origin("--data", moved) as origin:
            equal(Files(origin.address, "a").content(identifier, "a.txt"), b"content")


def test_quota_of_keyset_file_of_keyset_after_sighup():
    """files of --data: the quota of a keyset, the file of --keyset after SIGHUP, and the metrics"""
    with tempfile.TemporaryDirectory() as folder:
        data, keysets = pathlib.Path(folder) / "data.sqlite", pathlib.Path(folder) / "keysets.json"

        def write(quota):
            small = {"subscribeKey": "small", "quotas": {"fileBytes": quota}, "fileRetention": "30d",
                     "files": {"allowsActiveTypes": True}}
            keysets.write_text(json.dumps({"keysets": [small, {"subscribeKey": "free", "fileRetention": 0}]}), "utf-8")
        write(10)
        with Origin("--data", str(data), "--keyset", str(keysets), "--admin-port", "0", keys=[]) as origin:
            files, free = Files(origin.address, "a", "small"), Files(origin.address, "a", "free")
            identifier = files.store("1.txt", b"12345678")
            equal(files.upload(files.form("2.txt"), b"123"), 403)
            free.store("1.txt", b"1" * 1000)
            equal(files.content(identifier, "1.txt"), b"12345678")

            def metric(name):
                text = call("GET", origin.admin + "/metrics")[2].decode()
                return next(int(line.split()[-1]) for line in text.splitlines() if line.startswith(name + " "))
            equal([metric(name) for name in (
                "pubnub_files", "pubnub_file_bytes", "pubnub_file_downloads_total",
                'pubnub_file_uploads_total{result="stored"}', 'pubnub_file_uploads_total{result="full"}',
                'pubnub_quota_refusals_total{quota="fileBytes"}')], [2, 1008, 1, 2, 1, 1])
            write(20)
            origin.signal(signal.SIGHUP)
            # The quota of the file holds as soon as it is read.
            eventually(lambda: files.upload(files.form("3.txt"), b"123") == 204, "the new quota")


def test_files_url_is_in_addresses_of_uploads_and_of_content():
    """--files-url is in the addresses of uploads and of content, and is an address without a path"""
    with Origin("--files-url", "https://files.example.com/") as origin:
        files = Files(origin.address, "c")
        form = files.form("a.txt")
        equal(form["file_upload_request"]["url"], "https://files.example.com/v1/files/upload")

        class Stop(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *_):
                return None
        try:
            urllib.request.build_opener(Stop).open(f"{files.root}/files/{form['data']['id']}/a.txt", timeout=PATIENCE)
            raise AssertionError("no redirect")
        except urllib.error.HTTPError as error:
            with error:
                equal(error.code, 307)
                assert error.headers["Location"].startswith("https://files.example.com/v1/files/content/demo-sub/c/"), error.headers
    for wrong in ("files.example.com", "https://", "ftp://a", "https://a/b", "https://a?b", "https://u@a"):
        outcome = pubnub("origin", "--port", "0", "--files-url", wrong)
        equal(outcome.status, 64)
        assert "--files-url takes an address" in outcome.errors, outcome.errors
