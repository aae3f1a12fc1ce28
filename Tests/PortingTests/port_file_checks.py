"""`pubnub port`: the files that it reads and writes."""

import json
import pathlib
import subprocess

from port_checks import Files, port
from running import BINARY, PATIENCE, clean_environment, equal, pubnub


def test_port_reads_swift_and_objective_c_files_of_folder():
    """port reads the Swift and Objective-C files of a folder, and not those of other people or hidden ones"""
    line = "PubNub.subscribeOn([room])\n"
    with Files(a__App_swift=line, b__Room_m="[PubNub connect];\n", Pods__PubNub_swift=line, notes_txt=line) as files:
        (files.root / ".hidden").mkdir()
        (files.root / ".hidden" / "App.swift").write_text(line)
        names = {pathlib.Path(use["file"]).name for use in port(files.root)["uses"]}
        equal(names, {"App.swift", "Room.m"})


def test_port_write_keeps_permissions_of_file():
    """port --write keeps the permissions of a file, and a link to it"""
    with Files(App_swift="PubNub.subscribeOn([room])\n") as files:
        path = files.path("App_swift")
        path.chmod(0o640)
        link = files.root / "Link.swift"
        link.symlink_to(path)
        equal(port("--write", link)["written"], [str(link)])
        equal((link.is_symlink(), path.stat().st_mode & 0o777), (True, 0o640))
        assert "PubNub.subscribe(on: [room])" in path.read_text(), path.read_text()


def test_port_of_file_that_is_not_there_or_of_none():
    """port of a file that is not there, or of none, is wrong usage"""
    missing = pubnub("port", "/nowhere/App.swift")
    equal(missing.status, 64)
    assert "does not exist" in missing.errors, missing.errors
    equal(pubnub("port").status, 64)


def test_port_of_files_without_use_of_old_sdk():
    """port of files without a use of the old SDK says so"""
    with Files(App_swift="print(1)\n") as files:
        finished = pubnub("port", str(files.path("App_swift")))
        equal((finished.status, finished.lines), (0, ["No use of the 3.x SDK was found in 1 file."]))


def test_port_lists_files_that_are_not_utf_8():
    """port lists a file that is not UTF-8 as not read, and fails if it was named"""
    with Files(App_swift="PubNub.subscribeOn([room])\n") as files:
        old = files.root / "Old.m"
        old.write_bytes("// caf\u00e9\n[PubNub connect];\n".encode("latin-1"))
        result = port(files.root)
        equal((result["notRead"], {use["file"] for use in result["uses"]}), ([str(old)], {str(files.path("App_swift"))}))
        line = f"Not read, because it is not UTF-8: {old}"
        finished = pubnub("port", str(files.root))
        equal((finished.status, finished.lines[-1]), (0, line))
        finished = pubnub("port", str(old))
        equal((finished.status, finished.lines), (1, ["No use of the 3.x SDK was found in 0 files.", line]))
        finished = pubnub("port", "--json", "--write", str(files.path("App_swift")), str(old))
        result = finished.objects[0]["result"]
        equal((finished.status, result["written"], result["notRead"]), (1, [str(files.path("App_swift"))], [str(old)]))


def test_port_write_changes_nothing_if_a_file_cannot_be_read():
    """port --write changes no file if it cannot read one of them"""
    text = "PubNub.subscribeOn([room])\n"
    with Files(App_swift=text, Long_swift="//" + " " * 4 * 1024 * 1024) as files:
        finished = pubnub("port", "--write", str(files.path("App_swift")), str(files.path("Long_swift")))
        equal((finished.status, finished.lines, files.path("App_swift").read_text()), (64, [], text))


def test_port_write_reports_changes_before_file_that_cannot_be_written():
    """port --write reports what it changed before a file that it cannot write"""
    text = "PubNub.subscribeOn([room])\n"
    with Files(App_swift=text, Big_swift=text * 1024) as files:
        paths = [str(files.path("App_swift")), str(files.path("Big_swift"))]
        # A limit for the size of files, which also holds for root.
        limited = ["sh", "-c", 'trap "" XFSZ; ulimit -f 16; exec "$0" "$@"', BINARY, "port", "--json", "--write", *paths]
        finished = subprocess.run(limited, capture_output=True, text=True, timeout=PATIENCE, env=clean_environment())
        equal(finished.returncode, 64)
        assert f"cannot write {paths[1]}" in finished.stderr, finished.stderr
        result = json.loads(finished.stdout)["result"]
        equal((result["written"], {use["file"] for use in result["uses"] if use["written"]}), ([paths[0]], {paths[0]}))
        assert "PubNub.subscribe(on: [room])" in files.path("App_swift").read_text()
        equal(files.path("Big_swift").read_text(), text * 1024)


def test_port_reads_each_file_once():
    """port reads a file once if it is named and in a named folder"""
    with Files(App_swift="import PubNub\nPubNub.subscribeOn([room])\n") as files:
        path = files.path("App_swift")
        equal(len(port(files.root, path, path)["uses"]), 1)
