"""Runs spec/verify.py over many exports: a line of JSON in for each, a line of JSON out."""

import base64
import importlib.util
import io
import json
import sys

spec = importlib.util.spec_from_file_location("verify", sys.argv[1])
verifier = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verifier)

for line in sys.stdin:
    asked = json.loads(line)
    heads = ()
    if "heads" in asked:
        heads = verifier.signed_heads(asked["heads"]["document"].encode(), asked["heads"]["public_key"])
    if heads is None:
        print(json.dumps({"heads": False}))
        continue
    found = verifier.verify(io.BytesIO(base64.b64decode(asked["export"])), heads)
    found.pop("why", None)
    print(json.dumps(found))
