"""Users of NATS without passwords: an operator, an account and its users, as `nsc` would make them, in tokens signed with Ed25519.

A server knows the operator and the account. A user proves with the seed in a credentials file that the token in it is its own.
"""

import base64
import binascii
import hashlib
import json
import pathlib
import struct
import time

from Cryptodome.PublicKey import ECC
from Cryptodome.Signature import eddsa

# The first bits of keys, which become the letters O, A, U and, before that of a seed, S.
SEED, OPERATOR, ACCOUNT, USER = 18 << 3, 14 << 3, 0, 20 << 3
UNLIMITED = {name: -1 for name in ("subs", "data", "payload", "imports", "exports", "conn", "leaf")}
JETSTREAM = {name: -1 for name in ("mem_storage", "disk_storage", "streams", "consumer")}


def encoded(content):
    """Bytes in the form of NATS keys: a checksum after them, in base 32."""
    return base64.b32encode(content + struct.pack("<H", binascii.crc_hqx(content, 0))).rstrip(b"=").decode()


def part(content):
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class Identity:
    """A key pair of an operator, an account or a user."""

    def __init__(self, kind):
        self.kind, self.key = kind, ECC.generate(curve="Ed25519")
        self.name = encoded(bytes([kind]) + self.key.public_key().export_key(format="raw"))
        self.seed = encoded(bytes([SEED | kind >> 5, (kind & 31) << 3]) + self.key.seed)

    def token(self, subject, name, content):
        """A token in which this identity vouches for another one."""
        claims = {"iat": int(time.time()), "iss": self.name, "name": name, "sub": subject.name,
                  "nats": {"version": 2, **content}}
        claims["jti"] = base64.b32encode(hashlib.sha256(json.dumps(claims).encode()).digest()).rstrip(b"=").decode()
        signed = ".".join(part(json.dumps(value).encode()) for value in ({"typ": "JWT", "alg": "ed25519-nkey"}, claims))
        return f"{signed}.{part(eddsa.new(self.key, 'rfc8032').sign(signed.encode()))}"


class Accounts:
    """An operator with an account for the cluster, and one for NATS itself."""

    def __init__(self):
        self.operator, self.account, self.system = Identity(OPERATOR), Identity(ACCOUNT), Identity(ACCOUNT)

    def configuration(self):
        """What the configuration of a NATS server says about them."""
        def token(account, name, limits):
            return self.operator.token(account, name, {"type": "account", "limits": {**limits, "wildcards": True}})

        # The account of NATS itself may not have JetStream.
        tokens = {self.account.name: token(self.account, "cluster", UNLIMITED | JETSTREAM),
                  self.system.name: token(self.system, "system", UNLIMITED)}
        preloaded = "".join(f"  {name}: {token}\n" for name, token in tokens.items())
        return (f"operator: {self.operator.token(self.operator, 'operator', {'type': 'operator'})}\n"
                f"system_account: {self.system.name}\nresolver: MEMORY\nresolver_preload: {{\n{preloaded}}}\n")

    def credentials(self, path, publish=(), subscribe=(), account=None, seed=None):
        """Writes the credentials file of a new user, who may do everything by default.

        `account` vouches for the user instead of the known one, and `seed` is in the file instead of the right one.
        """
        user = Identity(USER)
        rights = {name: {"allow": list(subjects)} for name, subjects in (("pub", publish), ("sub", subscribe)) if subjects}
        token = (account or self.account).token(user, "origin", {"type": "user", "subs": -1, "data": -1, "payload": -1, **rights})
        pathlib.Path(path).write_text(
            f"-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n"
            f"-----BEGIN USER NKEY SEED-----\n{seed or user.seed}\n------END USER NKEY SEED------\n")
        return str(path)
