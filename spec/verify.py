#!/usr/bin/env python3
"""Verifies an export of a hearback ledger as LEDGER.md specifies it, with the Python standard library alone.

    verify.py EXPORT [HEADS PUBLIC_KEY.pem]

Prints one line of JSON and ends with 0 when the export holds, 1 when it does not, 2 when it was called wrongly.
"""

import base64
import hashlib
import json
import re
import sys

LONGEST = 32 * 1024 * 1024
KINDS = ["header", "entry", "number", "cursor", "end"]
LARGEST = 2**53 - 1


class Bad(Exception):
    """What is wrong: with an entry (conversation, sequence, fault), or with a line."""

    def __init__(self, why, conversation=None, sequence=None, fault=None):
        super().__init__(why)
        self.found = {"why": why}
        if fault is not None:
            self.found.update(conversation=conversation, sequence=sequence, fault=fault)


# --- canonical JSON (section 1) ---------------------------------------------------------------------------------


def canonical(value):
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return re.sub("[\ud800-\udfff]", lambda half: "\\u%04x" % ord(half.group()), text)


def only_integers(text):
    raise ValueError("not a whole number: " + text)


def read_canonical(data):
    """The value of a text that is exactly the canonical form of it."""
    try:
        text = data.decode("utf-8")
        value = json.loads(text, parse_float=only_integers, parse_constant=only_integers)
        if canonical(value) == text:
            return value
    except (ValueError, RecursionError):
        pass
    raise Bad("it is not in the canonical form")


def is_count(value):
    return type(value) is int and 0 <= value <= LARGEST


def is_hex(value, digits=64):
    return type(value) is str and re.fullmatch("[0-9a-f]{%d}" % digits, value) is not None


def is_text(value):
    return type(value) is str


def has_form(value, form):
    return type(value) is dict and value.keys() == form.keys() and all(test(value[key]) for key, test in form.items())


FORMS = {
    "header": {
        "format": lambda value: value == "hearback ledger",
        "kept": lambda value: type(value) is bool,
        "version": lambda value: type(value) is int and value == 1,
    },
    "entry": {
        "at": is_count,
        "conversation": is_text,
        "hash": is_hex,
        "kept": lambda value: value is None or is_text(value),
        "previous": is_hex,
        "principal": is_text,
        "sequence": lambda value: is_count(value) and value > 0,
        "text": is_text,
    },
    "number": {"agent": is_text, "conversation": is_text, "last": is_count},
    "cursor": {"agent": is_text, "conversation": is_text, "sequence": is_count},
    "end": {"cursors": is_count, "entries": is_count, "numbers": is_count, "sha256": is_hex},
}


# --- entries (sections 2 to 4) ----------------------------------------------------------------------------------


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def genesis(conversation):
    return sha256(b"hearback ledger 1\n" + utf8(conversation))


def utf8(text):
    return text.encode("utf-8", "surrogatepass")


def is_sealed(entry, dropped, **elsewhere):
    """Whether an entry's hash is that of what it holds; `dropped` is the hash of its text when that was dropped."""
    entry = {**entry, **elsewhere}
    text = utf8(entry["text"])
    before = bytes.fromhex(entry["previous"]) + entry["sequence"].to_bytes(8, "big")
    behind = entry["at"].to_bytes(8, "big") + utf8(entry["principal"])
    digest = hashlib.sha256(text).digest() if dropped is None else bytes.fromhex(dropped)
    if sha256(b"\x01" + before + digest + behind) == entry["hash"]:
        return True
    older = b"\x00" + before + len(text).to_bytes(8, "big") + text + behind
    return dropped is None and sha256(older) == entry["hash"]


def kept_digest(text):
    return sha256(b"hearback kept 1\n" + utf8(text))


def object_in(text):
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if type(value) is dict else {}


def is_body(value):
    """Whether an object is the body of an entry, as far as a verifier looks at it."""
    facts = value.get("facts")
    return type(facts) is list and all(is_fact(fact) for fact in facts)


def is_fact(fact):
    if type(fact) is not dict or not is_text(fact.get("fact")):
        return False
    return fact["fact"] != "redacted" or (is_count(fact.get("sequence")) and is_text(fact.get("remains")))


class Chain:
    """One conversation, read in order."""

    def __init__(self, conversation, head, has_kept):
        self.conversation = conversation
        self.head = head
        self.has_kept = has_kept
        self.sequence = 0
        self.previous = genesis(conversation)
        self.at = 0
        self.tombstones = {}

    def bad(self, fault, sequence, why=""):
        raise Bad(why or fault, self.conversation, sequence, fault)

    def read(self, entry, told):
        sequence = entry["sequence"]
        body = object_in(entry["text"])
        dropped = body["dropped"] if is_hex(body.get("dropped")) else None
        self.place(entry, dropped)
        if not is_sealed(entry, dropped):
            self.bad(self.moved_or_changed(entry, dropped), sequence)
        if not is_body(body):
            self.bad("no-entry" if dropped is None else "redaction", sequence)
        if dropped is not None:
            self.tombstones[sequence] = entry["text"]
        self.redactions(body)
        self.kept(entry, body, told)
        if self.head and self.head["sequence"] == sequence and self.head["hash"] != entry["hash"]:
            self.bad("rewritten", sequence)
        told["redacted"] += dropped is not None
        told["backwards"] += entry["at"] < self.at
        self.sequence, self.previous, self.at = sequence, entry["hash"], entry["at"]

    def place(self, entry, dropped):
        sequence, following = entry["sequence"], self.sequence + 1
        if sequence < following:
            self.bad("duplicate", sequence)
        if sequence > following:
            self.bad("missing", following)
        if entry["previous"] == self.previous:
            return
        if is_sealed(entry, dropped):
            self.bad("predecessor", sequence)
        if is_sealed(entry, dropped, previous=self.previous):
            self.bad("changed", sequence)
        self.bad(self.moved_or_changed(entry, dropped), sequence)

    def moved_or_changed(self, entry, dropped):
        near = range(max(1, entry["sequence"] - 1000), entry["sequence"] + 1001)
        return "moved" if any(is_sealed(entry, dropped, sequence=n) for n in near) else "changed"

    def redactions(self, body):
        for fact in body["facts"]:
            if fact["fact"] != "redacted":
                continue
            if self.tombstones.pop(fact["sequence"], None) != fact["remains"]:
                self.bad("redaction", fact["sequence"])

    def kept(self, entry, body, told):
        if "kept" not in body:
            return  # an older version covered nothing
        if entry["kept"] is not None:
            if kept_digest(entry["kept"]) != body["kept"]:
                self.bad("kept", entry["sequence"])
        elif body["kept"] is not None:
            if self.has_kept:
                self.bad("kept", entry["sequence"])
            told["without_kept"] += 1

    def end(self):
        for sequence in self.tombstones:
            self.bad("redaction", sequence)
        if self.head and self.head["sequence"] > self.sequence:
            self.bad("truncated", self.sequence + 1)


# --- exports (section 5) ----------------------------------------------------------------------------------------


class Export:
    def __init__(self, heads):
        self.signed = {head["conversation"]: head for head in heads}
        self.kind = -1
        self.line = 0
        self.hash = hashlib.sha256()
        self.counts = {"cursors": 0, "entries": 0, "numbers": 0}
        self.told = {"redacted": 0, "backwards": 0, "without_kept": 0}
        self.last = {}
        self.chain = None
        self.key = ("", "")
        self.has_kept = False

    def read(self, data):
        self.line += 1
        if len(data) > LONGEST:
            raise Bad("it is longer than any line may be")
        said = read_canonical(data)
        if type(said) is not dict or len(said) != 1 or next(iter(said)) not in KINDS:
            raise Bad("it is none of the five kinds")
        ((kind, value),) = said.items()
        if kind == "header" and type(value) is dict and is_count(value.get("version")) and value["version"] > 1:
            raise Bad("it has a newer version of the format")
        if not has_form(value, FORMS[kind]):
            raise Bad("it has not the form of " + kind)
        self.turn_to(kind)
        if kind == "end":
            return self.end(value)
        self.hash.update(data + b"\n")
        getattr(self, kind)(value)

    def turn_to(self, kind):
        place = KINDS.index(kind)
        if place < self.kind or (place == self.kind and kind in ("header", "end")):
            raise Bad(kind + " does not come here")
        if self.kind == -1 and kind != "header":
            raise Bad("an export begins with its header")
        if place != self.kind:
            if place > KINDS.index("entry"):
                self.end_entries()
            self.kind, self.key = place, ("", "")

    def header(self, value):
        self.has_kept = value["kept"]

    def entry(self, value):
        conversation = value["conversation"]
        if self.chain is None or self.chain.conversation != conversation:
            if self.chain is not None:
                self.chain.end()
                if conversation <= self.chain.conversation:  # Python compares by code point
                    raise Bad("its conversation does not come here")
            self.chain = Chain(conversation, self.signed.pop(conversation, None), self.has_kept)
        if value["kept"] is not None and not self.has_kept:
            raise Bad("something is kept beside it, and the header says that nothing is")
        self.chain.read(value, self.told)
        self.last[conversation] = value["sequence"]
        self.counts["entries"] += 1

    def end_entries(self):
        if self.chain is not None:
            self.chain.end()
        self.chain = None
        for conversation in self.signed:
            raise Bad("truncated", conversation, 1, "truncated")

    def number(self, value):
        self.beside("numbers", value)

    def cursor(self, value):
        self.beside("cursors", value)
        if value["sequence"] > self.last.get(value["conversation"], 0):
            raise Bad("it acknowledges an entry that is not there")

    def beside(self, counted, value):
        key = (value["conversation"], value["agent"])
        if key <= self.key:
            raise Bad("it does not come here")
        self.key = key
        self.counts[counted] += 1

    def end(self, value):
        if any(value[counted] != count for counted, count in self.counts.items()):
            raise Bad("it counts other lines than there are")
        if value["sha256"] != self.hash.hexdigest():
            raise Bad("the lines before it are not those that were written")

    def close(self):
        if self.kind != KINDS.index("end"):
            self.line += 1
            raise Bad("it is not there: the export was cut off")


def lines_of(file):
    """Lines of a binary file with their ends, none longer than the longest and a little."""
    while line := file.readline(LONGEST + 2):
        yield line


def verify(file, heads=()):
    """The first thing that is wrong with an export; `file` is a binary file, `heads` what was signed."""
    export = Export(heads)
    try:
        for line in lines_of(file):
            if not line.endswith(b"\n"):
                export.line += 1
                raise Bad("it has no line end: the export was cut off")
            export.read(line[:-1])
        export.close()
    except Bad as bad:
        return {"holds": False, "line": export.line, **bad.found}
    return {"holds": True, "entries": export.counts["entries"], **export.told}


# --- signed heads (section 6) -----------------------------------------------------------------------------------

HEAD = {"conversation": is_text, "hash": is_hex, "sequence": is_count}
HEADS = {
    "at": is_count,
    "epoch": is_text,
    "format": lambda value: value == "hearback heads",
    "heads": lambda value: type(value) is list and all(has_form(head, HEAD) for head in value),
    "program": is_text,
    "tenant": is_text,
    "version": lambda value: type(value) is int and value == 1,
}
DOCUMENT = {
    "key": is_hex,
    "signature": lambda value: is_hex(value, 128),
    "signed": lambda value: has_form(value, HEADS),
}
SPKI = bytes.fromhex("302a300506032b6570032100")


def signed_heads(data, pem):
    """The heads of a document that was signed with the private half of an Ed25519 key; None when it was not."""
    spki = base64.b64decode("".join(line for line in pem.split("\n") if "-----" not in line))
    if len(spki) != len(SPKI) + 32 or not spki.startswith(SPKI):
        raise ValueError("heads are signed with Ed25519")
    try:
        document = read_canonical(data[:-1])
    except Bad:
        return None
    if data[-1:] != b"\n" or not has_form(document, DOCUMENT) or document["key"] != sha256(spki):
        return None
    message = b"hearback heads 1\n" + utf8(canonical(document["signed"]))
    public, signature = spki[len(SPKI) :], bytes.fromhex(document["signature"])
    return document["signed"]["heads"] if ed25519(public, message, signature) else None


# RFC 8032, section 6: affine coordinates would do, and these take half the time.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(one, other):
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    total = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            total = add(total, point)
        point = add(point, point)
        number >>= 1
    return total


def decompress(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT % P
    if (x * x - square) % P != 0 or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = decompress((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def ed25519(public, message, signature):
    point, r = decompress(public), decompress(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if point is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L
    (x1, y1, z1, _), (x2, y2, z2, _) = times(s, BASE), add(r, times(h, point))
    return (x1 * z2 - x2 * z1) % P == 0 and (y1 * z2 - y2 * z1) % P == 0


# --- the command ------------------------------------------------------------------------------------------------


def main(arguments):
    if len(arguments) not in (1, 3):
        print(__doc__, file=sys.stderr)
        return 2
    heads = ()
    if len(arguments) == 3:
        with open(arguments[1], "rb") as document, open(arguments[2], encoding="ascii") as key:
            heads = signed_heads(document.read(), key.read())
    if heads is None:
        result = {"holds": False, "why": "the heads were not signed with this key"}
    else:
        with open(arguments[0], "rb") as export:
            result = verify(export, heads)
    print(json.dumps(result))
    return 0 if result["holds"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
