"""Clients of BigBlueButton that PyPI has. Each line of the input is a call of one of their methods, each line of the output its result."""

import dataclasses
import functools
import inspect
import json
import sys

import bigbluebutton_api_python
from sage_bbb.services.client import BigBlueButtonClient

url, secret = sys.argv[1:]
clients = {
    "sage": BigBlueButtonClient(url + "api/", secret),
    "api_python": bigbluebutton_api_python.BigBlueButton(url + "api/", secret),
}


def getters(value):
    """What the methods of an object return that read one thing; None where the response lacks it."""
    found = {}
    for name, method in inspect.getmembers(value, inspect.ismethod):
        if not name.startswith(("get_", "is_", "has_")) or inspect.signature(method).parameters:
            continue
        try:
            found[name] = plain(method())
        except KeyError:
            found[name] = None
    return found


def plain(value):
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, list):
        return [plain(one) for one in value]
    if dataclasses.is_dataclass(value):
        return dataclasses.asdict(value)
    if type(value) is dict:
        return {name: plain(one) for name, one in value.items()}
    return getters(value)


for line in sys.stdin:
    path, given, named = json.loads(line)
    client, *names = path.split(".")
    try:
        method = functools.reduce(getattr, names, clients[client])
        answer = {"result": plain(method(*given, **named))}
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
