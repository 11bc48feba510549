import base64
import hmac
import json
import re
import time

TOLERANCE_SECONDS = 300


def open_by_headers(raw: bytes, headers, secret: str, now=None):
    """Returns the event, or None if the signature in the headers is wrong or too old.

    raw: the request's body as it came
    headers: what your framework has (Django, Flask, Starlette), or a dict by lower-case names
    """
    event_id = headers.get("webhook-id", "")
    sent_at = headers.get("webhook-timestamp", "")
    now = time.time() if now is None else now
    if not re.fullmatch("[0-9]{1,12}", sent_at) or abs(now - int(sent_at)) > TOLERANCE_SECONDS:
        return None
    signed = f"{event_id}.{sent_at}.".encode() + raw
    expected = b"v1," + base64.b64encode(hmac.digest(secret.encode(), signed, "sha256"))
    # There are two signatures while a new secret overlaps the old one.
    given = headers.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(one, expected) for one in given):
        return None
    return json.loads(raw)["body"]


def open_by_body(raw: bytes, secret: str):
    """Returns the event, or None if the signature in the body is wrong: for code without access to the headers."""
    # {"signature":"64 hex digits","body":INNER}: the signature is over the bytes of INNER.
    inner = raw[87:-1]
    signature = hmac.digest(secret.encode(), inner, "sha256").hex().encode()
    expected = b'{"signature":"' + signature + b'","body":' + inner + b"}"
    return json.loads(inner) if hmac.compare_digest(raw, expected) else None
