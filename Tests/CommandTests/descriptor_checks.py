"""Descriptors that programs started by the client's or the server's process would inherit, and memory on hostile sizes."""

import json
import os
import pathlib
import tempfile

from answering import Answering, otherwise_time
from calling import at, subscribed
from running import KEYS, Origin, equal, measured

CLOSE_ON_EXEC = 0o2000000


def inherited(process):
    """What a program that this process starts would have, apart from the three standard streams."""
    folder = pathlib.Path(f"/proc/{process.pid}")
    found = []
    for entry in (folder / "fd").iterdir():
        try:
            target = os.readlink(entry)
            lines = (folder / "fdinfo" / entry.name).read_text().splitlines()
        except FileNotFoundError:
            # Closed in the meantime.
            continue
        flags = next(int(line.split()[1], 8) for line in lines if line.startswith("flags:"))
        if int(entry.name) > 2 and not flags & CLOSE_ON_EXEC:
            found.append(target)
    return sorted(found)


def test_subscribed_client_has_no_inherited_descriptor(origin):
    """a subscribed client has no descriptor that a program started by it would inherit"""
    with subscribed(origin, "a", "--uuid", "u1") as client:
        equal(inherited(client.process), [])


def test_server_has_no_inherited_descriptor():
    """a server with connections and a data file has no descriptor that a program started by it would inherit"""
    with tempfile.TemporaryDirectory() as folder, Origin("--data", f"{folder}/data.sqlite") as origin, \
            subscribed(origin, "a", "--uuid", "u1"):
        at(origin, "publish", "a", '"kept"').result
        equal(inherited(origin.process), [])


def printed_for(body, *arguments):
    """The objects that a command prints when it gets this body, and the most memory that it had, in MiB."""
    with Answering(otherwise_time(lambda path: (200, body))) as server:
        _, output, memory = measured(*arguments, "--origin", server.address, *KEYS, "--json")
        return [json.loads(line) for line in output.splitlines()], memory


ENVELOPE = '{"status":200,"message":"OK","payload":%s,"service":"Presence"}'


def test_here_now_json_needs_no_memory_for_unnamed_clients():
    """here-now --json: 3,000 channels with 10,000 unnamed clients each need no memory for each client"""
    channels = ",".join(f'"{number}":{{"occupancy":10000}}' for number in range(3000))
    printed, memory = printed_for(ENVELOPE % ('{"channels":{%s}}' % channels), "here-now")
    found = printed[0]["result"]["channels"]
    equal(len(found), 3000)
    equal({(channel["occupancy"], len(channel["participants"])) for channel in found.values()}, {(10_000, 0)})
    assert memory < 500, memory


def test_here_now_json_of_too_many_channels_is_143():
    """here-now --json of more channels or values than a response may have: 143, in bounded memory"""
    for name, payload in (
        ("channels", '{"channels":{%s}}' % ",".join(f'"{number}":{{"occupancy":10000}}' for number in range(131_073))),
        ("values", '{"channels":[%s]}' % ",".join(["0"] * 2_097_152)),
    ):
        printed, memory = printed_for(ENVELOPE % payload, "here-now")
        equal((name, printed[0]["error"]["code"]), (name, 143))
        assert memory < 700, (name, memory)


def test_here_now_json_lists_131_072_clients_and_counts_all():
    """here-now --json lists 131,072 clients and counts all"""
    names = ",".join(f'"{number:x}"' for number in range(140_000))
    printed, memory = printed_for(ENVELOPE % ('{"channels":{"a":{"occupancy":1,"uuids":[%s]}}}' % names), "here-now")
    found = printed[0]["result"]["channels"]["a"]
    equal((found["occupancy"], len(found["participants"])), (140_000, 131_072))
    assert memory < 700, memory
