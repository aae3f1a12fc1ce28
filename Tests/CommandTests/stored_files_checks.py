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

from running import PATIENCE, Origin, equal, eventually, pubnub


def call(method, url, body=None, headers=None):
    """Status, headers and body; redirects are followed."""
    request = urllib.request.Request(url, method=method, data=body, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


class Files:
    """The files of a channel of an origin."""

    def __init__(self, origin, channel, keyset="demo-sub"):
        self.root = f"{origin.address}/v1/files/{keyset}/channels/{channel}"

    def form(self, name):
        status, _, body = call("POST", self.root + "/generate-upload-url", json.dumps({"name": name}).encode())
        equal(status, 200)
        return json.loads(body)

    def upload(self, form, content):
        """Sends a file with a form; gives the status."""
        request = form["file_upload_request"]
        parts = [f'--b\r\nContent-Disposition: form-data; name="{field["key"]}"\r\n\r\n{field["value"]}\r\n'
                 for field in request["form_fields"]]
        parts.append('--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n')
        body = "".join(parts).encode() + content + b"\r\n--b--\r\n"
        return call("POST", request["url"], body, {"Content-Type": "multipart/form-data; boundary=b"})[0]

    def store(self, name, content):
        """Sends a file; gives its identifier."""
        form = self.form(name)
        equal(self.upload(form, content), 204)
        return form["data"]["id"]

    def list(self):
        """The files by their identifiers."""
        found, token = {}, ""
        while token is not None:
            status, _, body = call("GET", f"{self.root}/files?limit=7{token}")
            equal(status, 200)
            page = json.loads(body)
            found.update({file["id"]: (file["name"], file["size"]) for file in page["data"]})
            token = page["next"] and f"&next={page['next']}"
        return found

    def content(self, identifier, name):
        """The bytes of a file; None if there is none."""
        status, _, body = call("GET", f"{self.root}/files/{identifier}/{name}")
        assert status in (200, 404), (status, body)
        return body if status == 200 else None

    def remove(self, identifier, name):
        equal(call("DELETE", f"{self.root}/files/{identifier}/{name}")[0], 200)


def stored(data):
    """The files in the folder next to a data file, by their names, with their access rights."""
    return {path.name: path.stat().st_mode & 0o777 for path in pathlib.Path(data + ".files").glob("*/*")}


def test_kill_9_during_uploads():
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
            early = Files(origin, "early").form("early.txt")
            threads = [threading.Thread(target=send, args=(Files(origin, "a"), worker)) for worker in range(4)]
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
            files = Files(origin, "a")
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
            equal(Files(origin, "early").upload(early, b"early"), 204)
            equal(Files(origin, "early").content(early["data"]["id"], "early.txt"), b"early")
            equal(origin.stop(), 0)
        equal(set(stored(data).values()), {0o600})
        equal(os.stat(data + ".files").st_mode & 0o777, 0o700)


def test_origin_backup_contains_files_without_files():
    """origin backup contains files, --without-files does not; a server serves the restored ones"""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        data, copy, plain = (str(path / name) for name in ("data.sqlite", "copy.sqlite", "plain.sqlite"))
        with Origin("--data", data) as origin:
            files = Files(origin, "a")
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
            files = Files(origin, "a")
            equal(files.list(), {identifier: (f"{number}.txt", len(str(number)) * number)
                                 for identifier, number in sent.items()})
            for identifier, number in sent.items():
                equal(files.content(identifier, f"{number}.txt"), str(number).encode() * number)
        with Origin("--data", plain) as origin:
            equal(Files(origin, "a").list(), {})
            Files(origin, "a").store("new.txt", b"new")


def test_quota_of_keyset_file_of_keyset_after_sighup():
    """files of --data: the quota of a keyset, the file of --keyset after SIGHUP, and the metrics"""
    with tempfile.TemporaryDirectory() as folder:
        data, keysets = pathlib.Path(folder) / "data.sqlite", pathlib.Path(folder) / "keysets.json"

        def write(quota):
            small = {"subscribeKey": "small", "quotas": {"fileBytes": quota}, "fileRetention": "30d"}
            keysets.write_text(json.dumps({"keysets": [small, {"subscribeKey": "free", "fileRetention": 0}]}), "utf-8")
        write(10)
        with Origin("--data", str(data), "--keyset", str(keysets), "--admin-port", "0", keys=[]) as origin:
            files, free = Files(origin, "a", "small"), Files(origin, "a", "free")
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
        files = Files(origin, "c")
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
