"""Encrypted messages between the clients, in every form they write."""

import base64
import functools
import hashlib
import json
import os

import world
from Cryptodome.Cipher import AES
from Cryptodome.Util.Padding import pad, unpad
from running import equal
from world import ANYTHING, CIPHER_KEY, Client

command = functools.partial(world.command, cipher_key=CIPHER_KEY)
listening = functools.partial(world.listening, cipher_key=CIPHER_KEY)


def python_to_ours(random_vector):
    channel = f"to-ours-{random_vector}"
    with Client("python", CIPHER_KEY, random_vector) as python, listening(channel, "--count", str(len(ANYTHING))) as ours:
        for value in ANYTHING:
            python.publish(channel, value)
        for value in ANYTHING:
            event = ours.until(lambda found: found["event"] == "message")
            equal((event["channel"], event["message"]), (channel, value))
        equal(ours.wait(), 0)
        read = command("history", channel).result["messages"]
        equal([item["message"] for item in read], ANYTHING)


def test_encrypted_random_vector_python_to_our_client():
    """encrypted, random vector: Python to our client, live and from history"""
    python_to_ours(random_vector=True)


def test_encrypted_fixed_vector_python_to_our_client():
    """encrypted, fixed vector: Python to our client, live and from history"""
    python_to_ours(random_vector=False)


def test_encrypted_fixed_vector_our_client_to_python():
    """encrypted, fixed vector: our client to Python, live and from history"""
    with Client("python", CIPHER_KEY, random_vector=False) as python:
        python.subscribe(["to-python"])
        # Our client refuses to send an empty string.
        values = [value for value in ANYTHING if value != ""]
        for value in values:
            command("publish", "to-python", "--", json.dumps(value)).result
            equal(python.message().message, value)
        result = python.pubnub.history().channel("to-python").count(100).sync().result
        equal([item.entry for item in result.messages], values)


HEADER = b"PNED\x01ACRH\x10"


def sealed_with_header(text):
    """The string in the format of current clients, encrypted with another implementation."""
    vector = os.urandom(16)
    cipher = AES.new(hashlib.sha256(CIPHER_KEY.encode()).digest(), AES.MODE_CBC, vector)
    return base64.b64encode(HEADER + vector + cipher.encrypt(pad(text.encode(), 16))).decode()


def opened_with_header(sealed):
    """The plaintext of a message in the header format."""
    data = base64.b64decode(sealed)
    equal(data[:10], HEADER)
    cipher = AES.new(hashlib.sha256(CIPHER_KEY.encode()).digest(), AES.MODE_CBC, data[10:26])
    return unpad(cipher.decrypt(data[26:]), 16).decode()


def test_encrypted_with_header():
    """encrypted with a header: what our client sends is the format of today's clients, which it reads"""
    values = [value for value in ANYTHING if value != ""]
    with Client("plain") as plain:
        plain.subscribe(["header-from-ours"])
        for value in values:
            command("publish", "header-from-ours", "--cipher-format", "header", "--", json.dumps(value)).result
            equal(json.loads(opened_with_header(plain.message().message)), value)
        with listening("header-to-ours", "--count", str(len(values))) as ours:
            for value in values:
                plain.publish("header-to-ours", sealed_with_header(json.dumps(value)))
            for value in values:
                equal(ours.until(lambda found: found["event"] == "message")["message"], value)
        read = command("history", "header-to-ours").result["messages"]
        equal([item["message"] for item in read], values)


def test_what_is_on_wire_between_them_is_not_text():
    """what is on the wire between them is not the text"""
    with Client("eavesdropper") as plain:
        plain.subscribe(["sealed"])
        command("publish", "sealed", '{"secret":"treasure"}').result
        heard = plain.message().message
        assert isinstance(heard, str) and "treasure" not in heard, heard


def test_encrypt_and_decrypt_of_command_against_python_clients_cipher():
    """encrypt and decrypt of the command against the Python client's cipher"""
    with Client("python", CIPHER_KEY, random_vector=False) as fixed, Client("python", CIPHER_KEY) as random:
        text = json.dumps("Grüße 🌍")
        for client in (fixed, random):
            sealed = client.pubnub.config.crypto.encrypt(CIPHER_KEY, text)
            equal(command("decrypt", sealed).result["value"], "Grüße 🌍")
        ours = command("encrypt", "Grüße 🌍").result["value"]
        equal(fixed.pubnub.config.crypto.decrypt(CIPHER_KEY, ours), "Grüße 🌍")
