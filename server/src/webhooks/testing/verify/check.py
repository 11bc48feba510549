# Reads cases from its input, one a line, and prints what each function opens: `event event`.
import base64
import sys

from verify import open_by_body, open_by_headers

NAMES = ["webhook-id", "webhook-timestamp", "webhook-signature"]

for line in sys.stdin.read().rstrip("\n").split("\n"):
    raw64, *values, secret, now = line.split("\t")
    raw = base64.b64decode(raw64)
    headers = {name: value for name, value in zip(NAMES, values) if value != "-"}
    opened = [open_by_headers(raw, headers, secret, int(now)), open_by_body(raw, secret)]
    print(*[event["eventName"] if event else "null" for event in opened])
