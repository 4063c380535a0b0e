"""Answers requests about RW1 lines with the peer's public functions: one JSON request a line in, one answer a line out."""

import json
import sys

import rogerwilco


def parsed(line):
    message, errors, warnings = rogerwilco.parse(line)
    answer = {"valid": not errors, "warned": bool(warnings), "errors": errors, "json": message}
    if not errors:
        answer["digest"] = rogerwilco.digest(message)
        answer["canonical"] = rogerwilco.canonical(message)
        answer["written"] = written(message)
    return answer


def written(message):
    """The peer reads some messages that it refuses to write, as those with an empty list."""
    try:
        return rogerwilco.encode(message)
    except rogerwilco.FormError:
        return None


def verdict(outcome):
    problems, notes = outcome
    return {"passes": not problems, "problems": problems, "notes": notes}


def readback(case):
    return verdict(rogerwilco.check_rb_full(case["ho"], case["rb"], case["profile"], case["accept"], case["now"]))


def handoff(case):
    return verdict(rogerwilco.check_ho(case["ho"], case["record"], case["profile"]))


def done(case):
    return verdict(rogerwilco.check_dn(case["ho"], case["dn"], case["profile"], case["rb"]))


def thread(case):
    return verdict(rogerwilco.check_thread(case["lines"], case["profile"], case["now"]))


OPERATIONS = {
    "parse": parsed,
    "readback": readback,
    "handoff": handoff,
    "done": done,
    "thread": thread,
}


def answered(operation, case):
    """A refusal is the peer's FormError; anything else that it raises is told apart as a crash."""
    try:
        return operation(case)
    except rogerwilco.FormError as error:
        return {"valid": False, "passes": False, "errors": [str(error)], "problems": [str(error)]}
    except Exception as error:
        return {"valid": False, "passes": False, "crash": repr(error)}


for request in sys.stdin:
    name, cases = json.loads(request)
    print(json.dumps([answered(OPERATIONS[name], case) for case in cases]), flush=True)
