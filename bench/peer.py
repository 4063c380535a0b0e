"""Times the peer's public functions: one JSON request a line in, the seconds that one pass over its cases took out."""

import json
import os
import sys
import time

import rogerwilco

SPECS = {name: rogerwilco.load_profile(name) for name in ("pay", "clin")}
SPECS["core"] = rogerwilco.load_profile(None)


def preloaded(case):
    message, errors, _ = rogerwilco.parse(case["line"], None, SPECS[case["profile"]])
    if errors:
        raise SystemExit(f"{case['line']}: {errors}")
    return message


def named(case):
    return None if case["profile"] == "core" else case["profile"]


def check_readback(case):
    problems, _ = rogerwilco.check_rb_full(case["ho"], case["rb"], named(case), None, case["now"])
    if problems:
        raise SystemExit(f"{case['rb']}: {problems}")


OPERATIONS = {
    "parsePreloaded": preloaded,
    "parsePublic": lambda case: rogerwilco.validate(case["line"], named(case)),
    "digestPreloaded": lambda case: rogerwilco.digest(preloaded(case)),
    "digestPublic": lambda case: rogerwilco.digest(case["line"], named(case)),
    "readback": check_readback,
}


def pass_over(operation, cases):
    run = OPERATIONS[operation]
    start = time.perf_counter()
    for case in cases:
        run(case)
    return {"seconds": time.perf_counter() - start}


def command(argv, output):
    """Runs a program to its end: its time, its largest resident memory in MB and how it ended."""
    start = time.perf_counter()
    with open(output, "w") as sink:
        child = os.posix_spawnp(argv[0], argv, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, sink.fileno(), 1)])
        _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "megabytes": usage.ru_maxrss / 1024, "status": os.waitstatus_to_exitcode(status)}


for request in sys.stdin:
    name, argument, extra = json.loads(request)
    answer = command(argument, extra) if name == "command" else pass_over(name, argument)
    print(json.dumps(answer), flush=True)
