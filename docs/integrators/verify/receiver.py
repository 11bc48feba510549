"""A receiver of Lectern's webhooks: it checks a delivery, stores it, responds, and does the work afterwards.

It needs verify.py beside it, and no packages: SECRET=<the webhook's secret> python3 receiver.py 9000
"""

import json
import os
import sqlite3
import sys
import threading
import traceback
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from verify import open_by_headers

SECRET = os.environ.get("SECRET")
DATABASE = os.environ.get("EVENTS", "events.db")
MOST_BYTES = 64 * 1024
arrived = threading.Event()


def database():
    connection = sqlite3.connect(DATABASE, timeout=10, isolation_level=None)
    connection.execute(
        "CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, event TEXT, call_id TEXT, is_test INT, is_done INT DEFAULT 0)"
    )
    return connection


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return self.respond(413)
        event = open_by_headers(self.rfile.read(int(length)), self.headers, SECRET)
        if event is None:
            return self.respond(401)
        self.keep(event)
        self.respond(204)
        arrived.set()

    def keep(self, event):
        """Stores the event. The same event may arrive again under the same id, and is stored once."""
        is_test = self.headers.get("x-lectern-test") is not None
        row = (self.headers["webhook-id"], json.dumps(event), self.headers.get("x-lectern-call-id"), is_test)
        with closing(database()) as connection:
            connection.execute("INSERT OR IGNORE INTO events (id, event, call_id, is_test) VALUES (?, ?, ?, ?)", row)

    def respond(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def work(event, call_id, is_test):
    """Stands for the work of your system, which may take long, because the response has been sent.

    Events of one call may come in any order: report_ready before call_finished, for example. So each of them creates
    what it finds missing.
    """
    name = event["eventName"]
    print(f"a test delivery: {name}" if is_test else f"{name} in room {event['roomId']}", flush=True)


def work_off():
    """Does the work of the stored events, the oldest first; those of before a restart, too."""
    connection = database()
    while True:
        waiting = "SELECT id, event, call_id, is_test FROM events WHERE is_done = 0 ORDER BY rowid"
        for event_id, event, call_id, is_test in connection.execute(waiting).fetchall():
            try:
                work(json.loads(event), call_id, is_test)
            except Exception:
                # The event stays for the next round, and the others do not wait for it.
                traceback.print_exc()
                continue
            connection.execute("UPDATE events SET is_done = 1 WHERE id = ?", (event_id,))
        arrived.wait(60)
        arrived.clear()


if __name__ == "__main__":
    # An empty key would accept whatever is signed with an empty key.
    if not SECRET:
        sys.exit("SECRET is not set")
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 9000
    threading.Thread(target=work_off, daemon=True).start()
    print(f"waiting for webhooks on http://127.0.0.1:{port}", flush=True)
    ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
