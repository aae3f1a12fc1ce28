"""Messages with files: the Python client sends, lists, downloads and deletes them."""

import pathlib
import tempfile
import urllib.error
import urllib.request

from running import PATIENCE, equal
from world import CIPHER_KEY, Client, command, listening

CONTENT = bytes(range(256)) * 64


def send(client, channel, name, content, **more):
    call = client.pubnub.send_file().channel(channel).file_name(name).file_object(content)
    for field, value in more.items():
        call = getattr(call, field)(value)
    return client.call(call)


def listed(client, channel):
    result = client.call(client.pubnub.list_files().channel(channel))
    return sorted((file["id"], file["name"], file["size"]) for file in result.data)


def test_sent_with_message_received_as_event(python):
    """files: sent with a message, received as an event, listed, downloaded and deleted"""
    python.subscribe(["files"])
    sent = send(python, "files", "a b.bin", CONTENT, message={"text": "see"}, meta={"k": 1})
    event = python.file()
    equal((event.channel, event.publisher, event.message), ("files", "python", {"text": "see"}))
    equal((event.file_id, event.file_name), (sent.file_id, sent.name))
    equal(event.timetoken, int(sent.timestamp))
    equal(listed(python, "files"), [(sent.file_id, sent.name, len(CONTENT))])
    download = python.pubnub.download_file().channel("files").file_id(sent.file_id).file_name(sent.name)
    equal(python.call(download).data, CONTENT)
    url = python.call(python.pubnub.get_file_url().channel("files").file_id(sent.file_id).file_name(sent.name)).file_url
    with urllib.request.urlopen(url, timeout=PATIENCE) as response:
        equal((response.headers["X-Content-Type-Options"], response.read()), ("nosniff", CONTENT))
        assert response.headers["Content-Disposition"].startswith("attachment"), response.headers
    python.call(python.pubnub.delete_file().channel("files").file_id(sent.file_id).file_name(sent.name))
    equal(listed(python, "files"), [])
    try:
        urllib.request.urlopen(url, timeout=PATIENCE)
        raise AssertionError("a deleted file is there")
    except urllib.error.HTTPError as error:
        equal(error.code, 404)


def test_encrypted_one_is_same_after_download():
    """files: an encrypted one is the same after download, and its message is in history with its type"""
    with Client("python", cipher_key=CIPHER_KEY) as python:
        sent = send(python, "secret-files", "note.txt", b"for your eyes", message="hidden", should_store=True)
        ((identifier, _, size),) = listed(python, "secret-files")
        equal(identifier, sent.file_id)
        assert size > len(b"for your eyes"), size
        download = python.pubnub.download_file().channel("secret-files").file_id(sent.file_id).file_name(sent.name)
        equal(python.call(download).data, b"for your eyes")
        history = python.pubnub.fetch_messages().channels(["secret-files"]).include_message_type(True)
        (message,) = python.call(history).channels["secret-files"]
        equal(int(message.message_type), 4)
        # The Python client does not decrypt this form of history.
        (message,) = command("history", "secret-files", cipher_key=CIPHER_KEY).result["messages"]
        equal((message["message"]["message"], message["message"]["file"]["id"]), ("hidden", sent.file_id))


def test_those_of_channel_are_apart_from_those_of_another(python):
    """files: those of a channel are apart from those of another, and a second upload of a name is a second file"""
    first, second = send(python, "one", "same.txt", b"1"), send(python, "one", "same.txt", b"22")
    other = send(python, "two", "same.txt", b"333")
    equal(listed(python, "one"), sorted([(first.file_id, "same.txt", 1), (second.file_id, "same.txt", 2)]))
    equal(listed(python, "two"), [(other.file_id, "same.txt", 3)])


def test_one_of_our_client_reaches_python_client_with_its_caption():
    """files: one of our client reaches the Python client with its caption, encrypted or not, and the other way"""
    for key in (None, CIPHER_KEY):
        channel = f"cross-{key is not None}"
        with tempfile.TemporaryDirectory() as folder, Client("python", key, random_vector=False) as python, \
                listening(channel, "--count", "2", cipher_key=key) as ours:
            python.subscribe([channel])
            path = pathlib.Path(folder, "from ours.bin")
            path.write_bytes(CONTENT)
            sent = command("files", "send", channel, str(path), "--message", '{"text":"see"}', "--meta", '{"k":1}', cipher_key=key).result
            event = python.file()
            equal((event.channel, event.file_id, event.file_name), (channel, sent["id"], "from ours.bin"))
            equal((event.message, event.timetoken), ({"text": "see"}, int(sent["timetoken"])))
            equal(listed(python, channel), [(sent["id"], "from ours.bin", sent["size"])])
            equal(sent["size"] == len(CONTENT), key is None)
            download = python.pubnub.download_file().channel(channel).file_id(sent["id"]).file_name("from ours.bin")
            equal(python.call(download).data, CONTENT)

            theirs = send(python, channel, "from python.bin", CONTENT[:1000], message="look")
            event = ours.until(lambda found: found["event"] == "message" and found["message"]["file"]["id"] == theirs.file_id)
            equal(event["message"]["message"], "look")
            target = pathlib.Path(folder, "copy")
            saved = command("files", "get", channel, theirs.file_id, theirs.name, "--to", str(target), cipher_key=key).result
            equal((saved["size"], target.read_bytes()), (1000, CONTENT[:1000]))
            equal([file["name"] for file in command("files", "list", channel, cipher_key=key).result["files"]],
                  [name for _, name, _ in sorted([(sent["id"], "from ours.bin", 0), (theirs.file_id, "from python.bin", 0)])])
            command("files", "delete", channel, theirs.file_id, theirs.name, cipher_key=key).result
            equal(listed(python, channel), [(sent["id"], "from ours.bin", sent["size"])])
