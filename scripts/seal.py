#!/usr/bin/env python3
"""Seals and opens messages as docs/encryption.md says, without any code of Bellhop.

    seal.py seal --app BUNDLE-ID --key KEYFILE [--sender KEYFILE] [--compact] < content.json
    seal.py open --app BUNDLE-ID --key KEYFILE [--sender KEYFILE] [--at KEY] < payload.json
    seal.py check FILE    opens every vector of Tests/BellhopSealTests/Vectors/messages.json
    seal.py vectors       prints these vectors; they are the same each time, except for X-Wing

Key files are those of `bellhop keygen --encryption`. The primitives are from the package
`cryptography` (X25519, ECDH, ML-KEM, HKDF, AES-GCM, ChaCha20-Poly1305); HPKE (RFC 9180) is
implemented here. Exit status: 0 success, 1 the message does not open, 2 wrong usage.
"""
import argparse
import base64
import hashlib
import hmac
import json
import os
import struct
import sys
import time

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, x25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

LABEL = "bellhop-seal/1"


class Refused(Exception):
    """A message that cannot be opened."""


# Bytes and text.

def b64u(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64u(text):
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if b64u(data) != text:
        raise Refused("not Base64url without padding")
    return data


def fields(*texts):
    """Encodes each field as its length in two bytes, big-endian, and its UTF-8 text."""
    return b"".join(struct.pack(">H", len(t.encode())) + t.encode() for t in texts)


def fingerprint(public):
    return b64u(hashlib.sha256(public).digest()[:9])


# Key encapsulation.

class X25519:
    kem_id, enc_length = 0x0020, 32

    @staticmethod
    def private(secret):
        return x25519.X25519PrivateKey.from_private_bytes(secret)

    @staticmethod
    def public(data):
        return x25519.X25519PublicKey.from_public_bytes(data)

    @staticmethod
    def exchange(private, public):
        return private.exchange(public)

    @staticmethod
    def serialize(public):
        return public.public_bytes_raw()


class P256:
    kem_id, enc_length = 0x0010, 65

    @staticmethod
    def private(secret):
        return ec.derive_private_key(int.from_bytes(secret, "big"), ec.SECP256R1())

    @staticmethod
    def public(data):
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)

    @staticmethod
    def exchange(private, public):
        return private.exchange(ec.ECDH(), public)

    @staticmethod
    def serialize(public):
        return public.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


class XWing:
    """draft-connolly-cfrg-xwing-kem: ML-KEM-768 combined with X25519."""
    kem_id, enc_length = 0x647A, 1120
    label = b"\\.//^\\"

    @staticmethod
    def expand(seed):
        from cryptography.hazmat.primitives.asymmetric import mlkem
        wide = hashlib.shake_256(seed).digest(96)
        return mlkem.MLKEM768PrivateKey.from_seed_bytes(wide[:64]), X25519.private(wide[64:])

    @classmethod
    def public_bytes(cls, seed):
        lattice, curve = cls.expand(seed)
        return lattice.public_key().public_bytes_raw() + X25519.serialize(curve.public_key())

    @classmethod
    def combine(cls, ss_m, ss_x, ct_x, pk_x):
        return hashlib.sha3_256(ss_m + ss_x + ct_x + pk_x + cls.label).digest()

    @classmethod
    def encapsulate(cls, public):
        from cryptography.hazmat.primitives.asymmetric import mlkem
        ss_m, ct_m = mlkem.MLKEM768PublicKey.from_public_bytes(public[:1184]).encapsulate()
        ephemeral = x25519.X25519PrivateKey.generate()
        ct_x = X25519.serialize(ephemeral.public_key())
        ss_x = ephemeral.exchange(X25519.public(public[1184:]))
        return cls.combine(ss_m, ss_x, ct_x, public[1184:]), ct_m + ct_x

    @classmethod
    def decapsulate(cls, enc, seed):
        lattice, curve = cls.expand(seed)
        ss_m = lattice.decapsulate(enc[:1088])
        ss_x = curve.exchange(X25519.public(enc[1088:]))
        return cls.combine(ss_m, ss_x, enc[1088:], X25519.serialize(curve.public_key()))


# HPKE, RFC 9180.

SUITES = {
    "x25519": (X25519, 0x0003, ChaCha20Poly1305),
    "p256": (P256, 0x0002, AESGCM),
    "xwing": (XWing, 0x0002, AESGCM),
}


def labeled_extract(suite_id, salt, label, ikm):
    return hmac.new(salt or bytes(32), b"HPKE-v1" + suite_id + label + ikm, "sha256").digest()


def labeled_expand(suite_id, prk, label, info, length):
    labeled = struct.pack(">H", length) + b"HPKE-v1" + suite_id + label + info
    return HKDFExpand(SHA256(), length, labeled).derive(prk)


def extract_and_expand(kem, dh, context):
    """Section 4.1."""
    suite_id = b"KEM" + struct.pack(">H", kem.kem_id)
    prk = labeled_extract(suite_id, b"", b"eae_prk", dh)
    return labeled_expand(suite_id, prk, b"shared_secret", context, 32)


def encapsulate(kem, recipient, sender, ephemeral):
    if kem is XWing:
        return kem.encapsulate(recipient)
    ephemeral = kem.private(ephemeral or os.urandom(32))
    public = kem.public(recipient)
    enc = kem.serialize(ephemeral.public_key())
    dh, context = kem.exchange(ephemeral, public), enc + recipient
    if sender:
        sender = kem.private(sender)
        dh += kem.exchange(sender, public)
        context += kem.serialize(sender.public_key())
    return extract_and_expand(kem, dh, context), enc


def decapsulate(kem, enc, secret, sender):
    if kem is XWing:
        return kem.decapsulate(enc, secret)
    private, ephemeral = kem.private(secret), kem.public(enc)
    dh = kem.exchange(private, ephemeral)
    context = enc + kem.serialize(private.public_key())
    if sender:
        dh += kem.exchange(private, kem.public(sender))
        context += sender
    return extract_and_expand(kem, dh, context)


def key_schedule(suite, shared_secret, info, is_authenticated):
    """Section 5.1, modes Base (0) and Auth (2); the AEAD and its first nonce."""
    kem, aead_id, aead = SUITES[suite]
    suite_id = b"HPKE" + struct.pack(">HHH", kem.kem_id, 0x0001, aead_id)
    context = bytes([2 if is_authenticated else 0])
    context += labeled_extract(suite_id, b"", b"psk_id_hash", b"")
    context += labeled_extract(suite_id, b"", b"info_hash", info)
    secret = labeled_extract(suite_id, shared_secret, b"secret", b"")
    key = labeled_expand(suite_id, secret, b"key", context, 32)
    return aead(key), labeled_expand(suite_id, secret, b"base_nonce", context, 12)


# Messages.

def binding(app, message):
    info = fields(LABEL, message["suite"], app, message["kid"], message.get("skid", ""))
    exp = message.get("exp")
    return info, fields(message["id"], "" if exp is None else str(exp))


def load_key(file):
    """A key file: its identifier, suite, secret and public bytes."""
    decode = lambda name: base64.b64decode(file[name]) if name in file else None
    secret, public = decode("private_key") or decode("shared_key"), decode("public_key")
    suite = file["suite"]
    if secret and suite == "xwing":
        public = XWing.public_bytes(secret)
    elif secret and suite != "a256gcm":
        kem = SUITES[suite][0]
        public = kem.serialize(kem.private(secret).public_key())
    return {"id": file.get("id") or fingerprint(public), "suite": suite,
            "secret": secret, "public": public}


def seal(app, key, content, sender=None, random=None):
    content = dict(content)
    message = {"v": 1, "suite": key["suite"], "kid": key["id"]}
    if sender:
        message["skid"] = sender["id"]
    message["id"] = content.pop("id")
    if content.get("exp") is not None:
        message["exp"] = content["exp"]
    content.pop("exp", None)
    content.setdefault("sent", int(time.time()))
    plaintext = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    info, aad = binding(app, message)
    if key["suite"] == "a256gcm":
        nonce = random or os.urandom(12)
        message["ct"] = b64u(nonce + AESGCM(key["secret"]).encrypt(nonce, plaintext, info + aad))
        return message
    secret, enc = encapsulate(
        SUITES[key["suite"]][0], key["public"], sender and sender["secret"], random)
    aead, nonce = key_schedule(key["suite"], secret, info, bool(sender))
    message["enc"], message["ct"] = b64u(enc), b64u(aead.encrypt(nonce, plaintext, aad))
    return message


def parse(value):
    if isinstance(value, str):
        names = ["v", "suite", "kid", "skid", "id", "exp", "enc", "ct"]
        parts = value.split(".")
        if len(parts) != 8 or parts[0] != "v1":
            raise Refused("not a sealed message")
        value = {n: p for n, p in zip(names, parts) if p}
        value["v"] = 1
        if "exp" in value:
            value["exp"] = int(value["exp"])
    if not isinstance(value, dict) or value.get("v") != 1:
        raise Refused("not a sealed message of version 1")
    return value


def unseal(app, key, value, sender=None):
    message = parse(value)
    if message["suite"] != key["suite"] or message["kid"] != key["id"]:
        raise Refused("sealed for another key")
    if message.get("skid") != (sender["id"] if sender else None):
        raise Refused("another sender")
    info, aad = binding(app, message)
    data = unb64u(message["ct"])
    try:
        if key["suite"] == "a256gcm":
            plaintext = AESGCM(key["secret"]).decrypt(data[:12], data[12:], info + aad)
        else:
            secret = decapsulate(
                SUITES[key["suite"]][0], unb64u(message["enc"]), key["secret"],
                sender and sender["public"])
            aead, nonce = key_schedule(key["suite"], secret, info, bool(sender))
            plaintext = aead.decrypt(nonce, data, aad)
    except (InvalidTag, ValueError) as error:
        raise Refused("does not open") from error
    content = {"id": message["id"], **json.loads(plaintext)}
    if "exp" in message:
        content["exp"] = message["exp"]
    return content


def compact(message):
    exp = message.get("exp")
    return ".".join([
        "v1", message["suite"], message["kid"], message.get("skid", ""), message["id"],
        "" if exp is None else str(exp), message.get("enc", ""), message["ct"]])


# Vectors.

def secret_of(name):
    return hashlib.sha256(f"bellhop-seal vector {name}".encode()).digest()


def key_file(suite, name, public_only=False):
    secret = base64.b64encode(secret_of(name)).decode()
    if suite == "a256gcm":
        return {"id": name, "suite": suite, "shared_key": secret}
    key = load_key({"suite": suite, "private_key": secret})
    file = {"id": key["id"], "suite": suite, "private_key": secret,
            "public_key": base64.b64encode(key["public"]).decode()}
    if public_only:
        del file["private_key"]
    return file


def make_vectors():
    app, now = "com.example.chat", 1_780_000_000
    full = {"id": "0198f2a0-7d3c-7b60-9a51-3f0c2f1e4d5a", "exp": now + 86_400, "sent": now,
            "title": "Ada", "subtitle": "Lunch", "body": "Zwölf Uhr? 🍕", "thread": "chat-7",
            "category": "message", "image": "https://example.com/pizza.jpg", "sound": "default",
            "badge": 3, "data": {"chat": 7, "link": "example://chat/7"}}
    short = {"id": "m:1", "sent": now, "body": "Hello"}
    vectors = []
    for suite in ["x25519", "p256", "xwing", "a256gcm"]:
        for is_authenticated in [False, True]:
            if is_authenticated and suite not in ("x25519", "p256"):
                continue
            mode = "auth" if is_authenticated else "base" if suite != "a256gcm" else "shared"
            for length, content in [("full", full), ("short", short)]:
                name = f"{suite} {mode} {length}"
                file = key_file(suite, f"recipient-{suite}")
                sender = key_file(suite, f"sender-{suite}") if is_authenticated else None
                random = secret_of("ephemeral " + name)
                message = seal(
                    app, load_key(file), content, sender and load_key(sender),
                    random[:12] if suite == "a256gcm" else random)
                info, aad = binding(app, message)
                vector = {"name": name, "app": app, "key": file, "info": info.hex(),
                          "aad": aad.hex(), "message": message, "compact": compact(message),
                          "content": content}
                if sender:
                    vector["sender"] = key_file(suite, f"sender-{suite}", public_only=True)
                vectors.append(vector)
    return vectors + [
        bad for good in vectors if good["name"].endswith("full") for bad in spoil(good)]


def spoil(good):
    """Yields vectors that must not open: valid ones with one change each."""
    def bad(what, error, **changes):
        vector = {k: v for k, v in good.items() if k not in ("content", "compact", "info", "aad")}
        return {**vector, "name": f"{good['name']}: {what}", "error": error, **changes}

    message, key, suite = good["message"], good["key"], good["key"]["suite"]
    data = unb64u(message["ct"])
    other = {**key_file(suite, f"other-{suite}"), "id": key["id"]}
    yield bad("last byte cut", "not-authentic", message={**message, "ct": b64u(data[:-1])})
    yield bad("cut to the tag's length less one", "not-sealed",
              message={**message, "ct": b64u(data[:15])})
    yield bad("one bit of the ciphertext", "not-authentic",
              message={**message, "ct": b64u(bytes([data[0] ^ 1]) + data[1:])})
    yield bad("another message identifier", "not-authentic",
              message={**message, "id": message["id"] + "x"})
    yield bad("another expiration", "not-authentic", message={**message, "exp": 1_900_000_000})
    yield bad("another app", "not-authentic", app="com.example.other")
    yield bad("another key of the same name", "not-authentic", key=other)
    yield bad("a key of another name", "other-key", key={**key, "id": "another"})
    yield bad("version 2", "unknown-version", message={**message, "v": 2})
    yield bad("an unknown suite", "unknown-suite", message={**message, "suite": "rot13"})
    yield bad("padded Base64", "not-sealed", message={**message, "ct": message["ct"] + "="})
    yield bad("no ciphertext", "not-sealed",
              message={k: v for k, v in message.items() if k != "ct"})
    if "enc" in message:
        enc = unb64u(message["enc"])
        yield bad("a short encapsulated key", "not-sealed",
                  message={**message, "enc": b64u(enc[:-1])})
        yield bad("an encapsulated key of zeros", "not-authentic",
                  message={**message, "enc": b64u(bytes(len(enc)))})
    if "sender" in good:
        stranger = {**key_file(suite, f"other-{suite}", public_only=True),
                    "id": good["sender"]["id"]}
        yield bad("another sender of the same name", "not-authentic", sender=stranger)
        yield bad("the sender's name removed", "sender-not-proven",
                  message={k: v for k, v in message.items() if k != "skid"})


def check(path):
    count = 0
    for vector in json.load(open(path, encoding="utf-8")):
        key = load_key(vector["key"])
        sender = load_key(vector["sender"]) if "sender" in vector else None
        if "error" in vector:
            try:
                unseal(vector["app"], key, vector["message"], sender)
            except (Refused, KeyError):
                count += 1
                continue
            raise Refused(f"{vector['name']}: opens, and must not")
        info, aad = binding(vector["app"], vector["message"])
        assert (info.hex(), aad.hex()) == (vector["info"], vector["aad"]), vector["name"]
        assert compact(vector["message"]) == vector["compact"], vector["name"]
        for value in (vector["message"], vector["compact"]):
            assert unseal(vector["app"], key, value, sender) == vector["content"], vector["name"]
        count += 1
    print(f"{count} vectors hold")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("seal", "open"):
        command = commands.add_parser(name)
        command.add_argument("--app", required=True)
        command.add_argument("--key", required=True)
        command.add_argument("--sender")
        command.add_argument("--compact" if name == "seal" else "--at",
                             **({"action": "store_true"} if name == "seal" else {}))
    commands.add_parser("check").add_argument("file")
    commands.add_parser("vectors")
    options = parser.parse_args()
    if options.command == "check":
        return check(options.file)
    if options.command == "vectors":
        return print(json.dumps(make_vectors(), indent=1, ensure_ascii=False))
    key = load_key(json.load(open(options.key, encoding="utf-8")))
    sender = load_key(json.load(open(options.sender, encoding="utf-8"))) if options.sender else None
    value = json.loads(sys.stdin.buffer.read())
    if options.command == "seal":
        message = seal(options.app, key, value, sender)
        print(json.dumps(compact(message) if options.compact else message))
    else:
        if isinstance(value, dict) and "v" not in value:
            value = value[options.at or "enc"]
        print(json.dumps(unseal(options.app, key, value, sender), ensure_ascii=False))


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    try:
        main()
    except Refused as error:
        print(f"seal.py: {error}", file=sys.stderr)
        sys.exit(1)
