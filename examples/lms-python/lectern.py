"""What a learning platform needs of Lectern: requests to its API, and the check of its webhooks."""

import base64
import hmac
import json
import re
import time
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

TIMEOUT_SECONDS = 15
TOLERANCE_SECONDS = 300


class Refused(Exception):
    """Lectern refused a request, or did not respond (status 503)."""

    def __init__(self, status, code, message):
        super().__init__(message)
        self.status = status
        self.code = code

    @property
    def is_temporary(self):
        return self.status == 429 or self.status >= 500


class Lectern:
    """The API with the personal token of the account that owns the groups."""

    def __init__(self, url, token):
        self.url = url
        self.token = token

    def request(self, method, path, body=None, key=None):
        """Sends a request. With a `key`, a repeated POST returns the first answer and creates nothing again."""
        headers = {"authorization": f"Bearer {self.token}"}
        if body is not None:
            headers["content-type"] = "application/json"
        if key is not None:
            headers["idempotency-key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.url + path, data=data, headers=headers, method=method)
        try:
            with urlopen(request, timeout=TIMEOUT_SECONDS) as response:
                text = response.read().decode()
                return json.loads(text) if response.headers.get_content_type() == "application/json" else text
        except HTTPError as error:
            raise refusal_of(error) from error
        except (URLError, OSError) as error:
            raise Refused(503, "away", "Lectern does not respond") from error

    def get(self, path):
        return self.request("GET", path)

    def post(self, path, body, key=None):
        return self.request("POST", path, body, key)

    def put(self, path, body):
        return self.request("PUT", path, body)


def refusal_of(error):
    """Every refusal of Lectern has a code of a closed list and a sentence."""
    try:
        answer = json.loads(error.read())
        return Refused(error.code, answer["code"], answer["message"])
    except (ValueError, KeyError, TypeError):
        return Refused(error.code, "unreadable", f"the answer has status {error.code}")


def open_webhook(raw, headers, secret):
    """Returns the event, or None if the delivery is not from Lectern or older than five minutes.

    raw: the bytes of the body, before anything parses them
    """
    event_id = headers.get("webhook-id", "")
    sent_at = headers.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", sent_at) or abs(time.time() - int(sent_at)) > TOLERANCE_SECONDS:
        return None
    signed = f"{event_id}.{sent_at}.".encode() + raw
    expected = b"v1," + base64.b64encode(hmac.digest(secret.encode(), signed, "sha256"))
    # There are two signatures while a new secret overlaps the old one.
    given = headers.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(one, expected) for one in given):
        return None
    return json.loads(raw)["body"]
